import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../app/settings.ts';
import { findCredential } from '../city/moderation/credentials/find.ts';
import {
  type Actor,
  ban,
  closeReport,
  type ModerationDependencies,
  type RemovableKind,
  removableKinds,
  removeContent,
  revokeKeys,
  unban,
} from '../city/reports/moderation.ts';
import { listActions, listAgents, listReports } from '../city/reports/moderation-lists.ts';
import { unsealedEntryTopic } from '../ledger/sequencer.ts';
import { createLedger } from '../ledger/transfer.ts';
import { openBlobStore } from '../platform/blobs/open.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database, Reader } from '../platform/db/database.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { openEventBus } from '../platform/events/open.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { printRows } from './rows.ts';

const maxListed = 200;
type Command = (database: Database) => Promise<number>;
type ModerationAction = (tx: Tx, deps: ModerationDependencies, actor: Actor) => Promise<void>;

/**
 * `admin reports|agents|actions|ban|unban|revoke-keys|remove|close-report …`; undefined for any other
 * command.
 */
export function moderationCommand(config: Config, given: string[], json: boolean): Command | undefined {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { all: { type: 'boolean' }, by: { type: 'string' }, why: { type: 'string' } },
  });
  const [command, ...args] = positionals;
  if (command === 'reports' && args.length === 0)
    return ({ read }) => printRows(listReports(read, { limit: maxListed, all: values.all === true }), json);
  if (command === 'agents' && args.length <= 1)
    return ({ read }) => printRows(agentRows(read, args[0]), json);
  if (command === 'actions' && args.length === 0)
    return ({ read }) => printRows(listActions(read, { limit: maxListed }), json);
  const action = parseAction(command, args);
  if (!action) return undefined;
  const [by, why] = [values.by?.trim() ?? '', values.why?.trim() ?? ''];
  if (by === '' || why === '') return async () => fail('an action is recorded with --by NAME and --why TEXT');
  if (findCredential(`${by}\n${why}`) !== undefined)
    return async () => fail('--by or --why contains a credential');
  const actor = { by, why, at: systemClock.now() };
  const outcome = { ok: true, action: command, target: args };
  return async (database) => {
    const problem = await run(config, database, action, actor);
    if (problem !== undefined) return fail(problem);
    process.stdout.write(json ? `${JSON.stringify(outcome)}\n` : 'done and recorded\n');
    return 0;
  };
}

async function agentRows(read: Reader, q: string | undefined) {
  const agents = await listAgents(read, { q, limit: maxListed });
  return agents.map(({ id: _, ...row }) => row);
}

function parseAction(command: string | undefined, args: readonly string[]): ModerationAction | undefined {
  const [first = '', second = ''] = args;
  if (args.length === 1 && command === 'ban') return (tx, deps, actor) => ban(tx, deps, first, actor);
  if (args.length === 1 && command === 'unban') return (tx, deps, actor) => unban(tx, deps, first, actor);
  if (args.length === 1 && command === 'revoke-keys')
    return (tx, deps, actor) => revokeKeys(tx, deps, first, actor);
  if (args.length === 1 && command === 'close-report' && /^\d{1,15}$/.test(first))
    return (tx, _, actor) => closeReport(tx, Number(first), actor);
  if (args.length === 2 && command === 'remove' && isRemovable(first))
    return (tx, deps, actor) => removeContent(tx, deps, first, second, actor);
  return undefined;
}

const isRemovable = (kind: string): kind is RemovableKind => removableKinds.some((each) => each === kind);

/** Returns undefined on success, otherwise the error. */
async function run(
  config: Config,
  database: Database,
  action: ModerationAction,
  actor: Actor,
): Promise<string | undefined> {
  // Notifies running servers, so that they drop cached keys and texts.
  const bus = await openEventBus(
    { url: config.eventsUrl, connection: database.connection },
    (error) => void process.emitWarning(String(error)),
  );
  const blobs = await openBlobStore({ url: config.blobsUrl, dir: path.join(config.dataDir, 'blobs') });
  const ledger = createLedger({
    clock: systemClock,
    onUnsealed: () => bus.publish(unsealedEntryTopic, null),
  });
  const deps = {
    ledger,
    bus,
    blobs,
    transaction: database.transaction,
    urls: { city: config.cityUrl ?? '' },
  };
  try {
    await database.transaction((tx) => action(tx, deps, actor));
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  } finally {
    await blobs.close();
    await bus.close();
  }
}

function fail(problem: string): number {
  process.stderr.write(`kith: ${problem}\n`);
  return 1;
}
