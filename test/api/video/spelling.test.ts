import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Almanac } from '../../../src/video/almanac/almanac.ts';
import { isNoun } from '../../../src/video/script/facts/dictionary.ts';
import { Spelling } from '../../../src/video/script/spelling.ts';
import { isKnownWord } from '../../../src/video/voice/english/known-word.ts';
import { deskAt, order, said, signal } from './script-sources.ts';

const spelling = new Spelling(
  new Almanac().words(),
  async (word) => (await isKnownWord(word)) || isNoun(word),
);

test('a misspelled word is corrected if one known word is nearly spelled so', async () => {
  const cases = [
    [
      "what's the diffrence between a virus and a bacteria",
      "what's the difference between a virus and a bacteria",
    ],
    ['how does a refridgerator work', 'how does a refrigerator work'],
    ['waht is a black hole', 'what is a black hole'],
    ['photosinthesis', 'photosynthesis'],
  ] as const;
  for (const [topic, right] of cases) assert.equal(await spelling.correct(topic), right);
});

test('names, rare words and other languages keep their spelling', async () => {
  for (const topic of [
    'What did Lempicka paint in Warsav?',
    'why do cats wag and bark',
    'how do you knit a snood',
    'el planeta marte',
    'Pourquoi le ciel est-il bleu ?',
    'how does the x402-protokol work',
  ])
    assert.equal(await spelling.correct(topic), topic);
});

test('a misspelled topic is answered, and the job says how it was read', async (t) => {
  const script = await deskAt(t, 'http://127.0.0.1:9').write(
    order('how does a refridgerator work'),
    {},
    signal,
  );
  assert.equal(script.answers, true);
  assert.match(said(script), /carries heat out of the box/);
  assert.deepEqual(script.notes, ['the topic was read as “how does a refrigerator work”']);
});
