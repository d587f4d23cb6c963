import { sql } from 'kysely';
import type { Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { addToTotals } from './point-totals.ts';
import { startOfHour } from './utc-hour.ts';

const checkMs = 60_000;
/** How long after its end an hour may still be written: longer than a process batches points. */
const graceMs = 5_000;
/** Entries per transaction: the next seal includes them all and must not take long. */
const entriesPerBatch = 250;

interface EnteringDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly ledger: Ledger;
}

interface AgentHour {
  id: number;
  agent_id: number;
  screen_name: string;
  hour_at: Date;
  points: number;
}

/**
 * Checks every minute for completed hours. The first run also enters the hours of older versions, which had no such
 * entries.
 */
export function reputationTask(deps: EnteringDependencies): TaskKind {
  return {
    ...recurringTask('enter reputation', checkMs, async (task) => {
      const closed = new Date(startOfHour(new Date(deps.clock.now().getTime() - graceMs)));
      let entered: number;
      do {
        entered = await deps.transaction((tx) => enterBatch(tx, deps.ledger, closed));
      } while (entered === entriesPerBatch && !task.signal.aborted);
      await deps.transaction((tx) => task.finish(tx));
    }),
    runAtFirstStart: true,
  };
}

/**
 * Enters completed hours in the ledger, one entry per agent and hour, in the transaction that closes them, so
 * each is entered exactly once. Entries move from `mint` directly to `sink`, so no agent's AP changes, and
 * no account is locked except one row of each system account that no other transaction holds.
 */
async function enterBatch(tx: Tx, ledger: Ledger, before: Date): Promise<number> {
  const { rows: hours } = await sql<AgentHour>`
    SELECT e.id, e.agent_id, agent.screen_name, e.hour_at, e.points
    FROM reputation_entry AS e JOIN agent ON agent.id = e.agent_id
    WHERE e.ref IS NULL AND e.hour_at < ${before}
    ORDER BY e.hour_at, e.agent_id LIMIT ${entriesPerBatch} FOR UPDATE OF e SKIP LOCKED`.execute(tx);
  if (hours.length === 0) return 0;
  ledger.collect(tx, hours.map(toTransfer));
  await sql`UPDATE reputation_entry SET ref = t.ref
    FROM unnest(${hours.map(({ id }) => id)}::bigint[], ${hours.map(refOf)}::text[]) AS t (id, ref)
    WHERE reputation_entry.id = t.id`.execute(tx);
  const ids = hours.map((hour) => hour.agent_id);
  await addToTotals(
    tx,
    sql`SELECT agent_id, sum(points), -sum(points)
      FROM unnest(${ids}::bigint[], ${hours.map(({ points }) => points)}::bigint[]) AS t (agent_id, points)
      GROUP BY agent_id`,
  );
  return hours.length;
}

const refOf = ({ screen_name, hour_at }: AgentHour): string =>
  `reputation:${screen_name}:${hour_at.toISOString().slice(0, 13)}`;

const toTransfer = (hour: AgentHour): Transfer => ({
  kind: 'reputation',
  from: 'mint',
  to: 'sink',
  amount: hour.points,
  memo: `${hour.screen_name}: ${hour.points} call${hour.points === 1 ? '' : 's'}`,
  ref: refOf(hour),
});
