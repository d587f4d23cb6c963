import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';

const maxBytes = 12_000_000;
const timeoutMs = 20_000;
const allowedTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);

interface ImageDependencies {
  readonly outbound: Outbound;
  readonly blobs: BlobStore;
}

/**
 * Stores the caller's images as files of the job, in order. An image that cannot be fetched fails the job
 * with its reason.
 */
export async function fetchImages(
  deps: ImageDependencies,
  urls: readonly string[],
  workDir: string,
  signal: AbortSignal,
): Promise<{ files: string[] }> {
  if (urls.length === 0) return { files: [] };
  const { fileTypeFromBuffer } = await import('file-type');
  const folder = join(workDir, 'images');
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [index, url] of urls.entries()) {
    const bytes =
      (await readUploadedImage(deps.blobs, url)) ?? (await fetchImage(deps.outbound, url, index, signal));
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !allowedTypes.has(type.mime))
      throw new Error(
        `images[${index}] is ${type?.mime ?? 'not an image'}; PNG, JPEG and WebP are supported`,
      );
    const file = join(folder, `${index}.${type.ext}`);
    await writeFile(file, bytes);
    files.push(file);
  }
  return { files };
}

/** City files are named by the hash of their bytes, so they are read from the blob store directly. */
async function readUploadedImage(blobs: BlobStore, url: string): Promise<Buffer | undefined> {
  const hash = /\/files\/([0-9a-f]{64})\.[a-z]{2,4}$/.exec(new URL(url).pathname)?.[1];
  const reading = hash === undefined ? undefined : await blobs.read(`uploads/${hash}`);
  if (!reading || reading.end >= maxBytes) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of reading.stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function fetchImage(
  outbound: Outbound,
  url: string,
  index: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const answer = await outbound.fetch(url, { timeoutMs, maxBytes, signal });
  if (answer.status !== 200) throw new Error(`images[${index}] returned status ${answer.status}`);
  return answer.body;
}
