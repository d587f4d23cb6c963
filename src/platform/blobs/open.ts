import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { FileBlobStore } from './files.ts';

export interface BlobSettings {
  /** `s3://bucket/prefix?endpoint=…&region=…&path_style=1`; without it, blobs are files in `dir`. */
  readonly url?: string | undefined;
  /** A directory of its own. With S3, what is arriving waits here until it is whole. */
  readonly dir: string;
  /** A store on the network that says nothing for this long is given up: 10 s unless named. */
  readonly silenceMs?: number | undefined;
}

export async function openBlobStore({ url, dir, silenceMs }: BlobSettings): Promise<BlobStore> {
  if (url === undefined) return FileBlobStore.open(dir);
  // The AWS SDK takes long to load, and most installations never need it.
  const { S3BlobStore } = await import('./s3.ts');
  return S3BlobStore.open(url, join(dir, 'partial'), silenceMs);
}
