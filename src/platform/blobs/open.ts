import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path, { join } from 'node:path';
import type { Transact } from '../db/transaction.ts';
import { OperatorProblem } from '../operator-problem.ts';
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

const idFile = 'store-id';
const bucket = 'bucket';

/**
 * All processes on a database must see the same files. A directory is identified by an id stored in it, so
 * that one mounted at several paths counts as one; a different directory is rejected at start, not at the
 * first missing file.
 */
export async function requireSharedBlobStore(
  transaction: Transact,
  { url, dir }: BlobSettings,
): Promise<void> {
  const ownId = url === undefined ? await directoryId(dir) : bucket;
  const recordedId = await transaction(async (tx) => {
    await tx
      .insertInto('blob_home')
      .values({ home: ownId })
      .onConflict((conflict) => conflict.column('one').doNothing())
      .execute();
    const { home } = await tx.selectFrom('blob_home').select('home').executeTakeFirstOrThrow();
    // Moving from a directory to a bucket is a deliberate step of the operator, for all processes at once.
    if (ownId === bucket && home !== bucket) await tx.updateTable('blob_home').set({ home: ownId }).execute();
    return home;
  });
  if (ownId === recordedId || ownId === bucket) return;
  throw new OperatorProblem(
    recordedId === bucket
      ? 'the files of this database are kept in a bucket: set KITH_BLOBS_URL as for the other processes'
      : `the files of this database are not in ${dir} but in another directory: give all processes the same KITH_DATA_DIR on a shared disk, or a bucket (KITH_BLOBS_URL); if you moved the files here, write ${recordedId} into ${path.join(dir, idFile)}`,
  );
}

async function directoryId(dir: string): Promise<string> {
  const file = path.join(dir, idFile);
  const draft = `${file}.${process.pid}.${randomUUID()}`;
  await writeFile(draft, `${randomUUID()}\n`, { mode: 0o600 });
  try {
    // Fails if the file exists: if two processes start at once, both read the id of the first.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}
