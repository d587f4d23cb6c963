import assert from 'node:assert/strict';
import path from 'node:path';
import { before, test } from 'node:test';
import { Flite } from '../../../src/video/voice/flite.ts';
import { Kokoro } from '../../../src/video/voice/kokoro.ts';
import { narrate, sentencesIn } from '../../../src/video/voice/narrate.ts';
import { SpeakerPool } from '../../../src/video/voice/speaker-pool.ts';
import { SpokenCache } from '../../../src/video/voice/spoken-cache.ts';
import { trimSilence } from '../../../src/video/voice/spoken-sentence.ts';
import { freshDataDir } from '../../harness/data-dir.ts';
import { carriedOver } from './alignment.ts';
import { voicesHere } from './voices-here.ts';

/** Maximum distance of a caption from the spoken word. */
const near_s = 0.15;
/** Limit for most of them. */
const usual_s = 0.07;
const voice = 'af_heart';
const story = {
  beats: [{ narration: 'The octopus has three hearts, and nine brains. Really?' }],
} as never;

let here: Awaited<ReturnType<typeof voicesHere>>;
let flite: Flite;
before(async () => {
  here = await voicesHere();
  flite = await Flite.load();
});

/** Loudness in steps of five milliseconds, relative to the maximum. */
function levels(samples: Float32Array, rate: number): Float32Array {
  const size = Math.round(rate * 0.005);
  const all = Float32Array.from({ length: Math.floor(samples.length / size) }, (_, i) => {
    let sum = 0;
    for (let k = i * size; k < (i + 1) * size; k++) sum += samples[k]! ** 2;
    return Math.sqrt(sum / size);
  });
  const loudest = all.reduce((a, b) => Math.max(a, b), 0);
  return all.map((level) => level / loudest);
}

test('word times match the sound: another voice saying the same text is aligned with it', async (t) => {
  const dir = await freshDataDir(t);
  const speakers = new SpeakerPool(here, 2);
  t.after(() => speakers.close());
  const kokoro = new Kokoro({
    speakers,
    cache: new SpokenCache(path.join(dir, 'spoken')),
    guess: (words) => flite.guess(words),
  });
  const narration = await narrate(story, voice, kokoro);
  const off: { text: string; s: number }[] = [];
  for (const [index, { words }] of sentencesIn(story).entries()) {
    const other = trimSilence(await flite.speak(words, voice));
    const own = narration.words.filter(({ sentence }) => sentence === index);
    // The sentence within the narration, with a little of the silence around it.
    const [from, to] = [own[0]!.start - 0.1, own.at(-1)!.end + 0.1];
    const rate = narration.sampleRate;
    const cut = narration.samples.slice(Math.round(from * rate), Math.round(to * rate));
    const starts = other.words.map((word) => word!.start);
    const heard = carriedOver(starts, other, { samples: cut, sampleRate: rate });
    off.push(...own.map(({ text, start }, i) => ({ text, s: start - (from + heard[i]!) })));
  }
  const offsets = off.map(({ text, s }) => `${text} ${Math.round(s * 1000)}`).join(', ');
  assert.equal(off.length, 9);
  for (const { text, s } of off) assert.ok(Math.abs(s) <= near_s, `${text} is ${s} s off: ${offsets}`);
  const middle = off.map(({ s }) => Math.abs(s)).sort((a, b) => a - b)[off.length >> 1]!;
  assert.ok(middle <= usual_s, `most are ${middle} s off: ${offsets}`);
  // Beginnings and ends next to silence can be measured without another voice.
  const level = levels(narration.samples, narration.sampleRate);
  const loud = (s: number) => (level[Math.floor(s / 0.005)] ?? 0) > 0.03;
  const seek = (from: number, step: number) => {
    let at = from;
    while (at > 0 && at < narration.duration && !loud(at)) at += step * 0.005;
    return at;
  };
  narration.words.forEach(({ text, start, end }, i) => {
    const before = narration.words[i - 1];
    if (!before || /[,.?]$/.test(before.text)) {
      const onset = seek((before?.end ?? 0) + 0.06, 1);
      assert.ok(Math.abs(start - onset) <= near_s, `${text} begins at ${start}, its sound at ${onset}`);
    }
    if (/[,.?]$/.test(text)) {
      const offset = seek((narration.words[i + 1]?.start ?? narration.duration) - 0.06, -1);
      assert.ok(Math.abs(end - offset) <= near_s, `${text} ends at ${end}, its sound at ${offset}`);
    }
  });
});

test('the check can fail: words reported a quarter of a second late, or one word off, are found', async () => {
  const [{ words } = { words: [] }] = sentencesIn(story);
  const [own, other] = [
    trimSilence(await flite.speak(words, voice)),
    trimSilence(await flite.speak(words, 'am_michael')),
  ];
  const starts = other.words.map((word) => word!.start);
  const heard = carriedOver(starts, other, own);
  const off = (starts: readonly number[]) =>
    Math.max(...starts.map((start, i) => Math.abs(start - heard[i]!)));
  const truth = own.words.map((word) => word!.start);
  assert.ok(off(truth) <= near_s, `the unshifted times are ${off(truth)} s off`);
  assert.ok(off(truth.map((start) => start + 0.25)) > near_s);
  assert.ok(off([...truth.slice(1), truth.at(-1)!]) > near_s);
});
