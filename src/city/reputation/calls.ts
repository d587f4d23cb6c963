import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Migration } from '../../platform/db/migrations.ts';
import type { Transact } from '../../platform/db/transaction.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    reputation_entry: { id: number; agent_id: number; kind: 'utility_calls'; hour_at: Date; points: number };
    agent_reputation: { agent_id: number; points: number };
  }
}

export const callReputationMigrations: Migration[] = [
  {
    name: '0092 reputation of calls',
    sql: `CREATE TABLE reputation_entry (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, agent_id bigint NOT NULL REFERENCES agent (id),
        kind text NOT NULL, hour_at timestamptz NOT NULL, points integer NOT NULL CHECK (points > 0),
        UNIQUE (agent_id, hour_at, kind));
      CREATE TABLE agent_reputation (
        agent_id bigint PRIMARY KEY REFERENCES agent (id), points bigint NOT NULL CHECK (points > 0))
        WITH (fillfactor = 70)`,
  },
];

const flushMs = 3_000;
const hourMs = 3_600_000;

/**
 * A city agent's calls of the utility API earn it reputation: a point a call, one entry an agent and hour. No call
 * pays a write for it: points are gathered and written together every few seconds.
 */
export class CallReputation {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  /** By hour, then agent. */
  #gathered = new Map<number, Map<number, number>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: { transaction: Transact; clock: Clock; onError: (error: unknown) => void }) {
    this.#transaction = parts.transaction;
    this.#clock = parts.clock;
    this.#onError = parts.onError;
  }

  note(agentId: number): void {
    const hour = Math.floor(this.#clock.now().getTime() / hourMs) * hourMs;
    const agents = this.#gathered.get(hour) ?? new Map<number, number>();
    this.#gathered.set(hour, agents.set(agentId, (agents.get(agentId) ?? 0) + 1));
    this.#timer ??= setTimeout(() => void this.flush().catch(this.#onError), flushMs);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = this.#gathered;
    this.#gathered = new Map();
    for (const [hour, agents] of gathered) await this.#write(new Date(hour), agents);
  }

  async #write(hour: Date, agents: Map<number, number>): Promise<void> {
    // In id order, so that two processes that write at once lock rows in the same order.
    const rows = [...agents].sort(([a], [b]) => a - b);
    const [ids, points] = [rows.map(([id]) => id), rows.map(([, count]) => count)];
    await this.#transaction(async (tx) => {
      await sql`INSERT INTO reputation_entry AS e (agent_id, kind, hour_at, points)
        SELECT agent_id, 'utility_calls', ${hour}::timestamptz, points
        FROM unnest(${ids}::bigint[], ${points}::integer[]) AS t (agent_id, points) ORDER BY agent_id
        ON CONFLICT (agent_id, hour_at, kind) DO UPDATE SET points = e.points + excluded.points`.execute(tx);
      await sql`INSERT INTO agent_reputation AS r (agent_id, points)
        SELECT * FROM unnest(${ids}::bigint[], ${points}::bigint[]) AS t (agent_id, points) ORDER BY agent_id
        ON CONFLICT (agent_id) DO UPDATE SET points = r.points + excluded.points`.execute(tx);
    });
  }
}
