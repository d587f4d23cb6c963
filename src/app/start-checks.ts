import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { asError } from '../platform/error-fields.ts';
import type { Log } from '../platform/log.ts';
import { makeDir } from '../platform/make-dir.ts';
import type { Config } from './settings.ts';

/** Less than this is soon filled by the database's own log. */
const lowDiskBytes = 1e9;

/** Finds what would stop a start before anything is initialised: ports in use, and a data dir that cannot be written. */
export async function checkStart(config: Config, log: Log): Promise<void> {
  if (config.roles.includes('utility')) await checkPort(config.host, config.utilityPort);
  if (config.roles.includes('city')) await checkPort(config.host, config.cityPort);
  await makeDir(config.dataDir, 0o700);
  if (config.databaseUrl === undefined || config.blobsUrl === undefined) await checkWritable(config.dataDir);
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  if (free < lowDiskBytes)
    log.warn(
      { dir: config.dataDir },
      `the disk of the data dir is nearly full: ${Math.round(free / 1e6)} MB are free`,
    );
}

/** Writes, since permissions do not tell of read-only and pseudo file systems. */
async function checkWritable(dir: string): Promise<void> {
  try {
    await rmdir(await mkdtemp(path.join(dir, '.writable-')));
  } catch (error) {
    throw Object.assign(asError(error), { path: dir });
  }
}

async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
