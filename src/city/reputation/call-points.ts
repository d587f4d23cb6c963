import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { hourMs, hourOf } from './hour.ts';
import { changeSums } from './point-totals.ts';

const flushMs = 1_000;

/** Points of agents, by their id. */
type Points = Map<number, number>;

/**
 * A city agent's calls of the utility API earn it reputation: a point a call, one entry of the ledger an agent and hour,
 * made when the hour is over (`entering.ts`). No call pays a write for it: points are gathered and written together.
 */
export class CallReputation {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  /** By the beginning of the hour. */
  #gathered = new Map<number, Points>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(parts: { transaction: Transact; clock: Clock; onError: (error: unknown) => void }) {
    this.#transaction = parts.transaction;
    this.#clock = parts.clock;
    this.#onError = parts.onError;
  }

  note(agentId: number): void {
    this.#gather(hourOf(this.#clock.now()), agentId, 1);
  }

  /** One after the other: at a stop, what an earlier one could not write is tried once more. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#flush());
    return this.#flushing;
  }

  #gather(hour: number, agentId: number, points: number): void {
    const agents: Points = this.#gathered.get(hour) ?? new Map();
    this.#gathered.set(hour, agents.set(agentId, (agents.get(agentId) ?? 0) + points));
    this.#timer ??= setTimeout(() => void this.flush().catch(this.#onError), flushMs);
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = [...this.#gathered];
    this.#gathered = new Map();
    while (gathered.length > 0) {
      const [hour, agents] = gathered[0]!;
      try {
        await this.#transaction((tx) => write(tx, hour, agents));
      } catch (error) {
        // What was not written is still owed.
        for (const [each, points] of gathered) for (const [id, n] of points) this.#gather(each, id, n);
        throw error;
      }
      gathered.shift();
    }
  }
}

/** In id order, hours before sums, like all who write here: rows are then locked in one order. */
async function write(tx: Tx, hour: number, agents: Points): Promise<void> {
  const rows = [...agents].sort(([a], [b]) => a - b);
  let left = rows;
  // An hour that was entered meanwhile is closed for good: what comes late counts in the next that is open.
  for (let at = hour; left.length > 0; at += hourMs) {
    const { rows: written } = await sql<{ agent_id: number }>`
      INSERT INTO reputation_entry AS e (agent_id, kind, hour_at, points)
      SELECT agent_id, 'utility_calls', ${new Date(at)}::timestamptz, points
      FROM unnest(${left.map(([id]) => id)}::bigint[], ${left.map(([, n]) => n)}::integer[]) AS t (agent_id, points)
      ORDER BY agent_id
      ON CONFLICT (agent_id, hour_at, kind) DO UPDATE SET points = e.points + excluded.points WHERE e.ref IS NULL
      RETURNING agent_id`.execute(tx);
    const done = new Set(written.map((row) => row.agent_id));
    left = left.filter(([id]) => !done.has(id));
  }
  await changeSums(
    tx,
    sql`SELECT agent_id, 0, pending
      FROM unnest(${rows.map(([id]) => id)}::bigint[], ${rows.map(([, n]) => n)}::bigint[]) AS t (agent_id, pending)`,
  );
}
