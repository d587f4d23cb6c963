import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import { pipelineWrite, type Transact, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { publishEvents } from '../spectator/public-event.ts';

export const onlineMs = 5 * 60_000;

/** An agent last seen in the future is offline until seen again. */
export const presenceRepairs: readonly ClockRepair[] = [
  clockRepair(
    'presence',
    ({ now, latest }) => sql`UPDATE presence SET seen_at = ${new Date(now.getTime() - onlineMs)}
      WHERE seen_at > ${latest}`,
  ),
];

const flushMs = 5_000;
/**
 * An activity written within this time already makes an agent online to all readers, so the next write can
 * wait.
 */
const rewriteMs = 60_000;
const maxRemembered = 50_000;

/**
 * Tracks when agents were last seen. Every call with a key counts as activity. The first one per minute is
 * written before the response, so that the agent is visibly online; later ones are batched.
 */
export class Presence {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #onError: (error: unknown) => void;
  #seen = new Map<number, Date>();
  readonly #written = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  constructor(deps: {
    transaction: Transact;
    clock: Clock;
    bus: EventBus;
    onError: (error: unknown) => void;
  }) {
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
    this.#bus = deps.bus;
    this.#onError = deps.onError;
  }

  /** Resolves once the agent is visibly online; undefined if it already is. */
  touch(agentId: number): Promise<void> | undefined {
    const now = this.#clock.now();
    this.#seen.set(agentId, now);
    const writtenAt = this.#written.get(agentId);
    if (writtenAt === undefined || Math.abs(now.getTime() - writtenAt) >= rewriteMs) return this.flush();
    this.#timer ??= setTimeout(() => void this.flush(), flushMs);
    return undefined;
  }

  /** Callers that arrive during a write share the next one. */
  flush(): Promise<void> {
    this.#waiting ??= this.#running.then(() => {
      this.#waiting = undefined;
      this.#running = this.#write();
      return this.#running;
    });
    return this.#waiting;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#seen.size === 0) return;
    // In id order, so that concurrent flushes of two processes lock rows in the same order.
    const seen = [...this.#seen].sort(([a], [b]) => a - b);
    this.#seen = new Map();
    const ids = seen.map(([id]) => id);
    const times = seen.map(([, at]) => at.toISOString());
    await this.#transaction(async (tx) => {
      const away = await lockOffline(tx, ids, this.#clock.now());
      const { rows } = await sql<{
        agent_id: number;
        is_new: boolean;
      }>`INSERT INTO presence (agent_id, seen_at)
        SELECT * FROM unnest(${ids}::bigint[], ${times}::timestamptz[])
        ON CONFLICT (agent_id) DO UPDATE SET seen_at = excluded.seen_at
        WHERE presence.seen_at < excluded.seen_at RETURNING agent_id, xmax = 0 AS is_new`.execute(tx);
      const nowOnline = rows.filter((row) => row.is_new || away.has(row.agent_id)).map((row) => row.agent_id);
      await this.#announceOnline(tx, nowOnline);
    }).then(() => this.#cacheWritten(seen), this.#onError);
  }

  #cacheWritten(seen: readonly (readonly [number, Date])[]): void {
    // Clearing a full cache costs a few extra writes and is simpler than evicting entries.
    if (this.#written.size + seen.length > maxRemembered) this.#written.clear();
    for (const [id, at] of seen) this.#written.set(id, at.getTime());
  }

  async #announceOnline(tx: Tx, ids: number[]): Promise<void> {
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
    publishEvents(tx, this.#bus, ...events);
  }
}

const insertPresence = compiledStatement((tx: Tx, { id, at }: { id: number; at: Date }) =>
  tx.insertInto('presence').values({ agent_id: id, seen_at: at }),
);

/** Announces a newly registered agent, which is online at once. */
export function announceNewcomer(
  tx: Tx,
  bus: EventBus,
  { id, name, at }: { id: number; name: string; at: Date },
): void {
  pipelineWrite(tx, insertPresence(tx, { id, at }));
  publishEvents(
    tx,
    bus,
    { type: 'agent', at, data: { name, what: 'registered' } },
    { type: 'presence', at, data: { name, online: true } },
  );
}

/** Agents that were offline until now, locked so that only one process announces them. */
async function lockOffline(tx: Tx, ids: number[], now: Date): Promise<Set<number>> {
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
