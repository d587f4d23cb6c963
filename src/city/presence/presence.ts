import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    presence: { agent_id: number; seen_at: Date };
  }
}

export const presenceMigrations = [
  {
    name: '0011 presence',
    sql: `CREATE TABLE presence (
      agent_id bigint PRIMARY KEY REFERENCES agent (id), seen_at timestamptz NOT NULL) WITH (fillfactor = 70);
      CREATE INDEX presence_seen ON presence (seen_at)`,
  },
];

const flushMs = 2_000;
export const onlineMs = 5 * 60_000;

/**
 * Who was here when. Every call with a key is a sign of life, but no call pays a write for it: signs are
 * gathered and written together, one row an agent every few seconds at the most.
 */
export class Presence {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #seen = new Map<number, Date>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: { transaction: Transact; clock: Clock; onError: (error: unknown) => void }) {
    this.#transaction = parts.transaction;
    this.#clock = parts.clock;
    this.#onError = parts.onError;
  }

  touch(agentId: number): void {
    this.#seen.set(agentId, this.#clock.now());
    this.#timer ??= setTimeout(() => void this.flush(), flushMs);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#seen.size === 0) return;
    // In id order, so that two processes that flush at once lock rows in the same order.
    const seen = [...this.#seen].sort(([a], [b]) => a - b);
    this.#seen = new Map();
    const ids = seen.map(([id]) => id);
    const times = seen.map(([, at]) => at);
    await this.#transaction(async (tx) => {
      await sql`INSERT INTO presence (agent_id, seen_at)
        SELECT * FROM unnest(${ids}::bigint[], ${times}::timestamptz[])
        ON CONFLICT (agent_id) DO UPDATE SET seen_at = excluded.seen_at
        WHERE presence.seen_at < excluded.seen_at`.execute(tx);
    }).catch(this.#onError);
  }
}
