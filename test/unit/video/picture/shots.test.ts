import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Narration } from '../../../../src/video/narration.ts';
import { splitLongScenes } from '../../../../src/video/picture/shots.ts';
import { computeBeatTimes } from '../../../../src/video/picture/timeline.ts';
import type { Beat, Scene, Storyboard } from '../../../../src/video/storyboard.ts';
import { narrate } from '../../../../src/video/voice/narrate.ts';
import { silentVoice } from '../../../../src/video/voice/silent.ts';

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

const title: Scene = { kind: 'title' };
const picture: Scene = { kind: 'picture', pictures: ['sun'] };
const quoteOf = (text: string): Scene => ({ kind: 'quote', text, by: '' });
const related = 'The gates of the lock close because the ship has entered it.';

test('an opening that stands too long gives way to the diagram of its sentence, and keeps its words', () => {
  const given = storyboardOf(beatOf(related, title), beatOf('Short and plain.', picture));
  const { storyboard, narration } = splitLongScenes(given, spoken(given));
  assert.deepEqual(
    storyboard.beats.map(({ scene }) => scene.kind),
    ['title', 'chain', 'picture'],
  );
  const [opening] = computeBeatTimes(narration, storyboard.beats.length);
  assert.ok(opening && opening.to >= 1.4 && opening.to <= 4.3, `cut at ${opening?.to}`);
  assert.deepEqual(
    narration.words.map(({ text, start }) => [text, start]),
    spoken(given).words.map(({ text, start }) => [text, start]),
    'the narration does not change',
  );
});

test('what a sentence without relation says follows its picture, whole', () => {
  const said = 'It is a very quiet and lovely place these days, far from all of that.';
  const given = storyboardOf(beatOf(said, picture));
  const { storyboard } = splitLongScenes(given, spoken(given));
  assert.deepEqual(
    storyboard.beats.map(({ scene }) => scene),
    [picture, quoteOf(said)],
  );
});

test('scenes that fill up while they are narrated, short ones and uploads stay whole', () => {
  const table: Scene = {
    kind: 'versus',
    left: 'a',
    right: 'b',
    left_subject: 'sun',
    right_subject: 'moon',
    rows: [{ what: 'x', left: '1', right: '2' }],
  };
  for (const beat of [
    beatOf('Short and plain.', picture),
    beatOf(related, table),
    beatOf(related, { kind: 'definition', term: 'Lock', meaning: 'A chamber' }),
    beatOf(related, title, { image: 0 }),
  ]) {
    const given = storyboardOf(beat);
    assert.deepEqual(splitLongScenes(given, spoken(given)).storyboard.beats, [beat]);
  }
});

test('a long statement is shown in parts, cut where a clause begins, with all of its words', () => {
  const said =
    'The valley was once a bay of the sea, the hills are full of very old farms and gardens, and the towns down there are still the largest in the whole country.';
  const given = storyboardOf(beatOf(said, quoteOf(said)));
  const { storyboard, narration } = splitLongScenes(given, spoken(given));
  const texts = storyboard.beats.map(({ scene }) => (scene.kind === 'quote' ? scene.text : ''));
  assert.equal(texts.join(' ').toLowerCase(), said.toLowerCase());
  assert.ok(texts.length >= 2 && texts[0]?.endsWith(','), texts.join(' | '));
  for (const { from, to } of computeBeatTimes(narration, storyboard.beats.length))
    assert.ok(to - from <= 8 && to - from >= 2, `a shot of ${to - from} s`);
});

test('parts of a statement in a script without spaces have no spaces either', async () => {
  const text = `${'天空看起来是蓝色的因为空气分子散射蓝光'.repeat(3)}。`;
  const given = storyboardOf(beatOf('天空。', title), beatOf(text, quoteOf(text)));
  const { beats } = splitLongScenes(given, await narrate(given, 'af_heart', silentVoice)).storyboard;
  assert.ok(beats.length > 2);
  for (const { scene } of beats)
    assert.doesNotMatch(scene.kind === 'quote' ? scene.text : '', /\p{L} \p{L}/u);
});
