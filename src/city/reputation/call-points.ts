import { type RawBuilder, sql } from 'kysely';
import type { Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatheredWrites } from '../../platform/db/gathered-writes.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';

/** Start of the UTC hour of a date, in epoch milliseconds. */
const startOfHour = (at: Date): number => Math.floor(at.getTime() / hourMs) * hourMs;

const flushMs = 1_000;

/** More agents than call within an hour, so that no point is lost while the database is away. */
const maxWaiting = 100_000;

interface Calls {
  readonly free: number;
  readonly paid: number;
}
interface AgentCalls extends Calls {
  readonly agentId: number;
  /** Start of their hour. */
  readonly hour: number;
}

/** Maximum points per UTC day from free calls, and from all calls. */
const maxFreePoints = 20;
const maxPoints = 100;

/** Points of a day. Free calls count only up to a limit, so that a loop of free calls earns nothing. */
const dailyPoints = ({ free, paid }: Calls): number =>
  Math.min(maxPoints, Math.min(maxFreePoints, free) + paid);

/**
 * Calls of the utility API earn a city agent reputation, within a daily limit: one ledger entry per agent and
 * hour, entered after the hour has ended.
 */
export class CallReputation extends GatheredWrites<AgentCalls> {
  readonly #clock: Clock;

  constructor(deps: { transaction: Transact; clock: Clock; onError: (error: unknown) => void }) {
    super({
      everyMs: flushMs,
      maxWaiting,
      merge: (known, next) => ({ ...next, free: known.free + next.free, paid: known.paid + next.paid }),
      write: (calls) =>
        deps.transaction(async (tx) => {
          const hours = Map.groupBy(calls, ({ hour }) => hour);
          for (const [hour, agents] of hours) await write(tx, hour, agents);
        }),
      onError: deps.onError,
    });
    this.#clock = deps.clock;
  }

  note(agentId: number, kind: 'free' | 'paid'): void {
    const hour = startOfHour(this.#clock.now());
    this.add({ agentId, hour, free: 0, paid: 0, [kind]: 1 }, `${hour} ${agentId}`);
  }
}

/**
 * In id order and days before hours before totals, as all writers here, so that locks are taken in one order.
 */
async function write(tx: Tx, hour: number, agents: readonly AgentCalls[]): Promise<void> {
  const rows = (await countDay(tx, hour, agents)).filter(([, points]) => points > 0);
  let left = rows;
  // An hour already entered in the ledger is closed: late calls count in the next open hour.
  for (let at = hour; left.length > 0; at += hourMs) {
    const { rows: written } = await sql<{ agent_id: number }>`
      INSERT INTO reputation_entry AS e (agent_id, kind, hour_at, points)
      SELECT agent_id, 'utility_calls', ${new Date(at)}::timestamptz, points
      FROM unnest(${left.map(([id]) => id)}::bigint[], ${left.map(([, n]) => n)}::integer[]) AS t (agent_id, points)
      ORDER BY agent_id
      ON CONFLICT (agent_id, hour_at, kind) DO UPDATE SET points = e.points + excluded.points WHERE e.ref IS NULL
      RETURNING agent_id`.execute(tx);
    const writtenAgents = new Set(written.map((row) => row.agent_id));
    left = left.filter(([id]) => !writtenAgents.has(id));
  }
  if (rows.length === 0) return;
  await addToTotals(
    tx,
    sql`SELECT agent_id, 0, pending
      FROM unnest(${rows.map(([id]) => id)}::bigint[], ${rows.map(([, n]) => n)}::bigint[]) AS t (agent_id, pending)`,
  );
}

/** Adds calls to their day. Returns the points they earn within the daily limit. */
async function countDay(tx: Tx, hour: number, agents: readonly AgentCalls[]): Promise<[number, number][]> {
  const calls = agents.toSorted((a, b) => a.agentId - b.agentId);
  const day = new Date(hour).toISOString().slice(0, 10);
  const { rows } = await sql<{ agent_id: number; free: number; paid: number }>`
    INSERT INTO reputation_day AS d (agent_id, day, free, paid)
    SELECT agent_id, ${day}::date, free, paid
    FROM unnest(${calls.map(({ agentId }) => agentId)}::bigint[], ${calls.map(({ free }) => free)}::integer[],
      ${calls.map(({ paid }) => paid)}::integer[]) AS t (agent_id, free, paid) ORDER BY agent_id
    ON CONFLICT (agent_id, day) DO UPDATE SET free = d.free + excluded.free, paid = d.paid + excluded.paid
    RETURNING agent_id, free, paid`.execute(tx);
  const after = new Map(rows.map(({ agent_id, ...day }) => [agent_id, day]));
  return calls.map(({ agentId, free, paid }) => {
    const total = after.get(agentId) ?? { free, paid };
    return [agentId, dailyPoints(total) - dailyPoints({ free: total.free - free, paid: total.paid - paid })];
  });
}

/**
 * Adds rows of (agent, points, pending) to the totals, in id order so that concurrent writers cannot
 * deadlock.
 */
async function addToTotals(tx: Tx, changes: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO agent_reputation AS r (agent_id, points, pending)
    SELECT * FROM (${changes}) AS t ORDER BY 1
    ON CONFLICT (agent_id) DO UPDATE
      SET points = r.points + excluded.points, pending = r.pending + excluded.pending`.execute(tx);
}

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

/** Checks every minute for completed hours. */
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
