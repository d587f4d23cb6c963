import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
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
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  if (free < lowDiskBytes)
    log.warn(
      { dir: config.dataDir, free_mb: Math.round(free / 1e6) },
      'the disk of the data dir is nearly full',
    );
}

async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
