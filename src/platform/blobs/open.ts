import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { FileBlobStore } from './files.ts';

export interface BlobSettings {
  /** `s3://bucket/prefix?endpoint=…&region=…&path_style=1`; without it, blobs are files in `dir`. */
  readonly url?: string | undefined;
  /** A directory for blobs only. With S3, it holds incoming blobs until they are complete. */
  readonly dir: string;
  /** Timeout for a network store that stops responding; 10 s by default. */
  readonly silenceMs?: number | undefined;
}

export async function openBlobStore({ url, dir, silenceMs }: BlobSettings): Promise<BlobStore> {
  if (url === undefined) return FileBlobStore.open(dir);
  // The AWS SDK is slow to load, and most installations never need it.
  const { S3BlobStore } = await import('./s3.ts');
  return S3BlobStore.open(url, join(dir, 'partial'), silenceMs);
}
