import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

/** Longer than for uploads, because no client is waiting: a slow store is better than no backup. */
const silenceMs = 60_000;

/**
 * Opens a backup destination: a directory, or `s3://bucket/prefix?…`. Uploads to a bucket are spooled in
 * `spoolDir`.
 */
export async function openBackupStore(
  destination: string,
  { spoolDir, mustExist = false }: { spoolDir: string; mustExist?: boolean },
): Promise<BlobStore> {
  if (destination.startsWith('s3://')) return openBlobStore({ url: destination, dir: spoolDir, silenceMs });
  const dir = path.resolve(destination);
  if (mustExist && !existsSync(dir)) throw new OperatorProblem(`there is no directory ${destination}`);
  return openBlobStore({ dir });
}

/** A separate directory below the data directory. */
export const spoolDirOf = (dataDir: string): string => path.join(dataDir, 'backup');
