import type { Outbound, OutboundResponse } from '../../platform/outbound/outbound.ts';
import { DownloadedFile } from './downloaded-file.ts';
import type { PullProgress } from './pull-progress.ts';
import type { WeightFile } from './weights.ts';

const partBytes = 8 * 1_048_576;
const partTimeoutMs = 120_000;
const tries = 4;
const maxRedirects = 5;

/** Downloads the weights from a web server in parts, so that a broken connection costs only one part. */
export async function fromWeb(baseUrl: string, outbound: Outbound, pulling: PullProgress): Promise<void> {
  const { dir, missing, onProgress, signal } = pulling;
  const total = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const file of missing) {
    const arriving = await DownloadedFile.open(dir, file);
    try {
      await receive(file, arriving);
    } catch (error) {
      await arriving.drop();
      throw error;
    }
    await arriving.end();
    before += file.bytes;
  }

  async function receive(file: WeightFile, arriving: DownloadedFile): Promise<void> {
    let url = `${baseUrl}/${file.hosted}`;
    let failures = 0;
    while (arriving.taken < file.bytes) {
      try {
        const part = await downloadPart(url, arriving.taken, file);
        url = part.url;
        await arriving.take(part.body);
        onProgress((before + arriving.taken) / total);
        failures = 0;
      } catch (error) {
        if (++failures >= tries || signal?.aborted) throw error;
        // A signed URL may have expired: the redirects are followed again.
        url = `${baseUrl}/${file.hosted}`;
      }
    }
  }

  /** Redirects are followed here, since the range header would not be forwarded to another origin. */
  async function downloadPart(
    from: string,
    start: number,
    file: WeightFile,
  ): Promise<{ url: string; body: Buffer }> {
    const end = Math.min(start + partBytes, file.bytes) - 1;
    let url = from;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const answer = await outbound.fetch(url, {
        headers: { range: `bytes=${start}-${end}`, 'accept-encoding': 'identity' },
        timeoutMs: partTimeoutMs,
        maxBytes: file.bytes,
        maxRedirects: 0,
        ...(signal && { signal }),
      });
      const next = redirectTarget(answer, url);
      if (next === undefined) return { url, body: requireBytes(answer, start) };
      url = next;
    }
    throw new Error(`${from} redirects too often`);
  }
}

function redirectTarget({ status, headers }: OutboundResponse, at: string): string | undefined {
  const to = headers.location;
  return status >= 300 && status < 400 && typeof to === 'string' ? new URL(to, at).href : undefined;
}

function requireBytes({ status, body, url }: OutboundResponse, start: number): Buffer {
  if (status === 206) return body;
  // A server without range support sends the whole file.
  if (status === 200) return body.subarray(start);
  throw new Error(`${new URL(url).host} returned ${status}`);
}
