import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { type BlobSettings, openBlobStore } from '../../../src/platform/blobs/open.ts';
import { startS3Server } from './s3-server.ts';

/** One of the two back ends, running, with access to its storage. */
export interface BlobBackend {
  readonly store: BlobStore;
  readonly settings: BlobSettings;
  /** Number of blobs. */
  count(): Promise<number>;
  /** All incomplete uploads. */
  leftovers(): Promise<string[]>;
  stop(): Promise<void>;
}

async function startFiles(): Promise<BlobBackend> {
  const dir = await mkdtemp(join(tmpdir(), 'kith-blobs-'));
  const store = await openBlobStore({ dir });
  return {
    store,
    settings: { dir },
    count: async () => (await readdir(join(dir, 'blobs'))).length,
    leftovers: () => readdir(join(dir, 'partial')),
    stop: async () => {
      await store.close();
      await rm(dir, { recursive: true });
    },
  };
}

async function startS3(): Promise<BlobBackend> {
  const dir = await mkdtemp(join(tmpdir(), 'kith-blobs-'));
  const server = await startS3Server();
  const settings = { dir, url: server.url('some/prefix') };
  const store = await openBlobStore(settings).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return {
    store,
    settings,
    count: async () => server.memory.objects.size,
    leftovers: async () => [...(await readdir(join(dir, 'partial'))), ...server.memory.uploads.keys()],
    stop: async () => {
      await store.close();
      await server.stop();
      await rm(dir, { recursive: true });
    },
  };
}

export const blobBackends: readonly { readonly name: string; start(): Promise<BlobBackend> }[] = [
  { name: 'files', start: startFiles },
  { name: 's3', start: startS3 },
];
