import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Almanac } from '../../src/video/almanac/almanac.ts';
import { carriesAnswer } from '../../src/video/script/question/answer-sentence.ts';
import { givesHead } from '../../src/video/script/question/expected-words.ts';
import { parseQuestion } from '../../src/video/script/question/question.ts';
import { toStems } from '../../src/video/script/question/words.ts';
import { writeFromSheet } from '../../src/video/script/writers/sheet-writer.ts';
import { refersBack, removeLinkWord, toSpokenText } from '../../src/video/script/writers/spoken-text.ts';
import { WikiCounterpart } from '../counterparts/mediawiki.ts';
import { serveHttp } from '../counterparts/servers.ts';
import { deskAt, order, signal } from './script-sources.ts';

const almanac = new Almanac();

function write(topic: string) {
  const question = parseQuestion(topic);
  const match = almanac.find(question);
  const script = match && writeFromSheet(match, question);
  const sentences = script?.storyboard.beats.map(({ narration }) => narration) ?? [];
  return { answers: script?.answers ?? false, said: sentences.join(' ') };
}

test('a topic is read without the request around it, and with its thing in place of the pronoun', () => {
  const cases = [
    ['photosynthesis eli5', 'photosynthesis'],
    ["Explain like I'm 5: how Wi-Fi works", 'how Wi-Fi works'],
    ['how do tides work, explained simply?', 'how do tides work?'],
    ['#coffee why does it keep you awake', 'why does coffee keep you awake'],
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
    ['what is soap made of', /made from fat/],
    ['what is a comet made of', /body of ice, dust and rock/],
    ['what does GDP stand for', /gross domestic product/],
    ['how is chocolate made', /ferment/],
    ['#coffee why does it keep you awake', /blocks adenosine/],
    ['three reasons why Rome fell', /Civil wars, a shrinking tax base/],
    ['how do passkeys differ from passwords', /without giving a secret away/],
    ['what caused the deforestation of the amazon', /Cattle pasture is the main reason/],
    ['who was the first man on the moon', /Neil Armstrong was the first/],
    ['how many bones does a baby have', /270 to 300/],
    ['who is the inventor of the www', /Tim Berners-Lee invented it/],
    ['is it better to take the train or the plane', /For the climate the train is better/],
  ];
  for (const [topic, says] of given) {
    const { answers, said } = write(topic);
    assert.match(said, says, topic);
    assert.equal(answers, true, topic);
  }
  for (const topic of [
    'what is a black hole made of',
    'what does an octopus look like',
    'what are lasers used for',
    'how are magnets made',
    'why did napoleon lose at waterloo',
    'who was the first woman on the moon',
    'who built stonehenge',
    'How was the great wall of china built?',
    '5 reasons to visit Japan',
  ])
    assert.equal(write(topic).answers, false, topic);
});

test('a word is not taken for another that begins like it', () => {
  const apart = [
    ['laser', 'Las'],
    ['bones', 'Bonn'],
    ['tower', 'tow'],
  ] as const;
  for (const [one, other] of apart) assert.notDeepEqual(toStems(one), toStems(other));
  assert.deepEqual(toStems('running stopped'), toStems('runs stop'));
});

test('a sentence of an article gives the relation that is asked', () => {
  const carries = (topic: string, text: string) => carriesAnswer(parseQuestion(topic), text, []);
  assert.equal(carries('What is a glacier made of?', 'A glacier moves slowly downhill.'), false);
  assert.equal(carries('What is a glacier made of?', 'A glacier is made of packed snow.'), true);
  assert.equal(carries('What does the WMO stand for?', 'The WMO has its seat in Geneva.'), false);
  assert.equal(
    carries(
      'What does the WMO stand for?',
      'The World Meteorological Organization, or WMO, has its seat in Geneva.',
    ),
    true,
  );
});

test('the head of "the capital of" is given plainly, of this name, and of today', () => {
  const gives = (topic: string, text: string, name: string[] = []) =>
    givesHead(parseQuestion(topic), text, name);
  const capital = 'what is the capital of Examplia';
  assert.equal(gives(capital, 'Testburg is the "sporting capital of Examplia".'), false);
  assert.equal(gives(capital, 'Testburg served as capital of Examplia until 1927.'), false);
  assert.equal(gives(capital, 'Samplia and its capital, Testburg, border on Examplia.'), false);
  assert.equal(gives(capital, 'Newtown is the capital of Examplia.'), true);
  assert.equal(gives(capital, "Newtown is Examplia's capital."), true);
  assert.equal(gives(capital, 'Its capital is Newtown.', ['examplia']), true);
  assert.equal(gives("What was the name of Watt's partner?", 'His partner was Boulton.'), true);
});

test('countries are answered by countries, a founding by its year, a length by that of the subject', () => {
  const carries = (topic: string, text: string, name: string[] = []) =>
    carriesAnswer(parseQuestion(topic), text, name);
  const flows = 'Which countries does the Testa flow through?';
  assert.equal(carries(flows, 'The Testa flows through a wide valley near Bonn.', ['testa']), false);
  assert.equal(carries(flows, 'The Testa flows through Germany and France.', ['testa']), true);
  const founded = 'When was Testmere College founded?';
  const name = toStems('Testmere College');
  assert.equal(carries(founded, 'In 1900 it was a founding member of a union.', name), false);
  assert.equal(carries(founded, 'Testmere College was formed in 1636.', name), true);
  const long = 'How long is the Testa?';
  assert.equal(carries(long, 'This section is nearly 86 km long.', ['testa']), false);
  assert.equal(carries(long, 'This is nearly 86 km long.', ['testa']), true);
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
  const carries = (text: string) => carriesAnswer(parseQuestion('what is the testa'), text, ['testa']);
  assert.equal(carries('Tribes crossed the Testa long ago.'), false);
  assert.equal(carries('It is usually said that the Testa was theirs.'), false);
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
    order('when was examplia founded'),
    {},
    signal,
  );
  assert.equal(script.storyboard.beats[0]?.narration, 'When was Examplia founded?');
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

test('a city is not answered by a country, a religion not by the word, importance not by another thing', () => {
  const city = parseQuestion('What southern city did the Examplians settle near?');
  const examplian = toStems('Examplians');
  assert.equal(
    carriesAnswer(
      city,
      'Examplians lived near the coast, mainly in the southern parts of France.',
      examplian,
    ),
    false,
  );
  assert.equal(
    carriesAnswer(city, 'Many Examplians settled near the southern city of Testmere.', examplian),
    true,
  );
  const religion = parseQuestion('What religion were the Examplians?');
  assert.equal(
    carriesAnswer(religion, 'The Examplians welcomed people regardless of their religion.', examplian),
    false,
  );
  assert.equal(carriesAnswer(religion, 'The religion of the Examplians was Catholic.', examplian), true);
  const important = parseQuestion('Why is oxygen important?');
  const oxygen = toStems('oxygen');
  assert.equal(carriesAnswer(important, 'Other important compounds contain oxygen.', oxygen), false);
  assert.equal(
    carriesAnswer(important, 'Oxygen is important because cells need it to release energy.', oxygen),
    true,
  );
  assert.equal(refersBack('Meanwhile, they took the town.'), true);
  assert.equal(refersBack('In 1081 he led an army.'), true);
  assert.equal(refersBack('In 1081 Robert led an army.'), false);
});
