import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutPage } from '../../../../src/video/picture/captions/layout.ts';
import { splitIntoPages } from '../../../../src/video/picture/captions/pages.ts';
import { toWebVtt } from '../../../../src/video/picture/captions/webvtt.ts';
import { upright } from '../../../../src/video/picture/frame.ts';
import { pairings } from '../../../../src/video/picture/look/pairings.ts';
import { findCues } from '../../../../src/video/picture/scenes/cues.ts';
import { Type } from '../../../../src/video/picture/text/type.ts';
import { fitText } from '../../../../src/video/picture/text/wrap.ts';
import { computeBeatTimes } from '../../../../src/video/picture/timeline.ts';
import { splitSentences } from '../../../../src/video/voice/sentences.ts';
import { everyKind, narrate } from '../../../fixtures/video/picture/story.ts';
import { formatBox, overlap, within } from './boxes.ts';
import { hostile } from './hostile-texts.ts';

test('captions stay in their band and never overlap', () => {
  for (const [name, [language, text]] of Object.entries(hostile)) {
    const words = text.trim() === '' ? ['-'] : text.split(/\s+/u);
    const spoken = words.map((word, i) => ({ text: word, start: i, end: i + 0.9, beat: 0, sentence: 0 }));
    const type = new Type(pairings.poster, language, text);
    for (const page of splitIntoPages(spoken, words.length)) {
      const set = layOutPage(type, page, upright.captionBand);
      for (const { pill } of set) assert.ok(within(pill, upright.captionBand), `${name}: ${formatBox(pill)}`);
      set.forEach(({ box }, i) => {
        for (const other of set.slice(i + 1)) assert.ok(!overlap(box, other.box), name);
      });
    }
  }
});

test('words of a right-to-left script are set from right to left', () => {
  const words = ['السماء', 'زرقاء'].map((text, i) => ({ text, start: i, end: i + 1, beat: 0, sentence: 0 }));
  const [first, second] = layOutPage(
    new Type(pairings.poster, 'ar', 'السماء زرقاء'),
    { words, from: 0, to: 2 },
    upright.captionBand,
  );
  assert.ok(first!.box.x > second!.box.x);
});

test('captions of scripts without spaces have none, and end where a clause ends', async () => {
  const chinese = ['蓝光', '的', '能力'].map((text, i) => ({
    text,
    start: i,
    end: i + 1,
    beat: 0,
    sentence: 0,
  }));
  const placed = layOutPage(
    new Type(pairings.poster, 'zh', '蓝光的能力'),
    { words: chinese, from: 0, to: 3 },
    upright.captionBand,
  );
  placed.slice(1).forEach(({ box, size }, i) => {
    const before = placed[i]!.box;
    assert.ok(box.x - (before.x + before.w) < size * 0.1, 'no gap as wide as a space');
  });
  const thai = 'แสงอาทิตย์ประกอบด้วยทุกสี โมเลกุลของอากาศกระเจิงแสงสีน้ำเงินมากกว่าแสงสีแดงประมาณ 5 เท่า';
  assert.deepEqual(splitSentences(thai), [
    'แสงอาทิตย์ประกอบด้วยทุกสี',
    'โมเลกุลของอากาศกระเจิงแสงสีน้ำเงินมากกว่าแสงสีแดงประมาณ 5 เท่า',
  ]);
  const type = new Type(pairings.poster, 'ja', '空はなぜ青いのか？');
  const { lines } = fitText(type, '空はなぜ青いのか？', {
    role: 'display',
    w: 500,
    h: 900,
    largest: 120,
    smallest: 40,
    lines: 4,
  });
  assert.deepEqual(lines, ['空はなぜ', '青いのか？'], 'no line starts with a particle');
});

test('captions end with sentences and contain each word once; WebVTT matches and escapes markup', () => {
  const { words, duration } = narrate(everyKind);
  const pages = splitIntoPages(words, duration);
  assert.deepEqual(
    pages.flatMap((page) => page.words),
    words,
  );
  for (const page of pages) assert.equal(new Set(page.words.map(({ sentence }) => sentence)).size, 1);
  pages.forEach((page, i) => {
    assert.ok(page.from < page.to && page.to <= (pages[i + 1]?.from ?? duration));
  });
  const tricky = [
    { text: '-->', start: 1, end: 2, beat: 0, sentence: 0 },
    { text: '<b>&\n\nNOTE', start: 3661.5, end: 3662, beat: 0, sentence: 0 },
  ];
  const vtt = toWebVtt(splitIntoPages(tricky, 3663), 'en');
  assert.equal(vtt.split('\n\n').length, 3);
  assert.ok(vtt.includes('--&gt;') && vtt.includes('&lt;b&gt;&amp; NOTE'));
  assert.ok(vtt.includes('01:01:01.440 --> '));
});

test('a scene starts with its first sentence, and its items appear as they are spoken', () => {
  const narration = narrate(everyKind);
  const spans = computeBeatTimes(narration, everyKind.beats.length);
  spans.forEach(({ from, to, beat }) => {
    const own = narration.words.filter((word) => word.beat === beat);
    assert.ok(from <= own[0]!.start && own.at(-1)!.end <= to, `beat ${beat}: ${from} to ${to}`);
  });
  assert.equal(spans.at(-1)!.to, narration.duration);
  const said = ['first', 'copper', 'then', 'the', 'irons'].map((text, i) => ({
    text,
    start: 10 + i,
    end: 10.9 + i,
    beat: 0,
    sentence: 0,
  }));
  const [copper, iron, never] = findCues(said, 10, 8).of(['Copper is blue', 'Irony of iron', 'Never said']);
  assert.ok(Math.abs(copper! - 0.82) < 0.01 && Math.abs(iron! - 3.82) < 0.01);
  assert.ok(never! > iron! && never! < 8 * 0.83);
});
