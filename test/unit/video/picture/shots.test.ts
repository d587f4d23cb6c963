import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Narration } from '../../../../src/video/narration.ts';
import { splitLongScenes } from '../../../../src/video/picture/shots.ts';
import { computeBeatTimes } from '../../../../src/video/picture/timeline.ts';
import type { Beat, Scene, Storyboard } from '../../../../src/video/storyboard.ts';

const beatOf = (narration: string, scene: Scene, more: Partial<Beat> = {}): Beat => ({
  narration,
  on_screen: 'Words',
  subject: 'sun',
  mood: 'calm',
  scene,
  ...more,
});
const storyboardOf = (...beats: Beat[]): Storyboard => ({
  title: 'x',
  description: 'x',
  tags: ['x'],
  language: 'en',
  mood: 'calm',
  beats,
});

/** Half a second for each word. */
function spoken({ beats }: Storyboard): Narration {
  const words = beats
    .flatMap(({ narration }, beat) => narration.split(' ').map((text) => ({ text, beat, sentence: beat })))
    .map((word, i) => ({ ...word, start: i / 2, end: (i + 1) / 2 }));
  const duration = words.length / 2;
  return { engine: 'none', sampleRate: 24_000, samples: new Float32Array(0), words, duration };
}

const definition: Scene = { kind: 'definition', term: 'x402', meaning: 'A protocol' };
const picture: Scene = { kind: 'picture', pictures: ['sun'] };
const long = 'x402 is an open protocol for paying over HTTP, built on the status code 402, Payment Required.';

test('a scene of more than six seconds is cut in two where a clause begins', () => {
  const given = storyboardOf(beatOf(long, definition), beatOf('Short and plain.', picture));
  const { storyboard, narration } = splitLongScenes(given, spoken(given));
  assert.deepEqual(
    storyboard.beats.map(({ scene, on_screen }) => [scene.kind, on_screen]),
    [
      ['definition', 'Words'],
      ['picture', 'Built on the status code 402, Payment Required'],
      ['picture', 'Words'],
    ],
  );
  assert.equal(narration.words.find(({ beat }) => beat === 1)?.text, 'built');
  assert.equal(narration.words.find(({ beat }) => beat === 2)?.text, 'Short');
  assert.deepEqual(
    narration.words.map(({ text, start }) => [text, start]),
    spoken(given).words.map(({ text, start }) => [text, start]),
    'the narration does not change',
  );
  for (const { from, to } of computeBeatTimes(narration, storyboard.beats.length))
    assert.ok(to - from <= 6, `a shot of ${to - from} s`);
});

test('a scene with one word that takes seconds to say is cut before that word', () => {
  const given = storyboardOf(beatOf('The speed of it is 299,792,458 metres per second.', picture));
  const words = spoken(given).words.map((word, i) => ({
    ...word,
    start: word.start + (i > 5 ? 3.5 : 0),
    end: word.end + (i > 4 ? 3.5 : 0),
  }));
  const { storyboard } = splitLongScenes(given, { ...spoken(given), words, duration: 8 });
  assert.deepEqual(
    storyboard.beats.map(({ on_screen }) => on_screen),
    ['Words', '299,792,458 metres per second'],
  );
});

test('a second shot that would begin with a preposition keeps the headline of its scene', () => {
  const given = storyboardOf(
    beatOf('The whole old company was sold by its two young owners last year alone.', picture),
  );
  const { storyboard } = splitLongScenes(given, spoken(given));
  assert.equal(storyboard.beats.length, 2);
  assert.match(storyboard.beats[1]?.narration ?? '', /^by its /);
  assert.equal(storyboard.beats[1]?.on_screen, 'Words');
});

test('a clause without punctuation before it is a place to cut too, and conjunctions are left out', () => {
  const given = storyboardOf(
    beatOf('Most microwave ovens use waves of a length that swing two billion times each second.', picture),
    beatOf('It is a region of space where gravity is so strong that nothing at all can escape.', definition),
  );
  const { storyboard } = splitLongScenes(given, spoken(given));
  assert.deepEqual(
    storyboard.beats.map(({ on_screen }) => on_screen),
    [
      'Words',
      'Swing two billion times each second',
      'Words',
      'Where gravity is so strong that nothing at all can escape',
    ],
  );
});

const steps: Scene = {
  kind: 'process',
  loop: false,
  steps: [
    { label: 'a', picture: 'sun' },
    { label: 'b', picture: 'moon' },
  ],
  at: 0,
};

test('a long step is cut as well, and the next step goes on where it was', () => {
  const given = storyboardOf(beatOf(long, steps), beatOf('Short and plain.', { ...steps, at: 1 }));
  const { storyboard } = splitLongScenes(given, spoken(given));
  assert.deepEqual(
    storyboard.beats.map(({ scene }) => ('at' in scene ? `${scene.kind} ${scene.at}` : scene.kind)),
    ['process 0', 'picture', 'process 1'],
  );
});

test('a long sentence without a clause is cut between two words, and keeps its headline', () => {
  const given = storyboardOf(beatOf(Array(14).fill('na').join(' '), picture));
  const { storyboard } = splitLongScenes(given, spoken(given));
  assert.deepEqual(
    storyboard.beats.map(({ narration, on_screen }) => [narration.split(' ').length, on_screen]),
    [
      [14, 'Words'],
      [7, 'Words'],
    ],
  );
});

const table: Scene = {
  kind: 'versus',
  left: 'a',
  right: 'b',
  left_subject: 'sun',
  right_subject: 'moon',
  rows: [{ what: 'x', left: '1', right: '2' }],
};

test('a long row stays in its table, and the headline goes on to its other side', () => {
  const row: Scene = { ...table, at: 0 };
  const said = 'Highest mountain: Zugspitze, 2,962 m, for the one; Mont Blanc, about 4,806 m, for the other.';
  const given = storyboardOf(beatOf(said, row));
  const { storyboard } = splitLongScenes(given, spoken(given));
  assert.deepEqual(
    storyboard.beats.map(({ scene, on_screen }) => [scene, on_screen]),
    [
      [row, 'Words'],
      [row, 'Mont Blanc, about 4,806 m, for the other'],
    ],
  );
});

test('short scenes, tables and uploads stay whole', () => {
  for (const beat of [
    beatOf('Short and plain.', picture),
    beatOf(long, table),
    beatOf(long, picture, { image: 0 }),
  ]) {
    const given = storyboardOf(beat);
    assert.deepEqual(splitLongScenes(given, spoken(given)).storyboard.beats, [beat]);
  }
});

test('a scene of fifteen seconds has three shots or more, each with its own words', () => {
  const said =
    'The valley was flooded by the sea at the end of the ice age, the farmers moved up into the hills with their horses and cattle, and the towns that they founded there are still the largest in the whole country.';
  const given = storyboardOf(beatOf(said, picture), beatOf('It is a quiet place now.', picture));
  const { storyboard, narration } = splitLongScenes(given, spoken(given));
  const spans = computeBeatTimes(narration, storyboard.beats.length);
  for (const { from, to } of spans) assert.ok(to - from >= 3 && to - from <= 6, `a shot of ${to - from} s`);
  assert.ok(spans.length >= 5, `${spans.length} shots`);
  assert.equal(new Set(storyboard.beats.map(({ on_screen }) => on_screen)).size >= 3, true);
  for (const { on_screen } of storyboard.beats) assert.doesNotMatch(on_screen, /[,;]$/);
});
