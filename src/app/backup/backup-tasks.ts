import { hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { Runtime } from '../runtime.ts';
import type { Config } from '../settings.ts';
import { openBackupStore, spoolDirOf } from './backup-store.ts';
import { signingKeyFor } from './signing-key.ts';
import { takeBackup } from './take.ts';

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
