import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Almanac, readSheets } from '../../../src/video/almanac/almanac.ts';
import { countriesIn } from '../../../src/video/picture/drawing/countries.ts';
import { nameEmoji } from '../../../src/video/picture/icons/emoji.ts';
import { pictureFor, pictureKey, samePicture } from '../../../src/video/picture/icons/picture.ts';
import { parseQuestion } from '../../../src/video/script/question.ts';
import { toStems } from '../../../src/video/script/words.ts';
import { writeFromSheet } from '../../../src/video/script/writers/sheet-writer.ts';

const sheets = readSheets();
const almanac = new Almanac(sheets);

function written(topic: string, length_s?: number) {
  const question = parseQuestion(topic);
  const match = almanac.find(question);
  assert.ok(match, `no sheet for ${topic}`);
  const script = writeFromSheet(match, question, length_s);
  return { ...script, match, said: script.storyboard.beats.map(({ narration }) => narration).join(' ') };
}

test('a sentence is shown as what it relates, or as a thing that it names, or in its words', () => {
  for (const { title } of sheets) {
    const { storyboard, match } = written(title);
    const things = match.sheet.pictures;
    for (const { scene, narration } of storyboard.beats) {
      if (scene.kind !== 'picture') continue;
      const stems = toStems(narration);
      for (const thing of scene.pictures) {
        assert.ok(things.includes(thing), `${title}: ${thing}`);
        assert.ok(
          toStems(thing).every((stem) => stems.includes(stem)),
          `${title}: ${thing} in “${narration}”`,
        );
      }
    }
  }
});

test('a sheet with a cross-section shows it where a sentence is about its layers', () => {
  const venice = written('How was Venice built?').storyboard.beats.map(({ scene }) => scene);
  const steps = venice.flatMap((scene) =>
    scene.kind === 'layers' ? [scene.layers[scene.at ?? -1]?.label] : [],
  );
  assert.deepEqual(steps, ['Piles', 'Planks', 'Stone', 'Walls']);
});

test('the picture of a step is not shown for a sentence that only shares other words with it', () => {
  const elevator = written('How an elevator works').storyboard.beats.find(
    ({ scene }) => scene.kind === 'definition',
  );
  assert.equal(elevator?.subject, 'elevator', 'expected not the door of a step');
  for (const { title } of sheets)
    for (const { subject, scene } of written(title).storyboard.beats)
      if (scene.kind === 'picture' || scene.kind === 'definition' || scene.kind === 'number')
        assert.doesNotMatch(subject, /\barrows?\b/, `${title}: an arrow outside its step`);
});

test('a word with several meanings is drawn as the one that its sheet means', () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['electric car', 'fluent-emoji-flat:water-wave'],
    ['dimmer', 'fluent-emoji-flat:water-wave'],
    ['earthquake', 'fluent-emoji-flat:fork-and-knife-with-plate'],
    ['flush toilet', 'game-icons:battle-tank'],
    ['washing machine', 'fluent-emoji-flat:drum'],
    ['touchpad', 'fluent-emoji-flat:mouse'],
    ['cheese', 'game-icons:papers'],
    ["Saturn's rings", 'fluent-emoji-flat:ring'],
    ['blockchain', 'streamline-plump-color:block-1-flat'],
    ['vacuum flask', 'fluent-emoji-flat:billed-cap'],
  ];
  for (const [subject, key] of wrong) {
    const sheet = sheets.find((each) => each.subject === subject) ?? assert.fail(subject);
    const steps = [...(sheet.chain?.steps ?? []), ...(sheet.items ?? [])].map(({ picture }) => picture);
    const keys = [...sheet.pictures, ...steps].flatMap((word) => pictureFor(word) ?? []).map(pictureKey);
    assert.ok(keys.length > 0 && !keys.includes(key), `${subject}: ${key}`);
  }
});

test('no two events that follow each other have the same picture', () => {
  for (const sheet of sheets) {
    const events = (sheet.timeline ?? []).map(({ picture }) => picture);
    for (const [i, picture] of events.entries())
      assert.ok(!samePicture(picture, events[i + 1] ?? ''), `${sheet.id}: ${picture} twice`);
  }
});

test('the definition of a place says where it is', () => {
  const everest = written('Where is Mount Everest?');
  assert.notEqual(everest.answers, false);
  assert.match(everest.said, /on the border of Nepal and China/);
});

test('a map marks the countries that the sentence names', () => {
  const map = written('Mount Everest').storyboard.beats.find(({ scene }) => scene.kind === 'map')?.scene;
  assert.deepEqual(map?.kind === 'map' && map.countries, ['NP', 'CN']);
  assert.deepEqual(countriesIn('It lies in Bosnia and Herzegovina, not in Trinidad and Tobago or Peru.'), [
    'BA',
    'TT',
    'PE',
  ]);
  assert.deepEqual(countriesIn('East Germany built it around West Berlin.'), []);
});

test('a definition is headed by what it defines, and a person is not "it"', () => {
  const write = (topic: string) => written(topic).storyboard.beats;
  const purr = write('why do cats purr').find(({ scene }) => scene.kind === 'definition');
  assert.equal(purr?.scene.kind === 'definition' && purr.scene.term, 'Purring');
  const artist = write('who was Leonardo da Vinci').map(({ narration }) => narration);
  assert.ok(!artist.some((text) => /^It was an Italian artist/.test(text)), artist.join(' '));
});

test('a country is drawn as its flag and not as what has the same name, and a flag names its country', () => {
  assert.deepEqual(pictureFor('Turkey'), { emoji: '🇹🇷' });
  assert.deepEqual(pictureFor('turkey'), { icon: { set: 'fluent-emoji-flat', name: 'turkey' } });
  assert.equal(nameEmoji('🇹🇷'), 'Turkey');
  assert.equal(nameEmoji('🐙'), 'octopus');
  assert.notDeepEqual(pictureFor('dogs'), { icon: { set: 'fluent-emoji-flat', name: 'dog' } });
});
