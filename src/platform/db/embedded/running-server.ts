import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ConnectionOptions } from '../pool.ts';
import { SUPERUSER } from './cluster.ts';
import { isPostmaster, readPidFile } from './pid-file.ts';
import { DATABASE } from './server.ts';
import { PORT } from './socket-dir.ts';

/**
 * Connection options for the server of a running kith, for a second process beside its owner; undefined if
 * none runs.
 */
export async function findRunningPostgres(dataDir: string): Promise<ConnectionOptions | undefined> {
  const pgdata = path.join(await realpath(dataDir).catch(() => dataDir), 'postgres');
  const lockFile = await readPidFile(pgdata);
  if (!lockFile?.socketDir || !(await isPostmaster(lockFile.pid, pgdata))) return undefined;
  return { host: lockFile.socketDir, port: PORT, user: SUPERUSER, database: DATABASE };
}
