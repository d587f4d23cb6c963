import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Almanac, readSheets } from '../../../src/video/almanac/almanac.ts';
import { pictureOfNouns, picturesOfThings } from '../../../src/video/picture/concrete-nouns.ts';
import { countriesIn } from '../../../src/video/picture/drawing/countries.ts';
import { isDrawable } from '../../../src/video/picture/drawing/subject.ts';
import { nameEmoji } from '../../../src/video/picture/icons/emoji.ts';
import { pictureFor, pictureKey, samePicture } from '../../../src/video/picture/icons/picture.ts';
import { picturesByWords } from '../../../src/video/picture/word-pictures.ts';
import { parseQuestion } from '../../../src/video/script/question.ts';
import { mainPicture } from '../../../src/video/script/writers/sheet-pictures.ts';
import { writeFromSheet } from '../../../src/video/script/writers/sheet-writer.ts';
import { noPicture } from '../../../src/video/storyboard.ts';

/** Kinds of scene that do not draw the subject of their beat large. */
const drawsNothing = new Set(['map', 'bars', 'line', 'quote', 'versus', 'diagram']);
const sheets = readSheets();
const almanac = new Almanac(sheets);

function written(topic: string, length_s?: number) {
  const question = parseQuestion(topic);
  const match = almanac.find(question);
  assert.ok(match, `no sheet for ${topic}`);
  const script = writeFromSheet(match, question, length_s);
  return { ...script, match, said: script.storyboard.beats.map(({ narration }) => narration).join(' ') };
}

test('sentences have their own pictures, whatever the script leaves out', () => {
  const sky = written('Why is the sky blue').storyboard.beats;
  const waves = sky.find(({ narration }) => narration.startsWith('Waves of blue light'));
  assert.equal(waves?.subject, 'sun', 'the main picture if nothing fits');
  const pets = written('Cats vs dogs').storyboard.beats;
  const smell = pets.find(({ narration }) => narration.startsWith('A dog has up to'));
  assert.equal(smell?.subject, 'dog', 'the first thing the sentence names');
  const mars = written('Why is the sky blue', 90).storyboard.beats.find(({ narration }) =>
    narration.startsWith('On Mars'),
  );
  assert.deepEqual(mars?.scene, { kind: 'picture', pictures: ['planet'] }, 'the subject of the fact');
  const everest = written('Mount Everest').storyboard.beats.filter(({ scene }) => scene.kind === 'number');
  assert.deepEqual(new Set(everest.map(({ subject }) => subject)), new Set([noPicture, 'mountain']));
});

test('once the main picture has been shown twice, a sentence shows what it names or measures', () => {
  assert.deepEqual(picturesByWords('In 1990 Kenya paid 3 million US dollars.'), [
    'map of Kenya',
    'coin',
    'calendar',
  ]);
  assert.deepEqual(picturesByWords('It is the same thing again.'), []);
  assert.deepEqual(picturesByWords('Its muscles need food.'), ['muscle', 'plate']);
  assert.deepEqual(
    picturesByWords('He took care to plan the training.'),
    [],
    'expected no car, plane or train',
  );
  const subjects = written('Antarctica').storyboard.beats.map(({ subject }) => subject);
  assert.ok(subjects.includes('scroll') && subjects.includes('map of Antarctica'), subjects.join(', '));
});

test('the main picture stands alone in four scenes of a script at most', () => {
  for (const { title } of sheets) {
    const { storyboard, match } = written(title);
    const main = mainPicture(match.sheet);
    const shown = storyboard.beats.filter(({ subject, scene }) => {
      if (drawsNothing.has(scene.kind)) return false;
      const pictures = scene.kind === 'picture' ? scene.pictures : [subject];
      return pictures.every((each) => samePicture(each, main));
    });
    assert.ok(shown.length <= 4, `${title}: ${main} in ${shown.length} scenes`);
  }
});

