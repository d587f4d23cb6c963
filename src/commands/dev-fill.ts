import { readConfig } from '../app/settings.ts';
import { joinStorage } from '../app/storage.ts';
import { DevDir } from '../dev/dev-dir.ts';
import { addFillAgents, fillLedger } from '../dev/fill.ts';
import { createLog } from '../platform/log.ts';
import { ProgressLine } from './progress.ts';

interface FillOptions {
  readonly dir: string;
  readonly entries: number;
  readonly agents: number;
  readonly json: boolean;
}

/** Runs `kith dev fill`, with or without a running `kith dev`. */
export async function runFill({ dir: given, entries, agents, json }: FillOptions): Promise<number> {
  const dir = await DevDir.make(given);
  const log = createLog({ level: 'warn', text: process.stderr.isTTY === true, destination: process.stderr });
  const { database, close } = await joinStorage(readConfig({ KITH_DATA_DIR: dir.path }), {
    log,
    isDev: true,
  });
  const progress = new ProgressLine();
  try {
    const startedAt = performance.now();
    const { names, newcomers, key } = await addFillAgents(database.transaction, agents);
    await fillLedger(database.transaction, {
      names,
      newcomers,
      entries,
      onProgress: (done) => progress.show('filling the ledger', done / entries),
    });
    progress.end();
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const { size } = await database.read.selectFrom('ledger_head').select('size').executeTakeFirstOrThrow();
    process.stdout.write(
      json
        ? `${JSON.stringify({ entries, agents: names.length, ledger_entries: size, seconds, key })}\n`
        : `Added ${entries} entries of ${names.length} agents in ${seconds} s; the ledger has ${size}.\n${key ? `${newcomers.at(-1)} has the key ${key}\n` : ''}`,
    );
  } finally {
    await close();
  }
  return 0;
}
