import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { UploadDependencies } from './dependencies.ts';
import { blobPrefix } from './upload-url.ts';

type OrphanDependencies = Omit<UploadDependencies, 'refuseCredential'>;

const batch = 500;

/** Serialises uploads that reuse existing bytes with the removal of such bytes. */
export async function lockBlob(tx: Tx, sha256: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${blobPrefix}/${sha256}`}, 0))`.execute(tx);
}

/**
 * Removes bytes left by a process that died between blob and row; a day old, so that no upload is still
 * running.
 */
export async function removeOrphans(deps: OrphanDependencies): Promise<number> {
  let removed = 0;
  let candidates: string[] = [];
  const removeBatch = async () => {
    for (const sha256 of await withoutRow(deps, candidates)) if (await removeOrphan(deps, sha256)) removed++;
    candidates = [];
  };
  for await (const key of deps.blobs.unchanged(blobPrefix, dayMs)) {
    candidates.push(key.slice(blobPrefix.length + 1));
    if (candidates.length === batch) await removeBatch();
  }
  await removeBatch();
  return removed;
}

async function withoutRow({ read }: OrphanDependencies, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    sha256: string;
  }>`SELECT sha256 FROM unnest(${hashes}::text[]) AS found (sha256)
    WHERE NOT EXISTS (SELECT FROM upload WHERE upload.sha256 = found.sha256)`.execute(read);
  return rows.map((row) => row.sha256);
}

/** Removes bytes without an upload row. Returns whether it did. */
export function removeOrphan(
  { transaction, blobs }: Pick<UploadDependencies, 'transaction' | 'blobs'>,
  sha256: string,
): Promise<boolean> {
  return transaction(async (tx) => {
    await lockBlob(tx, sha256);
    const row = await tx
      .selectFrom('upload')
      .select('sha256')
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (row) return false;
    await blobs.delete(`${blobPrefix}/${sha256}`);
    return true;
  });
}

export function orphanTask(deps: OrphanDependencies): TaskKind {
  return recurringTask('remove orphaned uploads', dayMs, async (task) => {
    await removeOrphans(deps);
    await deps.transaction((tx) => task.finish(tx));
  });
}
