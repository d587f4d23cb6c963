import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

/** Nobody waits for an answer here, as a caller of an upload does: a slow store is better than no backup. */
const silenceMs = 60_000;

/** Where backups are kept: a directory, or `s3://bucket/prefix?…`. What is on its way to a bucket waits in `spoolDir`. */
export async function openPlace(
  place: string,
  { spoolDir, mustExist = false }: { spoolDir: string; mustExist?: boolean },
): Promise<BlobStore> {
  if (place.startsWith('s3://')) return openBlobStore({ url: place, dir: spoolDir, silenceMs });
  const dir = path.resolve(place);
  if (mustExist && !existsSync(dir)) throw new OperatorProblem(`there is no directory ${place}`);
  return openBlobStore({ dir });
}

/** A directory of its own below the data dir. */
export const spoolIn = (dataDir: string): string => path.join(dataDir, 'backup');