test('a sentence without a picture of its own is set as a statement, a figure or a term alone', () => {
  assert.equal(isDrawable(noPicture), false);
  const hash = written('How hash functions work', 90).storyboard.beats;
  assert.deepEqual(hash.at(-2)?.scene, {
    kind: 'quote',
    text: 'A hash proves that nothing changed without showing what is inside.',
    by: '',
  });
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

test('a definition shows its subject or nothing, not a step that uses the same words', () => {
  const definitionOf = (topic: string) =>
    written(topic).storyboard.beats.find(({ scene }) => scene.kind === 'definition')?.subject;
  assert.equal(definitionOf('How do vaccines work'), 'syringe', 'expected not the bell of the alarm');
  assert.equal(definitionOf('What is Magna Carta'), 'scroll', 'expected not the empty chest');
  assert.equal(
    definitionOf('How does a large language model work'),
    'large language model',
    'expected not the dice',
  );
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

test('a definition shows what it defines, and a figure what it counts', () => {
  const definitionOf = (topic: string) =>
    written(topic).storyboard.beats.find(({ scene }) => scene.kind === 'definition')?.subject;
  // After the opening, the main picture may be left out.
  assert.match(definitionOf('How do rockets work?') ?? '', /^(?:rocket|–)$/, 'expected not the tank');
  assert.match(definitionOf('Why is Pluto not a planet?') ?? '', /^(?:pluto|–)$/i, 'expected not the ice');
  const bees = written('How do bees make honey?', 90).storyboard.beats;
  assert.equal(definitionOf('How do bees make honey?'), 'honey');
  const flowers = bees.find(({ narration }) => /two million flowers/.test(narration));
  assert.equal(flowers?.subject, 'flower');
});

test('the picture of one side of a comparison does not stand for the other', () => {
  const moths = written('Butterflies and moths compared').storyboard.beats.find(({ narration }) =>
    narration.startsWith('Most moths fly'),
  );
  assert.equal(moths?.scene.kind, 'quote');
  const planets = written('Earth and Mars compared').storyboard.beats;
  const colder = planets.find(({ narration }) => narration.startsWith('It is far colder'));
  assert.equal(colder?.subject, noPicture, 'the sentence is about Mars');
  assert.equal(planets.find(({ scene }) => scene.kind === 'number')?.subject, 'mars', 'average on Mars');
});

test('a sentence about both sides shows both', () => {
  const last = written('Cats vs dogs').storyboard.beats.at(-2);
  assert.match(last?.narration ?? '', /^A dog asks .* a cat/);
  assert.deepEqual(last?.scene, { kind: 'picture', pictures: ['dog', 'cat'] });
});

test('every thing that a sentence may name can be drawn', () => {
  for (const picture of Object.values(pictureOfNouns)) assert.ok(pictureFor(picture), picture);
});

test('an event has its own picture, and no two that follow each other the same', () => {
  for (const sheet of sheets) {
    const events = (sheet.timeline ?? []).map(({ picture }) => picture);
    for (const [i, picture] of events.entries()) {
      assert.ok(pictureFor(picture), `${sheet.id}: ${picture} cannot be drawn`);
      assert.ok(!samePicture(picture, events[i + 1] ?? ''), `${sheet.id}: ${picture} twice`);
    }
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

test('a definition is headed by what it defines, a person is not "it", and a company is not a fruit', () => {
  const write = (topic: string) => written(topic).storyboard.beats;
  const purr = write('why do cats purr').find(({ scene }) => scene.kind === 'definition');
  assert.equal(purr?.scene.kind === 'definition' && purr.scene.term, 'Purring');
  const artist = write('who was Leonardo da Vinci').map(({ narration }) => narration);
  assert.ok(!artist.some((text) => /^It was an Italian artist/.test(text)), artist.join(' '));
  assert.deepEqual(picturesOfThings('Apple, Google and Microsoft agreed.'), []);
  assert.deepEqual(picturesOfThings('An apple fell.'), ['red apple']);
  assert.deepEqual(picturesOfThings('The Moon and Earth attract each other.'), ['moon', 'earth']);
});

test('a country is drawn as its flag and not as what has the same name, and a flag names its country', () => {
  assert.deepEqual(pictureFor('Turkey'), { emoji: '🇹🇷' });
  assert.deepEqual(pictureFor('turkey'), { icon: { set: 'fluent-emoji-flat', name: 'turkey' } });
  assert.equal(nameEmoji('🇹🇷'), 'Turkey');
  assert.equal(nameEmoji('🐙'), 'octopus');
  assert.notDeepEqual(pictureFor('dogs'), { icon: { set: 'fluent-emoji-flat', name: 'dog' } });
});
