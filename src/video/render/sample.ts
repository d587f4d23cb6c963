import { fileURLToPath } from 'node:url';
import type { Narration } from '../narration.ts';
import type { Voice } from '../voice/voices.ts';
import { startChild } from './child.ts';

export interface SampleOrder {
  readonly voice: Voice;
  readonly text: string;
  /** Folder of the voices' weights, if they are on this machine. */
  readonly dir: string;
  readonly niceness: number;
}

export interface VoiceSample {
  readonly engine: Narration['engine'];
  readonly wav: Uint8Array;
}

const sampler = fileURLToPath(new URL('./sampler.ts', import.meta.url));

/** Synthesises a sentence in a separate process, since synthesis blocks its thread. */
export function speakSample(order: SampleOrder, signal: AbortSignal): Promise<VoiceSample> {
  const child = startChild(sampler, signal);
  return new Promise<VoiceSample>((resolve, reject) => {
    child.process.on('message', (sample: VoiceSample) => resolve(sample));
    child.process.on('error', reject);
    child.process.on('exit', () =>
      reject(signal.aborted ? signal.reason : new Error(`the voice sample failed: ${child.stderr()}`)),
    );
    child.process.send(order);
  }).finally(child.release);
}
