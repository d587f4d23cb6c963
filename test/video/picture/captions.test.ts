import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagesOf } from '../../../src/video/picture/captions/pages.ts';

/** The pages of a text that is spoken at an even pace. */
function pages(text: string): string[] {
  const words = text.split(' ').map((word, i) => ({
    text: word,
    start: i * 0.3,
    end: i * 0.3 + 0.28,
    beat: 0,
    sentence: 0,
  }));
  return pagesOf(words, words.length).map((page) => page.words.map((word) => word.text).join(' '));
}

test('a page never joins two clauses', () => {
  assert.deepEqual(pages('The gas gets hot, hot enough to heat a house.'), [
    'The gas gets hot,',
    'hot enough',
    'to heat a house.',
  ]);
  assert.deepEqual(pages('So, it fetches heat: it does not make it.'), [
    'So,',
    'it fetches heat:',
    'it does',
    'not make it.',
  ]);
  assert.deepEqual(pages('It stops — then starts again.'), ['It stops —', 'then starts again.']);
});

test('a page does not end with a word that leans on the next', () => {
  const all = pages('Outside a cold liquid boils into gas and soaks up heat from the air around it.');
  for (const page of all.slice(0, -1))
    assert.doesNotMatch(page, / (?:the|a|and|from|into)$/, all.join(' / '));
  for (const page of all) assert.ok(page.length <= 19 && page.split(' ').length <= 4, page);
});

test('the question mark stays, and marks of other scripts end clauses too', () => {
  assert.equal(pages('Why is the sky blue?').at(-1)!.at(-1), '?');
  assert.deepEqual(pages('لماذا السماء زرقاء؟ لأن الضوء يتبعثر،').length, 2);
  assert.deepEqual(pages('空は、 なぜ 青いのか？ 光が 散る。'), ['空は、', 'なぜ 青いのか？', '光が 散る。']);
  assert.deepEqual(pages('He said “no!” and left.'), ['He said “no!”', 'and left.']);
});

test('a word that is longer than a page has one of its own', () => {
  const long = 'Donaudampfschifffahrtsgesellschaft';
  assert.deepEqual(pages(`Die ${long} fährt.`), ['Die', long, 'fährt.']);
});
