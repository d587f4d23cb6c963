import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitIntoPages } from '../../../../src/video/picture/captions/pages.ts';
import { toWebVtt } from '../../../../src/video/picture/captions/webvtt.ts';
import { narrate } from '../../../../src/video/voice/narrate.ts';
import { silentVoice } from '../../../../src/video/voice/silent.ts';
import { splitIntoPhrases } from '../../../../src/video/voice/unspaced.ts';
import { storyboard } from '../../../fixtures/video/storyboards.ts';

/** The caption pages of a text spoken at an even pace. */
function pages(text: string): string[] {
  const words = text.split(' ').map((word, i) => ({
    text: word,
    start: i * 0.3,
    end: i * 0.3 + 0.28,
    beat: 0,
    sentence: 0,
  }));
  return splitIntoPages(words, words.length).map((page) => page.words.map((word) => word.text).join(' '));
}

test('a caption never joins two clauses', () => {
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
  assert.deepEqual(pages('He told a large crowd “Ich bin ein Berliner”.'), [
    'He told',
    'a large crowd',
    '“Ich bin',
    'ein Berliner”.',
  ]);
});

test('a caption does not end with a word that belongs to the next', () => {
  const all = pages('Outside a cold liquid boils into gas and soaks up heat from the air around it.');
  for (const page of all.slice(0, -1))
    assert.doesNotMatch(page, / (?:the|a|and|from|into)$/, all.join(' / '));
  for (const page of all) assert.ok(page.length <= 19 && page.split(' ').length <= 4, page);
});

test('the question mark stays, and punctuation of other scripts ends clauses too', () => {
  assert.equal(pages('Why is the sky blue?').at(-1)!.at(-1), '?');
  assert.deepEqual(pages('لماذا السماء زرقاء؟ لأن الضوء يتبعثر،').length, 2);
  assert.deepEqual(pages('空は、 なぜ 青いのか？ 光が 散る。'), ['空は、', 'なぜ 青いのか？', '光が 散る。']);
  assert.deepEqual(pages('He said “no!” and left.'), ['He said “no!”', 'and left.']);
});

test('a word longer than a caption gets its own', () => {
  const long = 'Donaudampfschifffahrtsgesellschaft';
  assert.deepEqual(pages(`Die ${long} fährt.`), ['Die', long, 'fährt.']);
});

test('a script without spaces is split by phrase, and its captions get no spaces', async () => {
  assert.equal(splitIntoPhrases('Why is the sky blue?'), 'Why is the sky blue?');
  assert.equal(
    splitIntoPhrases('空は青く見える。').replaceAll(' ', ''),
    '空は青く見える。',
    'nothing is lost',
  );
  const narration = '太陽の光にはすべての色が混ざっています。空気は赤よりも青い光を強く散らします。';
  const [beat] = storyboard.beats;
  assert.ok(beat);
  const spoken = await narrate({ beats: [{ ...beat, narration }] }, 'af_heart', silentVoice);
  assert.ok(spoken.words.length >= 8, `${spoken.words.length} words`);
  assert.ok(spoken.duration > 5, 'enough time to read it');
  const all = splitIntoPages(spoken.words, spoken.duration);
  for (const { words } of all)
    assert.ok(
      [...words.map(({ text }) => text).join('')].length <= 12,
      words.map(({ text }) => text).join('|'),
    );
  const bare = toWebVtt(all, 'ja')
    .split('\n')
    .filter((line) => /\p{Script=Han}/u.test(line))
    .map((line) => line.replace(/<[^>]*>/g, ''));
  assert.equal(bare.join(''), narration);
});
