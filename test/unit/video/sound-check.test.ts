import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { narrateChecked } from '../../../src/video/voice/checked-narration.ts';
import { Kokoro } from '../../../src/video/voice/kokoro.ts';
import type { VoiceEngine } from '../../../src/video/voice/narrate.ts';
import { soundFault } from '../../../src/video/voice/sound-check.ts';
import type { SpeakReply, SpeakRequest } from '../../../src/video/voice/speaker-pool.ts';
import { SpokenCache } from '../../../src/video/voice/spoken-cache.ts';
import { freshDataDir } from '../../harness/data-dir.ts';

const sampleRate = 24_000;
const seconds = 1;

/** A tone that swells and fades, as loud as speech. */
const speech = () =>
  Float32Array.from(
    { length: sampleRate * seconds },
    (_, n) => 0.2 * Math.sin(n / 20) * Math.sin((Math.PI * n) / sampleRate),
  );
const words = [
  { start: 0.1, end: 0.45 },
  { start: 0.5, end: 0.9 },
];
const fault = (samples: Float32Array) => soundFault({ sampleRate, samples, words });

test('a model’s output is speech, or its fault is named', () => {
  assert.equal(fault(speech()), undefined);
  assert.equal(fault(new Float32Array(0)), 'no samples');
  assert.equal(fault(new Float32Array(sampleRate)), 'silence');
  assert.equal(fault(new Float32Array(sampleRate).fill(Number.NaN)), 'samples that are not numbers');
  assert.equal(fault(speech().fill(1.5e14, 500, 510)), 'a sample of 1.5e+14');
  const oneBurst = new Float32Array(sampleRate).fill(0.9, 0, 1_000);
  assert.equal(fault(oneBurst), 'silence where words are');
});

/** Speakers whose model fails for the first sentences. */
function failing(times: number) {
  const asked: SpeakRequest[] = [];
  return {
    asked,
    model: 'failing',
    speak: async (what: Omit<SpeakRequest, 'id'>): Promise<SpeakReply> => {
      asked.push({ id: asked.length, ...what });
      const samples = asked.length <= times ? speech().fill(Number.NaN) : speech();
      return { id: asked.length, samples, frames: [1, ...what.tokens.map(() => 1), 1] };
    },
  };
}

const board = { beats: [{ narration: 'Owls fly.' }] } as Parameters<typeof narrateChecked>[0];
const plain: VoiceEngine = {
  engine: 'flite',
  speak: async (shown) => ({ sampleRate, samples: speech(), words: shown.map(() => words[0]) }),
};

test('a bad sentence is synthesised again; if it stays bad the fallback voice speaks, and it is reported', async (t) => {
  for (const [times, engine, asked, notes] of [
    [1, 'kokoro', 2, []],
    [2, 'flite', 2, ['the voice model returned samples that are not numbers: the fallback voice is used']],
  ] as const) {
    const dir = await freshDataDir(t);
    const speakers = failing(times);
    const neural = new Kokoro({ speakers, cache: new SpokenCache(dir), guess: async () => [] });
    const noted: string[] = [];
    const onNote = (text: string) => noted.push(text);
    const narration = await narrateChecked(board, 'af_heart', {
      neural,
      plain,
      onNote,
      onProgress: () => {},
    });
    assert.equal(narration.engine, engine);
    assert.equal(speakers.asked.length, asked);
    assert.deepEqual(noted, notes);
    assert.equal((await readdir(dir)).length, engine === 'kokoro' ? 1 : 0, 'bad audio was cached');
  }
});
