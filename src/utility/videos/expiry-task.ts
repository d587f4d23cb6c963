import { readdir, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { pruneRows } from '../../platform/db/prune.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { workThrough } from '../../platform/scheduler/work-through.ts';
import { blobKey, fileNames } from './file-routes.ts';
import { removePreviews } from './previews.ts';
import { jobFolder } from './render-task.ts';

const batchSize = 100;

interface ExpiryDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly workDir: string;
  /** Days to keep a job's record after it ends; 0 keeps it forever. */
  readonly recordDays: number;
}

/** Removes expired videos, and work folders of finished jobs. */
export function expiryTask(deps: ExpiryDependencies): TaskKind {
  return recurringTask('remove old videos', hourMs, async (task) => {
    await removePreviews(deps);
    await removeFolders(deps);
    await pruneRecords(deps);
    await workThrough({
      find: (failed: readonly Expired[]) => findExpired(deps, failed),
      pageSize: batchSize,
      each: (video) => remove(deps, video),
      signal: task.signal,
    });
    await deps.transaction((tx) => task.finish(tx));
  });
}

interface Expired {
  readonly id: string;
  readonly token: string;
}

const findExpired = ({ read, clock }: ExpiryDependencies, failed: readonly Expired[]): Promise<Expired[]> =>
  read
    .selectFrom('video_job')
    .select(['id', 'token'])
    .where('removed_at', 'is', null)
    .where('expires_at', '<=', clock.now())
    .where(sql<boolean>`id <> ALL(${failed.map(({ id }) => id)}::text[])`)
    .limit(batchSize)
    .execute();

async function remove(
  { transaction, clock, blobs }: ExpiryDependencies,
  { id, token }: Expired,
): Promise<void> {
  // Rows go first, so that no link leads to missing bytes; leftover bytes are removed on the next run.
  await transaction((tx) => tx.deleteFrom('video_file').where('token', '=', token).execute());
  for (const name of fileNames) await blobs.delete(blobKey(token, name));
  await transaction((tx) =>
    tx.updateTable('video_job').set({ removed_at: clock.now() }).where('id', '=', id).execute(),
  );
}

async function removeFolders({ read, workDir }: ExpiryDependencies): Promise<void> {
  const names = (await readdir(workDir).catch(() => [])).filter((name) => /^(?:vid|prv)_/.test(name));
  if (names.length === 0) return;
  const unfinished = await read
    .selectFrom('video_job')
    .select('id')
    .where('id', 'in', names)
    .where('status', 'in', ['queued', 'rendering'])
    .execute();
  const busy = new Set(unfinished.map(({ id }) => id));
  for (const name of names)
    if (!busy.has(name)) await rm(jobFolder(workDir, name), { recursive: true, force: true });
}

/**
 * Records of jobs without files. A failed job that owes its owner a render stays, so that the next one is
 * free.
 */
async function pruneRecords({ transaction, clock, recordDays }: ExpiryDependencies): Promise<void> {
  if (recordDays === 0) return;
  const before = new Date(clock.now().getTime() - recordDays * dayMs);
  await pruneRows(
    transaction,
    'video_job',
    sql`(removed_at IS NOT NULL OR status = 'failed' AND NOT owed) AND finished_at < ${before}`,
  );
}
