import { readFile } from 'node:fs/promises';
import { type Config, settings } from '../app/settings.ts';
import { joinStorage } from '../app/storage.ts';
import { BadImport, importCashouts } from '../city/money/cashout.ts';
import { audit } from '../ledger/audit.ts';
import { unsealedEntryTopic } from '../ledger/sequencer.ts';
import { createLedger } from '../ledger/transfer.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { openEventBus } from '../platform/events/open.ts';
import { createLog } from '../platform/log.ts';
import { appealsCommand } from './appeals.ts';
import { backupCommand } from './backup.ts';
import { moderationCommand } from './moderation.ts';
import { operationsCommand } from './operations.ts';

/** Operator commands; they work with and without a running server. */
export async function adminCommand(config: Config, given: string[]): Promise<number | undefined> {
  const json = given.includes('--json');
  const [command, ...args] = given.filter((each) => each !== '--json');
  const backup = await backupCommand(config, command ? [command, ...args] : [], json);
  if (backup !== undefined) return backup;
  if (command === 'audit' && args.length === 0) return withDatabase(config, (each) => runAudit(each, json));
  const [file] = args;
  if (command === 'import-cashouts' && file !== undefined && args.length === 1) {
    return withDatabase(config, (database) => runImport(config, database, file, json));
  }
  if (command === 'appeals') {
    const work = appealsCommand(config, args, json);
    return work && withDatabase(config, work);
  }
  const operations = command && operationsCommand(config, [command, ...args], json);
  if (operations) return withDatabase(config, operations);
  if (command === 'config' && args.length === 1 && args[0] === 'check') {
    // Settings that would abort a start have already aborted this command.
    const settingNames = Object.keys(process.env).filter((name) => isSetting(name));
    process.stdout.write(
      json
        ? `${JSON.stringify({ ok: true, set: settingNames })}\n`
        : `${settingNames.length} settings are set, and all are valid\n`,
    );
    return 0;
  }
  const moderation = command && moderationCommand(config, [command, ...args], json);
  return moderation ? withDatabase(config, moderation) : undefined;
}

const isSetting = (name: string): boolean => Object.values(settings).some(({ env }) => env === name);

async function withDatabase(config: Config, work: (database: Database) => Promise<number>): Promise<number> {
  const log = createLog({ level: 'warn', destination: process.stderr });
  const { database, close } = await joinStorage(config, { log });
  try {
    return await work(database);
  } finally {
    await close();
  }
}

async function runAudit({ transaction }: Database, json: boolean): Promise<number> {
  const { ok, entries, accounts, problems } = await audit(transaction);
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok, entries, accounts, problems })}\n`);
    return ok ? 0 : 1;
  }
  for (const problem of problems) process.stdout.write(`BAD ${problem}\n`);
  process.stdout.write(`${entries} entries and ${accounts} accounts audited: ${ok ? 'passed' : 'failed'}\n`);
  return ok ? 0 : 1;
}

async function runImport(
  config: Config,
  { transaction, connection }: Database,
  file: string,
  json: boolean,
): Promise<number> {
  const bus = await openEventBus({ url: config.eventsUrl, connection }, () => {});
  // Sealing is left to a server, now or at its next start; until then the entries stay unsealed.
  const onUnsealed = () => bus.publish(unsealedEntryTopic, null);
  const ledger = createLedger({ clock: systemClock, onUnsealed });
  try {
    const { imported, known } = await importCashouts(await readFile(file, 'utf8'), { transaction, ledger });
    process.stdout.write(
      json
        ? `${JSON.stringify({ imported, known })}\n`
        : `${imported} requests imported, ${known} were imported before\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof BadImport)) throw error;
    process.stderr.write(`kith: nothing was imported: ${error.message}\n`);
    return 1;
  } finally {
    await bus.close();
  }
}
