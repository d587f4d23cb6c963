import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Config } from '../app/settings.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database, Reader } from '../platform/db/database.ts';
import { openEventBus } from '../platform/events/open.ts';
import { TaskQueue } from '../platform/scheduler/queue.ts';
import { failedTasks, taskCounts } from '../platform/scheduler/task-counts.ts';
import { printRows } from './rows.ts';

const maxListed = 200;
const maxRetried = 1_000;

type Command = (database: Database) => Promise<number>;

/** `admin payments|tasks|deliveries|keys …`; undefined for any other command. */
export function operationsCommand(config: Config, given: string[], json: boolean): Command | undefined {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    strict: false,
    options: { all: { type: 'boolean' } },
  });
  const [command, ...args] = positionals;
  const all = values.all === true;
  const [first, second] = args;
  if (command === 'payments' && args.length === 0)
    return (database) => printRows(listPayments(database, all), json);
  if (command === 'deliveries' && args.length === 0)
    return (database) => printRows(listDeliveries(database, all), json);
  if (command === 'keys' && first && args.length === 1)
    return (database) => printRows(listKeys(database, first), json);
  if (command !== 'tasks') return undefined;
  if (args.length === 0) return ({ read }) => printRows(taskCounts(read, systemClock.now()), json);
  if (first === 'retry' && second && args.length === 2)
    return (database) => retry(config, database, second, json);
  return first && args.length === 1 ? ({ read }) => printRows(failedOfKind(read, first), json) : undefined;
}

async function failedOfKind(read: Reader, kind: string) {
  const tasks = await failedTasks(read, { limit: maxListed, kind });
  return tasks.map(({ id: _, ...row }) => row);
}

/** Payments with unknown outcome or undelivered response; with --all, the newest in any state. */
async function listPayments({ read }: Database, all: boolean): Promise<object[]> {
  const rows = await read
    .selectFrom('payment')
    .select(['id', 'state', 'route', 'amount', 'pay_to', 'payer', 'transaction', 'created_at', 'settled_at'])
    .$if(!all, (query) =>
      query.where((is) =>
        is.or([
          is('state', '=', 'settling'),
          is.and([is('state', '=', 'settled'), is('answered_at', 'is', null)]),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ id, amount, ...rest }) => ({ id: id.toString('hex'), usdc: amount / 1e6, ...rest }));
}

/** Pending and failed webhooks, newest first; with --all, delivered ones too. */
function listDeliveries({ read }: Database, all: boolean): Promise<object[]> {
  return read
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'endpoint_id')
    .select([
      'message_id',
      'type',
      'status',
      'webhook_endpoint.owner',
      'webhook_endpoint.url',
      'attempts',
      'last_status',
      'last_error',
      'webhook_delivery.created_at',
      'expires_at',
    ])
    .$if(!all, (query) => query.where('status', '<>', 'delivered'))
    .orderBy('webhook_delivery.id', 'desc')
    .limit(maxListed)
    .execute();
}

/** Keys of an agent, without their secrets. */
async function listKeys({ read }: Database, name: string): Promise<object[]> {
  const { rows } = await sql<object>`
    SELECT named_key.id, named_key.name, scopes, spend_cap, named_key.created_at, expires_at, last_used_at
    FROM named_key JOIN agent ON agent.id = named_key.agent_id LEFT JOIN key_use ON key_use.key_hash = named_key.key_hash
    WHERE name_key = lower(${name}) ORDER BY named_key.id DESC LIMIT ${maxListed}`.execute(read);
  return rows;
}

/** Runs failed tasks again, with a full set of attempts. */
async function retry(config: Config, database: Database, kind: string, json: boolean): Promise<number> {
  const bus = await openEventBus({ url: config.eventsUrl, connection: database.connection }, () => {});
  try {
    const queue = new TaskQueue({ bus, clock: systemClock });
    const retried = await database.transaction(async (tx) => {
      const failed = await tx
        .selectFrom('task')
        .select('subject')
        .where('kind', '=', kind)
        .where('failed_at', 'is not', null)
        .orderBy('failed_at')
        .limit(maxRetried)
        .execute();
      const dueAt = systemClock.now();
      for (const { subject } of failed) await queue.schedule(tx, { kind, subject, dueAt });
      return failed.length;
    });
    process.stdout.write(json ? `${JSON.stringify({ kind, retried })}\n` : `${retried} tasks run again\n`);
    return 0;
  } finally {
    await bus.close();
  }
}
