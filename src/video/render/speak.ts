import { join } from 'node:path';
import type { Narration } from '../narration.ts';
import { narrateChecked } from '../voice/checked-narration.ts';
import { Flite } from '../voice/flite.ts';
import { Kokoro } from '../voice/kokoro.ts';
import { narrate, type Spoken, type VoiceEngine } from '../voice/narrate.ts';
import { tryPullVoices } from '../voice/pull.ts';
import { silentVoice } from '../voice/silent.ts';
import { SpeakerPool } from '../voice/speaker-pool.ts';
import { SpokenCache } from '../voice/spoken-cache.ts';
import type { Voice } from '../voice/voices.ts';
import type { VoiceFiles } from '../voice/weights.ts';
import type { RenderOrder, VoiceSource } from './order.ts';

/** Share of the stage for downloading the weights, if that is necessary. */
const fetchShare = 0.3;

interface Listener {
  onProgress(done: number): void;
  onNote(text: string): void;
}

/**
 * Narrates the storyboard in the requested voice, or in the fallback voice if its weights are unavailable.
 */
export async function speak(order: RenderOrder, { onProgress, onNote }: Listener): Promise<Narration> {
  const { voice } = order;
  if (voice === 'none') return narrate(order.storyboard, 'af_heart', silentVoice, onProgress);
  let fetched = 0;
  const fetching = {
    dir: order.voices.dir,
    onProgress: (done: number) => {
      fetched = fetchShare;
      onProgress(done * fetchShare);
    },
  };
  const files = await tryPullVoices(fetching, ({ message }) => onNote(message));
  const spoken = (done: number) => onProgress(fetched + done * (1 - fetched));
  return narrateWith(files, { ...order, voice }, { onProgress: spoken, onNote });
}

/** Narrates the storyboard in a voice with local weights, or in the fallback voice without them. */
export async function narrateWith(
  files: VoiceFiles | undefined,
  order: {
    readonly storyboard: Spoken;
    readonly speakers: number;
    readonly voice: Voice;
    readonly voices: VoiceSource;
  },
  { onProgress, onNote }: Listener,
): Promise<Narration> {
  const { storyboard, voice } = order;
  const flite = await Flite.load();
  const plain: VoiceEngine = { engine: 'flite', speak: (words, voice) => flite.speak(words, voice) };
  if (!files) return narrate(storyboard, voice, plain, onProgress);
  const speakers = new SpeakerPool(files, order.speakers);
  const cache = new SpokenCache(join(order.voices.dir, 'spoken'));
  try {
    const neural = new Kokoro({ speakers, cache, guess: (words) => flite.guess(words) });
    return await narrateChecked(storyboard, voice, { neural, plain, onProgress, onNote });
  } finally {
    await speakers.close();
    await cache.sweep();
  }
}
