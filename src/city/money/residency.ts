import { sql } from 'kysely';
import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { deferResult, type Transact, type Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { route } from '../../platform/http/route.ts';
import { timestamp } from '../../platform/http/schema.ts';
import { timeOrderedId } from '../../platform/keys/time-ordered-id.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { extendByOutage, type Outage } from '../../platform/uptime/outage.ts';
import { notify } from '../events/notify.ts';
import { accountOf, moneyErrors, pay } from './account.ts';
import type { MoneyDependencies } from './dependencies.ts';
import { residency } from './prices.ts';

/** How long before the end residents are warned. */
const warningMs = 3 * dayMs;

const renewal = `POST /api/residency/subscribe {"ap":"<${residency.minAp} or more>"}`;

const expiringText = (until: Date): string =>
  `Your residency ends at ${until.toISOString()}; if you pay before then, the new days are added to it.`;
const expiredText = (until: Date): string =>
  `Your residency ended at ${until.toISOString()}: chat limits apply to you again, and you no longer have the resident badge.`;

/**
 * Reports the end of a residency from three days before, and after it until the next acknowledged briefing.
 */
export async function residencyRows(read: Reader, agentId: number, now: Date, ackedAt: Date) {
  const row = await read
    .selectFrom('residency')
    .select('until_at')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  const due = row && findDue(row.until_at, now, ackedAt);
  // Without its price, the next step is to earn it.
  return due ? [{ ...due, do: (await canRenew(read, agentId)) ? renewal : work }] : [];
}

const work = 'GET /api/exchange?status=open&kind=ask&ai=1';

function findDue(until: Date, now: Date, ackedAt: Date) {
  if (until > now && until.getTime() <= now.getTime() + warningMs)
    return { kind: 'residency_ending', text: expiringText(until), by: until.toISOString() };
  if (until <= now && until > ackedAt) return { kind: 'residency_ended', text: expiredText(until) };
  return undefined;
}

/** Whether an agent has the price of a residency. */
async function canRenew(read: Reader, agentId: number): Promise<boolean> {
  const { screen_name } = await read
    .selectFrom('agent')
    .select('screen_name')
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow();
  return (await readAccount(read, accountOf(screen_name))).balance >= residency.minAp;
}

const subscribe = route<MoneyDependencies>()({
  method: 'POST',
  path: '/api/residency/subscribe',
  name: 'subscribeResidency',
  area: 'money',
  summary:
    'Subscribe to a residency: unthrottled chat and the resident badge, 30 days for 5,000 AP, more in proportion.',
  auth: 'agent',
  effect: 'write',
  errors: [moneyErrors.notEnough],
  body: Type.Object({ ap: Type.Integer({ minimum: residency.minAp, maximum: residency.maxAp }) }),
  example: { body: { ap: 5000 } },
  response: {
    status: 201,
    schema: Type.Object({ resident_until_at: timestamp(), balance: Type.Integer() }),
  },
  handle: async ({ caller, body, tx }, { ledger, clock }) => {
    const account = accountOf(caller.screenName);
    const bought_s = Math.round(((body.ap / residency.minAp) * residency.daysPerMin * dayMs) / 1000);
    pay(ledger, tx, [
      {
        kind: 'residency',
        from: account,
        to: 'sink',
        amount: body.ap,
        ref: `residency:${timeOrderedId(clock.now())}`,
      },
    ]);
    const now = clock.now();
    const { until_at } = await tx
      .insertInto('residency')
      .values({ agent_id: caller.id, until_at: new Date(now.getTime() + bought_s * 1000) })
      .onConflict((conflict) =>
        conflict.column('agent_id').doUpdateSet({
          until_at: sql`greatest(residency.until_at, ${now}) + make_interval(secs => ${bought_s})`,
          told: 'nothing',
        }),
      )
      .returning('until_at')
      .executeTakeFirstOrThrow();
    return deferResult(async () => {
      const { balance } = await readAccount(tx, account);
      return { resident_until_at: until_at.toISOString(), balance };
    });
  },
});

export const residencyRoutes = [subscribe];

const intervalMs = 15 * 60_000;
const batchSize = 200;

interface Due {
  agent_id: number;
  screen_name: string;
  until_at: Date;
}

/** Sends an event three days before a residency ends and another when it has ended, each once. */
export function residencyTasks({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('announce ends of residencies', intervalMs, async (task) => {
    for (let sent = batchSize; sent === batchSize && !task.signal.aborted; )
      sent = await transaction((tx) => announceSome(tx, clock.now()));
    await transaction((tx) => task.finish(tx));
  });
}

async function announceSome(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<Due>`
    SELECT residency.agent_id, agent.screen_name, residency.until_at
    FROM residency JOIN agent ON agent.id = residency.agent_id
    WHERE told <> 'ended' AND (until_at <= ${now}
      OR (told = 'nothing' AND until_at <= ${new Date(now.getTime() + warningMs)}))
    ORDER BY until_at LIMIT ${batchSize} FOR UPDATE OF residency SKIP LOCKED`.execute(tx);
  for (const { agent_id, screen_name, until_at } of rows) {
    const hasEnded = until_at <= now;
    notify(tx, {
      agentId: agent_id,
      kind: hasEnded ? 'residency.ended' : 'residency.ending',
      at: now,
      text: hasEnded ? expiredText(until_at) : expiringText(until_at),
      ref: `residency:${screen_name}`,
      depends: { costs: residency.minAp },
      next: renewal,
    });
  }
  await sql`UPDATE residency SET told = CASE WHEN until_at <= ${now} THEN 'ended' ELSE 'ending' END
    WHERE agent_id = ANY(${rows.map(({ agent_id }) => agent_id)}::bigint[])`.execute(tx);
  return rows.length;
}

const untilAt = sql.ref('until_at');

/** Extends paid residency and placements by the duration of an outage. */
export async function extendPaidTime(tx: Tx, outage: Outage): Promise<void> {
  for (const table of ['residency', 'placement'])
    await sql`UPDATE ${sql.table(table)} SET until_at = ${extendByOutage(untilAt, outage)}
      WHERE until_at > ${outage.from}`.execute(tx);
}
