import { checkpointIntervalMs } from '../app/settings/retention.ts';
import type { Config } from '../app/settings.ts';
import { joinStorage } from '../app/storage.ts';
import { Checkpoints } from '../ledger/checkpoints.ts';
import { LogKeys } from '../ledger/log-keys.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { keyFromDataDir, ServerKey } from '../platform/keys/server-key.ts';
import { createLog } from '../platform/log.ts';

/** Runs a command that signs the ledger, with or without a running server. */
export async function withLedger(
  config: Config,
  run: (database: Database, keys: LogKeys, checkpoints: Checkpoints) => Promise<number>,
): Promise<number> {
  const log = createLog({ level: 'warn', destination: process.stderr });
  const serverKey = new ServerKey(config.signingKey ?? (await keyFromDataDir(config.dataDir)));
  const { database, close } = await joinStorage(config, { log });
  try {
    const keys = new LogKeys({ ...database, clock: systemClock, serverKey });
    const checkpoints = new Checkpoints({
      ...database,
      clock: systemClock,
      keys,
      intervalMs: checkpointIntervalMs(config),
      witnessed: config.witnesses.length > 0,
      onError: (error) => log.error({ err: error }, 'the ledger was not signed'),
    });
    return await run(database, keys, checkpoints);
  } finally {
    await close();
  }
}
