import { voicesOnDisk } from '../voice/pull.ts';
import { encodeWav } from '../voice/wav.ts';
import { lowerPriority } from './priority.ts';
import type { SampleOrder, VoiceSample } from './sample.ts';
import { narrateWith } from './speak.ts';

// A separate process: speaks one sentence in one voice, and exits.
process.on('disconnect', () => process.exit(1));

async function speak({ voice, text, dir }: SampleOrder): Promise<VoiceSample> {
  const { engine, samples, sampleRate } = await narrateWith(
    await voicesOnDisk(dir),
    { storyboard: { beats: [{ narration: text }] }, voice, voices: { dir }, speakers: 1 },
    { onProgress: () => {}, onNote: () => {} },
  );
  return { engine, wav: encodeWav(samples, sampleRate) };
}

process.once('message', (order: SampleOrder) => {
  lowerPriority(order.niceness);
  speak(order).then(
    (sample) => process.send?.(sample, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () =>
        process.exit(1),
      );
    },
  );
});
