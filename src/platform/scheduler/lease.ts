import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Reader } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/transaction.ts';
import type { Json } from './task-kind.ts';

/** The right to run one task: a write to its row with this token proves that the lease is still held. */
export interface Lease {
  readonly id: number;
  readonly token: string;
}

export interface LeasedTask extends Lease {
  readonly subject: string;
  readonly dueAt: Date;
  readonly payload: Json;
  readonly attempt: number;
  readonly traceparent: string | null;
}

type LeasedRow = Pick<
  Selectable<Tables['task']>,
  'id' | 'subject' | 'due_at' | 'payload' | 'attempts' | 'traceparent'
>;

/** Leases expire by the database's clock, the only one that all processes share. */
const free = sql`failed_at IS NULL AND (lease_until IS NULL OR lease_until < now())`;

/** When the next task of each kind can be leased: one index probe per kind, no locks. */
export async function nextReady(read: Reader, kinds: string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ kind: string; ready_at: Date | null }>`
    SELECT kind, (SELECT ready_at FROM task WHERE task.kind = wanted.kind AND ${free} ORDER BY ready_at LIMIT 1) AS ready_at
    FROM unnest(${kinds}::text[]) AS wanted (kind)`.execute(read);
  return new Map(rows.flatMap(({ kind, ready_at }) => (ready_at ? [[kind, ready_at] as const] : [])));
}

/**
 * `= ANY (ARRAY (…))` and not a join: a planner that expects a large batch would scan the whole table for the
 * join. The condition is repeated because some PostgreSQL derivatives lock a row without re-checking it. The
 * second time it uses IS TRUE, which hides it from the index; otherwise the planner may scan all due tasks to
 * find the rows it has just locked.
 */
export async function leaseDue(
  tx: Tx,
  wanted: { kind: string; now: Date; max: number; leaseMs: number; owner: string },
): Promise<LeasedTask[]> {
  const token = randomUUID();
  const { rows } = await sql<LeasedRow>`
    UPDATE task SET lease_token = ${token}, lease_owner = ${wanted.owner}, lease_until = ${leaseEnd(wanted.leaseMs)},
      attempts = attempts + 1,
      again_at = CASE WHEN again_at > ${wanted.now} THEN again_at END
    WHERE id = ANY (ARRAY (
        SELECT id FROM task WHERE kind = ${wanted.kind} AND ready_at <= ${wanted.now} AND ${free}
        ORDER BY ready_at LIMIT ${wanted.max} FOR UPDATE SKIP LOCKED))
      AND (ready_at <= ${wanted.now} AND ${free}) IS TRUE
    RETURNING id, subject, due_at, payload, attempts, traceparent`.execute(tx);
  return rows.map(({ id, subject, due_at, payload, attempts, traceparent }) => {
    return { id, token, subject, dueAt: due_at, payload, attempt: attempts, traceparent };
  });
}

/**
 * Extends the leases and returns those still held. A locked row is skipped: its run is committing, and no
 * process can lease it meanwhile; waiting for it would let the other leases of the batch expire.
 */
export async function renewLeases(tx: Tx, leases: readonly Lease[], leaseMs: number): Promise<Set<number>> {
  const held = sql`task JOIN unnest(${leases.map((lease) => lease.id)}::bigint[],
    ${leases.map((lease) => lease.token)}::uuid[]) AS held (id, token)
    ON task.id = held.id AND task.lease_token = held.token`;
  await sql`UPDATE task SET lease_until = ${leaseEnd(leaseMs)}
    WHERE id = ANY (ARRAY (SELECT task.id FROM ${held} FOR UPDATE OF task SKIP LOCKED))`.execute(tx);
  const { rows } = await sql<{ id: number }>`SELECT task.id FROM ${held}`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/** Returns a task as if it had never been leased, so that another process can continue immediately. */
export async function releaseLease(tx: Tx, lease: Lease): Promise<boolean> {
  const released = await tx
    .updateTable('task')
    .set({
      lease_token: null,
      lease_owner: null,
      lease_until: null,
      attempts: sql`greatest(attempts - 1, 0)`,
    })
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.token)
    .returning('id')
    .executeTakeFirst();
  return released !== undefined;
}

function leaseEnd(leaseMs: number) {
  return sql<Date>`now() + ${leaseMs}::float8 * interval '1 millisecond'`;
}
