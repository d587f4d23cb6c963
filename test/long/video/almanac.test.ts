import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { Almanac, readSheets } from '../../../src/video/almanac/almanac.ts';
import { type Sheet, sheetSchema } from '../../../src/video/almanac/sheet.ts';
import { parseQuestion } from '../../../src/video/script/question.ts';
import { storyboardErrors } from '../../../src/video/script/script.ts';
import { writeFromSheet } from '../../../src/video/script/writers/sheet-writer.ts';

const sheets = readSheets();
const almanac = new Almanac(sheets);
const words = (text: string) => text.split(/\s+/).length;

function written(topic: string, length_s?: number) {
  const question = parseQuestion(topic);
  const match = almanac.find(question);
  assert.ok(match, `no sheet for ${topic}`);
  const script = writeFromSheet(match, question, length_s);
  return { ...script, match, said: script.storyboard.beats.map(({ narration }) => narration).join(' ') };
}

test('every sheet matches the schema, and has a unique name', () => {
  const validate = new Ajv({ allErrors: true, strict: false }).compile<unknown>(sheetSchema);
  const faults = sheets.flatMap((sheet) => {
    const { id } = sheet;
    return validate(sheet) ? [] : [`${id}: ${JSON.stringify(validate.errors?.slice(0, 3))}`];
  });
  assert.deepEqual(faults, []);
  const ids = sheets.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

test('every spoken text of a sheet is a whole sentence', () => {
  const spoken = new Set(['text', 'hook', 'definition', 'payoff', 'summary', 'answer', 'wrong', 'right']);
  const faults: string[] = [];
  const read = (value: unknown, key: string, at: string): void => {
    if (typeof value === 'string') {
      const isWhole = !spoken.has(key) || /^["“\p{Lu}\d].*[.!?]["”]?$|^x402 .*\.$/su.test(value);
      if (!isWhole || value !== value.trim() || value.includes('  ')) faults.push(`${at}: ${value}`);
    } else if (Array.isArray(value)) for (const each of value) read(each, key, at);
    else if (value !== null && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) read(each, name, at);
  };
  for (const sheet of sheets) read(sheet, '', sheet.id);
  assert.deepEqual(faults, []);
});

test('paraphrases of a question get the same answer', () => {
  const topics: [string, RegExp][] = [
    ['How come ice floats', /expands by about nine percent/],
    ['why is the sea salty', /Rivers carry the dissolved salts to the sea/],
    ['how do planes fly', /turns the flow of air downward/],
    ['how do eyes work', /bend the light/],
    ['best ways to stop procrastinating', /step of two minutes/],
    ['How do geckos walk on walls', /Weak forces between molecules pull at every tip/],
    ['when did WW2 end', /in Asia on 2 September 1945/],
    ['when was the internet invented', /29 October 1969/],
    ['where is the great barrier reef', /coast of Queensland/],
    ['water cycle', /rivers carry it to the sea/],
    ['why is pluto not a planet anymore', /2006/],
    ['how much sleep do teenagers need', /8 to 10 hours/],
    ['tell me something about coffee', /seeds of the coffee plant/],
    ['How long does sunlight take to reach us', /eight minutes and twenty seconds/],
    ['whats the difference between a virus and bacteria', /A virus is genes in a shell/],
    ['what year did the titanic sink', /14 April 1912/],
  ];
  for (const [topic, says] of topics) {
    const { answers, said } = written(topic);
    assert.equal(answers, true, topic);
    assert.match(said, says, topic);
  }
});

test('a title says what the script tells, and the chain is told only where it is the answer', () => {
  assert.equal(written('Venice').storyboard.title, 'Venice');
  const why = written('Why is Venice sinking?');
  assert.match(why.said, /soft ground settles/);
  assert.notEqual(why.match.part, 'chain', 'how it was built is not why it sinks');
  const how = written('How was Venice built?');
  assert.deepEqual([how.storyboard.title, how.match.part], ['How was Venice built?', 'chain']);
});

test('additional sentences of a script stay near the question', () => {
  const { said } = written('Why do octopuses have three hearts');
  assert.match(said, /main heart stops beating while an octopus swims/);
  assert.doesNotMatch(said, /one to two years|eight tentacles/);
  assert.equal(written('Why are sunsets red').said.match(/40 times/g)?.length, 1, 'no figure is repeated');
  assert.equal(written('Ways to save money').said.match(/three to six months/g)?.length, 1);
});

test('instructions are not claimed where a sheet only describes what happens', () => {
  assert.equal(written('How to boil an egg').answers, null);
  assert.equal(written('how do you boil an egg').answers, null);
  assert.equal(written('How to make cheese').answers, true);
  assert.equal(written('How do I stop hiccups').answers, true);
});

test('the almanac’s topics are answered from it, in a script that can be drawn', () => {
  const topics: [string, string, RegExp, string][] = [
    ['How does a heat pump work', 'heat-pump', /compressor squeezes.*valve/s, 'process'],
    ['Why is the sky blue', 'blue-sky', /scatter.*blue/s, 'process'],
    ['Why do octopuses have three hearts', 'octopus-hearts', /carries less oxygen.*gill hearts/s, 'process'],
    ['The fall of the Berlin Wall', 'berlin-wall', /9 November 1989/, 'timeline'],
    ['Three habits for better sleep', 'better-sleep', /same time every day/, 'list'],
    ['What is x402', 'x402', /open protocol for paying over HTTP/, 'definition'],
    ['Turkey vs Greece population', 'turkey-and-greece', /85\.7 million.*10\.4 million/s, 'versus'],
  ];
  for (const [topic, id, says, shows] of topics) {
    const { match, answers, by, storyboard, said, sources } = written(topic);
    assert.deepEqual([match.sheet.id, answers, by], [id, true, 'almanac'], topic);
    assert.match(said, says, topic);
    assert.deepEqual(storyboardErrors(storyboard), [], topic);
    assert.ok(words(said) >= 80 && words(said) <= 130, `${topic}: ${words(said)} words`);
    assert.equal(storyboard.beats[0]?.scene.kind, 'title');
    assert.equal(storyboard.beats.at(-1)?.scene.kind, 'end');
    assert.match(storyboard.beats.at(-1)?.narration ?? '', /^Source: /);
    assert.ok(sources.length > 0);
    const kinds = storyboard.beats.map(({ scene }) => scene.kind);
    assert.ok(kinds.includes(shows as 'title'), `${topic} shows ${kinds}`);
    assert.doesNotMatch(said, /Your turn|Two words carry it|Its relatives|Do not mix it up/);
  }
  const habits = written('Three habits for better sleep').storyboard.beats.filter(
    ({ scene }) => scene.kind === 'list',
  );
  assert.equal(habits.length, 3, 'as many items as requested');
});

test('a subject is not confused with another that shares a word', () => {
  for (const topic of [
    'octopus card game',
    'turkey stuffing recipe',
    'blue whale songs in court',
    'heat of the moment lyrics',
  ])
    assert.notEqual(almanac.find(parseQuestion(topic))?.answers, true, topic);
  const weight = almanac.find(parseQuestion('How heavy is the crown of an octopus king'));
  assert.notEqual(weight?.answers, true);
});

test('a subject that a sheet only mentions is not claimed as an answer', () => {
  for (const topic of [
    'How does an octopus change colour',
    'How do AI agents pay each other',
    'Why is the Dead Sea so salty',
    'Moon vs Mars',
    'Can we travel faster than light',
    'What is chlorophyll',
    'How do vaccines cause autism',
    'mercury planet',
    'top 5 longest rivers',
    'How many people live on Mars',
    'Why do bees make honey',
    'Why does the Moon have no gravity',
  ])
    assert.notEqual(almanac.find(parseQuestion(topic))?.answers, true, topic);
});

test('a question about a detail starts with the requested fact', () => {
  const topics: [string, RegExp][] = [
    ['how many teeth does a shark have', /^How many teeth does a shark have\? A shark grows new teeth/],
    ['Who painted the Mona Lisa', /^Who painted the Mona Lisa\? Leonardo da Vinci painted the Mona Lisa/],
    ['When did World War 2 end', /It ended in Europe on 8 May 1945/],
    ['HTTP vs HTTPS', /HTTPS is HTTP inside an encrypted connection/],
    ['The history of the internet', /29 October 1969.*1 January 1983/],
  ];
  for (const [topic, says] of topics) {
    const { answers, said } = written(topic);
    assert.equal(answers, true, topic);
    assert.match(said, says, topic);
  }
});

test('a script reads as one text: no repetition, no dangling reference, dates in sentences', () => {
  const microwave = written('How does a microwave oven work').said;
  assert.doesNotMatch(microwave, /That motion/, 'the chain covers the previous sentence');
  const bang = written('What is the Big Bang').said;
  assert.match(bang, /^The Big Bang was not .* It is the theory/, 'the subject is not named twice in a row');
  const ada = written('Who was Ada Lovelace').said;
  assert.match(ada, /In 1833, she saw part of Babbage's calculating machine/);
  assert.equal(ada.match(/English mathematician/g)?.length, 1);
  assert.match(written('The fall of the Berlin Wall').said, /On 9 November 1989, the guards opened/);
  const reptiles = written('Alligator or crocodile').said;
  assert.match(reptiles, /Salt water: rarely for alligators; often for crocodiles\./);
  const storms = written('hurricane vs tornado').said;
  assert.match(storms, /hundreds of km for a hurricane; usually under 1 km for a tornado\./);
  assert.doesNotMatch(reptiles, /prefer fresh water, while/, 'the summary repeats the answer');
  assert.match(written('How do geckos walk on walls').said, /Source: a study by Autumn and others\.$/);
  assert.match(written('How does encryption work').said, /Source: NIST\.$/);
});

test('every sheet answers its own questions, and every script of it can be drawn', () => {
  const wrong: string[] = [];
  for (const sheet of sheets) {
    const { question } = sheet.answers[0] as Sheet['answers'][number];
    const parsed = parseQuestion(question);
    const match = almanac.find(parsed);
    if (!match?.answers) wrong.push(`${sheet.id}: "${question}" is not answered (${match?.sheet.id})`);
    else {
      const script = writeFromSheet({ ...match }, parsed);
      const said = script.storyboard.beats.map(({ narration }) => narration).join(' ');
      const faults = storyboardErrors(script.storyboard);
      if (faults.length > 0) wrong.push(`${sheet.id}: ${faults[0]}`);
      if (words(said) > 135) wrong.push(`${sheet.id}: ${words(said)} words`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('a requested length is respected', () => {
  for (const length_s of [15, 30, 60]) {
    const { said } = written('How does a heat pump work', length_s);
    assert.ok(words(said) <= length_s * 2.45 + 25, `${length_s} s: ${words(said)} words`);
  }
  const short = written('Why is the sky blue', 20).storyboard.beats;
  assert.match(short.map(({ narration }) => narration).join(' '), /bounce the short blue waves/);
  assert.ok(
    short.every(({ scene }) => scene.kind !== 'process'),
    'no incomplete chain',
  );
  assert.ok(
    words(written('How does a heat pump work', 15).said) <
      words(written('How does a heat pump work', 60).said),
  );
});

test('a short script keeps what was asked, and drops its opening and source first', () => {
  const topics: [string, RegExp][] = [
    ['How long is the Nile?', /6,650 kilometres/],
    ['When did the Cold War end?', /December 1991|in 1991/],
    ['When did the Titanic sink?', /14 April 1912.*2:20 the next morning/s],
    ['Who painted the Mona Lisa', /Leonardo da Vinci/],
    ['Who made the first flight?', /Wright/],
    ['Where do axolotls live?', /Xochimilco in Mexico City/],
    ['How does a blockchain work?', /transactions.*hash of the (?:one|block) before.*network/is],
    ['How do dolphins sleep?', /half.*sleeps.*awake.*the halves change/s],
    ['Why do LEDs use so little electricity?', /straight into light.*over 90 percent/s],
    ['Turkey vs Greece population', /85\.7 million.*10\.4 million/s],
    [
      'What is the difference between a chatbot and an AI agent?',
      /replies with text.*An agent can also act/s,
    ],
    ['Three habits for better sleep', /(?:same|rising) time.*(?:daylight|morning light).*caffeine/is],
    ['What is a bond?', /A bond is a loan/],
  ];
  for (const length_s of [15, 30, 60, 90])
    for (const [topic, says] of topics) {
      const { answers, said } = written(topic, length_s);
      assert.equal(answers, true, `${topic} ${length_s} s: ${said}`);
      assert.match(said, says, `${topic} ${length_s} s`);
      assert.ok(words(said) <= length_s * 2.45 * 1.15 + 1, `${topic} ${length_s} s: ${said}`);
    }
});

test('a script whose answer was cut for length does not claim to answer', () => {
  const question = parseQuestion('Six habits for better sleep');
  const match = almanac.find(question);
  assert.ok(match);
  const items = (match.sheet.items ?? []).map((item) => ({ ...item, label: item.text.slice(0, 40) }));
  const wordy = { ...match, sheet: { ...match.sheet, items } };
  assert.equal(writeFromSheet(wordy, question, 90).answers, true);
  assert.equal(writeFromSheet(wordy, question, 15).answers, null);
});

test('facts about a thing are not instructions, and a name keeps its lower case', () => {
  assert.equal(written('best way to boil an egg').answers, null);
  assert.equal(written('Three habits for better sleep').answers, true);
  const x402 = written('What is x402').storyboard;
  assert.ok(
    x402.beats.every(({ on_screen }) => !on_screen.includes('X402')),
    'x402 as its own name',
  );
  assert.match(written('when did the roman empire fall').storyboard.beats[1]?.narration ?? '', /476/);
});
