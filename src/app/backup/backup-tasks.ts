import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open.ts';
import { hourMs } from '../../platform/duration.ts';
import { keyFromDataDir } from '../../platform/keys/server-key.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { Runtime } from '../runtime.ts';
import type { Config } from '../settings.ts';
import { takeBackup } from './take.ts';

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

/** The signing key of this deployment, from the settings or the data directory. */
export const signingKeyFor = async (config: Config): Promise<Buffer> =>
  config.signingKey ?? keyFromDataDir(config.dataDir);

export const backupKind = 'take a backup';

/** Takes one backup per interval across all processes, if KITH_BACKUP_TO is set. */
export function backupTasks(config: Config, runtime: Runtime): TaskKind[] {
  const { backupTo, backupIntervalH, backupKeep, dataDir } = config;
  if (!backupTo) return [];
  const { transaction, connection, blobs, checkpoints, log } = runtime;
  const backup = recurringTask(backupKind, backupIntervalH * hourMs, async (task) => {
    const store = await openBackupStore(backupTo, { spoolDir: spoolDirOf(dataDir) });
    try {
      const signingKey = await signingKeyFor(config);
      const sign = () => checkpoints.newest();
      const result = await takeBackup({ connection, blobs, store, signingKey, sign, keep: backupKeep });
      log.info(result, 'a backup was taken');
    } catch (error) {
      log.error({ err: error }, 'no backup was taken');
      throw error;
    } finally {
      await store.close();
    }
    await transaction((tx) => task.finish(tx));
  });
  return [{ ...backup, maxRunMs: 12 * hourMs }];
}
