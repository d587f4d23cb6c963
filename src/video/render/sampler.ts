import { voicesOnDisk } from '../voice/pull.ts';
import { encodeWav } from '../voice/wav.ts';
import { answerParent } from './child.ts';
import type { SampleOrder } from './sample.ts';
import { narrateWith } from './speak.ts';

// A separate process: speaks one sentence in one voice, and exits.
answerParent(async ({ voice, text, dir }: SampleOrder) => {
  const { engine, samples, sampleRate } = await narrateWith(
    await voicesOnDisk(dir),
    { storyboard: { beats: [{ narration: text }] }, voice, voices: { dir }, speakers: 1 },
    { onProgress: () => {}, onNote: () => {} },
  );
  return { engine, wav: encodeWav(samples, sampleRate) };
});
