import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { type ClockRepair, repairBy } from '../../platform/uptime/clock-repair.ts';
import { showPublic } from '../spectator/public-event.ts';

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

export const onlineMs = 5 * 60_000;

/** Who was last seen in the future is not online until seen again. */
export const presenceRepairs: readonly ClockRepair[] = [
  repairBy(
    'presence',
    ({ now, latest }) => sql`UPDATE presence SET seen_at = ${new Date(now.getTime() - onlineMs)}
      WHERE seen_at > ${latest}`,
  ),
];

const flushMs = 2_000;

/**
 * Who was here when. Every call with a key is a sign of life, but no call pays a write for it: signs are
 * gathered and written together, one row an agent every few seconds at the most.
 */
export class Presence {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #onError: (error: unknown) => void;
  #seen = new Map<number, Date>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: {
    transaction: Transact;
    clock: Clock;
    bus: EventBus;
    onError: (error: unknown) => void;
  }) {
    this.#transaction = parts.transaction;
    this.#clock = parts.clock;
    this.#bus = parts.bus;
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
      const away = await longUnseen(tx, ids, this.#clock.now());
      const { rows } = await sql<{
        agent_id: number;
        is_new: boolean;
      }>`INSERT INTO presence (agent_id, seen_at)
        SELECT * FROM unnest(${ids}::bigint[], ${times}::timestamptz[])
        ON CONFLICT (agent_id) DO UPDATE SET seen_at = excluded.seen_at
        WHERE presence.seen_at < excluded.seen_at RETURNING agent_id, xmax = 0 AS is_new`.execute(tx);
      const came = rows.filter((row) => row.is_new || away.has(row.agent_id)).map((row) => row.agent_id);
      await this.#showComing(tx, came);
    }).catch(this.#onError);
  }

  async #showComing(tx: Tx, ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    const at = this.#clock.now();
    const agents = await tx
      .selectFrom('agent')
      .select('screen_name')
      .where((where) => where('id', '=', where.fn.any(where.val(ids))))
      .execute();
    const events = agents.map(({ screen_name: name }) => ({
      type: 'presence' as const,
      at,
      data: { name, online: true },
    }));
    await showPublic(tx, this.#bus, ...events);
  }
}

/** Whoever was not online a moment ago, locked: of two processes that see somebody come, one says so. */
async function longUnseen(tx: Tx, ids: number[], now: Date): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('presence')
    .select('agent_id')
    .where((where) => where('agent_id', '=', where.fn.any(where.val(ids))))
    .where('seen_at', '<=', new Date(now.getTime() - onlineMs))
    .orderBy('agent_id')
    .forUpdate()
    .execute();
  return new Set(rows.map((row) => row.agent_id));
}
