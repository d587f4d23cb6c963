import { fileURLToPath } from 'node:url';
import type { Narration } from '../narration.ts';
import type { Voice } from '../voice/voices.ts';
import { askChild } from './child.ts';

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
export const speakSample = (order: SampleOrder, signal: AbortSignal): Promise<VoiceSample> =>
  askChild(sampler, order, signal);
