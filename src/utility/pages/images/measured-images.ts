import type { SkillCall } from '../../catalogue/call.ts';
import { failureReason, type ValueOrReason, valueOrReason } from '../../catalogue/errors.ts';
import type { Workers } from '../../workers/workers.ts';
import type { Fetcher } from '../fetcher.ts';
import type { ImageFacts } from './image-facts.ts';

/** Images to download and measure, most relevant first. */
export const maxMeasured = 12;
const maxImageBytes = 512 * 1_024;
const imageTimeoutMs = 4_000;

/** Facts of each image, or why there are none. */
export async function measureImages(
  { fetcher, workers }: { readonly fetcher: Fetcher; readonly workers: Workers },
  wanted: readonly (string | null | undefined)[],
  colored: string | null | undefined,
  call: SkillCall,
): Promise<ReadonlyMap<string, ValueOrReason<ImageFacts>>> {
  const urls = [...new Set(wanted)].flatMap((each) => each ?? []);
  const found = await Promise.all(
    urls.map(async (url, at): Promise<[string, ValueOrReason<ImageFacts>]> => {
      if (at >= maxMeasured) return [url, { reason: `only the first ${maxMeasured} images are measured` }];
      const bytes = await imageBytes(fetcher, url, call);
      if ('reason' in bytes) return [url, bytes];
      const input = { bytes: bytes.value, colors: url === colored };
      const reading = workers.run('image-facts', input, { signal: call.signal, bytes: bytes.value.length });
      const facts = await valueOrReason(reading, call);
      const isImage = 'reason' in facts || facts.value.size !== null;
      return [url, isImage ? facts : { reason: 'it is not a supported image format' }];
    }),
  );
  return new Map(found);
}

async function imageBytes(fetcher: Fetcher, url: string, call: SkillCall): Promise<ValueOrReason<Buffer>> {
  const data = /^data:[^,]{0,100};base64,(.+)$/s.exec(url)?.[1];
  if (data !== undefined) return { value: Buffer.from(data, 'base64') };
  if (url.startsWith('data:')) return { value: Buffer.from(safeDecode(url.slice(url.indexOf(',') + 1))) };
  const options = { timeoutMs: imageTimeoutMs, maxBytes: maxImageBytes, onOversize: 'truncate' } as const;
  const answer = await valueOrReason(fetcher.get(url, call, options), call);
  const isThere = 'value' in answer && answer.value.status >= 200 && answer.value.status < 300;
  return isThere ? { value: answer.value.body } : { reason: failureReason(answer) };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
