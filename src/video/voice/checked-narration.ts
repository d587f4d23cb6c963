import type { Narration } from '../narration.ts';
import { narrate, type Spoken, type VoiceEngine } from './narrate.ts';
import { BadSound } from './sound-check.ts';
import type { Voice } from './voices.ts';

interface Engines {
  readonly neural: VoiceEngine;
  readonly plain: VoiceEngine;
  onProgress(done: number): void;
  onNote(text: string): void;
}

/**
 * Narration in the neural voice. If its model returns something that is not speech, the fallback voice speaks
 * everything, since a voice that changes between two sentences is worse than either; `engine` tells which one
 * spoke.
 */
export async function narrateChecked(
  storyboard: Spoken,
  voice: Voice,
  { neural, plain, onProgress, onNote }: Engines,
): Promise<Narration> {
  try {
    return await narrate(storyboard, voice, neural, onProgress);
  } catch (error) {
    if (!(error instanceof BadSound)) throw error;
    onNote(`${error.message}: the fallback voice is used`);
    return narrate(storyboard, voice, plain, onProgress);
  }
}
