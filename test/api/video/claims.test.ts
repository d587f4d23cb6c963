import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Almanac } from '../../../src/video/almanac/almanac.ts';
import { nameStemsIn } from '../../../src/video/script/claim.ts';
import { parseQuestion } from '../../../src/video/script/question.ts';
import { toStems } from '../../../src/video/script/words.ts';
import { writeFromSheet } from '../../../src/video/script/writers/sheet-writer.ts';
import { removeLinkWord, toSpokenText } from '../../../src/video/script/writers/spoken-text.ts';
import { WikiCounterpart } from '../../counterparts/mediawiki.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { deskAt, order, signal } from './script-sources.ts';

const almanac = new Almanac();

function write(topic: string) {
  const question = parseQuestion(topic);
  const match = almanac.find(question);
  const script = match && writeFromSheet(match, question);
  const sentences = script?.storyboard.beats.map(({ narration }) => narration) ?? [];
  return { answers: script?.answers ?? false, said: sentences.join(' '), claim: script?.claim };
}

test('a topic is read without the request around it, and with its thing in place of the pronoun', () => {
  const cases = [
    ['photosynthesis eli5', 'photosynthesis'],
    ["Explain like I'm 5: how Wi-Fi works", 'how Wi-Fi works'],
    ['how do tides work, explained simply?', 'how do tides work?'],
    ['the steam engine: who improved it', 'who improved the steam engine'],
    ['Saturn, what are its rings made of?', "what are Saturn's rings made of?"],
    ['why is the sky blue #science #BlueSky', 'why is the sky blue'],
    ['#BlackHoles', 'Black Holes'],
    ['whos bigger, earth or mars?', "who's bigger, earth or mars?"],
    ['What is gravity, and how does it work?', 'What is gravity, and how does it work?'],
  ] as const;
  for (const [topic, text] of cases) assert.equal(parseQuestion(topic).text, text);
  assert.equal(parseQuestion('whos bigger, earth or mars?').asks, 'versus');
  assert.equal(parseQuestion('how do passkeys differ from passwords').asks, 'versus');
  assert.deepEqual(
    [parseQuestion('three reasons why Rome fell')].map(({ asks, count }) => [asks, count]),
    [['why', 3]],
  );
});

test('the almanac claims a relation only where a sheet gives it', () => {
  const given: [string, RegExp][] = [
    ['how is chocolate made', /ferment/],
    ['three reasons why Rome fell', /Civil wars, a shrinking tax base/],
    ['how do passkeys differ from passwords', /without giving a secret away/],
    ['who was the first man on the moon', /Neil Armstrong was the first/],
    ['is it better to take the train or the plane', /Trains win on climate/],
  ];
  for (const [topic, says] of given) {
    const { answers, said, claim } = write(topic);
    assert.match(said, says, topic);
    assert.equal(answers, true, topic);
    assert.ok(claim && said.includes(claim.sentence) && claim.source, 'the evidence is said');
  }
  for (const topic of [
    'what is a black hole made of',
    'Cats or dogs: which are smarter?',
    'what does an octopus look like',
    'what are lasers used for',
    'how are magnets made',
    'who was the first woman on the moon',
    'who built stonehenge',
    'How was the great wall of china built?',
    '5 reasons to visit Japan',
  ])
    assert.notEqual(write(topic).answers, true, topic);
});

test('a university is called by its name alone, and a sentence in brackets is spoken', () => {
  assert.deepEqual(nameStemsIn('Harvard University', parseQuestion('who founded Harvard')), ['harvard']);
  assert.deepEqual(nameStemsIn('University of Chicago', parseQuestion('where is Chicago')), []);
  assert.deepEqual(nameStemsIn('Private school', parseQuestion('what is private')), []);
  assert.equal(toSpokenText('(The tower is a copy of another.)'), 'The tower is a copy of another.');
  assert.equal(
    toSpokenText('Testophora (/test/; from the Greek for test; commonly known as test jellies) swim.'),
    'Testophora, commonly known as test jellies, swim.',
  );
});

test('a word is not taken for another that begins like it', () => {
  const apart = [
    ['laser', 'Las'],
    ['bones', 'Bonn'],
    ['tower', 'tow'],
  ] as const;
  for (const [one, other] of apart) assert.notDeepEqual(toStems(one), toStems(other));
  assert.deepEqual(toStems('running stopped octopuses'), toStems('runs stop octopus'));
});

test('"What is" is answered by a definition, which comes first', async (t) => {
  const { port } = await serveHttp(
    t,
    new WikiCounterpart([
      {
        title: 'Testa',
        paragraphs: [
          'The Testa is a river in the north of Examplia that flows to the sea.',
          'Tribes crossed the Testa long ago. It is usually said that the Testa and the Testa valley were theirs.',
        ],
      },
    ]).handle,
  );
  const script = await deskAt(t, `http://127.0.0.1:${port}`).write(order('what is the testa'), {}, signal);
  assert.equal(script.answers, true);
  assert.match(script.storyboard.beats[1]?.narration ?? '', /^The Testa is a river/);
});

test('a sentence of an article is spoken without asides in asides and second units, and ends with a clause', () => {
  assert.equal(
    toSpokenText(
      'Testburg (Polish: Testa [tɛsta] ( listen); see also names) is 260 kilometres (160 mi) away.',
    ),
    'Testburg is 260 kilometres away.',
  );
  const long = `The members were ${'a very learned person, '.repeat(14)}and one more; the others were ${'a very learned person, '.repeat(8)}and so on.`;
  assert.match(toSpokenText(long), /and one more\.$/);
  assert.equal(
    removeLinkWord('In addition to the first, a second is open.'),
    'In addition to the first, a second is open.',
  );
  assert.equal(removeLinkWord('In addition, a second is open.'), 'A second is open.');
  assert.equal(removeLinkWord('Also known as tin, it is soft.'), 'Also known as tin, it is soft.');
});

test('names without capital letters are found, and spoken as the article spells them', async (t) => {
  const { port } = await serveHttp(
    t,
    new WikiCounterpart([
      {
        title: 'Examplia University',
        paragraphs: [
          'The university is old. Today Examplia is known for its library, and people call Examplia a town of books.',
          'In the north, Examplia was founded in 1636 by a vote of the colony.',
        ],
      },
    ]).handle,
  );
  const script = await deskAt(t, `http://127.0.0.1:${port}`).write(
    order('when was examplia founded by a vote of the colony'),
    {},
    signal,
  );
  assert.equal(script.storyboard.beats[0]?.narration, 'When was Examplia founded by a vote of the colony?');
  assert.equal(script.answers, true);
});

test('a script keeps sentences of one paragraph together, and leaves out other subjects', async (t) => {
  const { port } = await serveHttp(
    t,
    new WikiCounterpart([
      {
        title: 'Examplia',
        paragraphs: [
          'Examplia is a country of hills and lakes.',
          'Iron ships came to Examplia in 1710. Traders built a harbour for them. Its walls still stand.',
          'Ships of paper are a game of Examplia. Children fold them in spring. They race on the river.',
        ],
      },
    ]).handle,
  );
  const script = await deskAt(t, `http://127.0.0.1:${port}`).write(
    order('When did iron ships come to Examplia?'),
    {},
    signal,
  );
  assert.deepEqual(
    script.storyboard.beats.slice(1, 5).map(({ narration }) => narration),
    [
      'Iron ships came to Examplia in 1710.',
      'Traders built a harbour for them.',
      'Its walls still stand.',
      'Source: the encyclopaedia, “Examplia”.',
    ],
  );
});
