import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { pruneRows } from '../../platform/db/prune.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';

/** Free quota per key. */
export const freeQuota = { free_calls_per_day: 100, free_videos: 1 } as const;

/** A key's free skill calls per UTC day. */
export const keyCalls: Quota = { name: 'skill-calls', max: freeQuota.free_calls_per_day };

/** Free calls per network and UTC day for callers without a key. */
export const trialCallsPerDay = 20;

export const quotaSchema = Type.Object({
  free_calls_per_day: Type.Integer({ description: 'Skill calls; resets each UTC day.' }),
  free_videos: Type.Integer(),
});

export interface Quota {
  readonly name: string;
  /** Calls per UTC day. */
  readonly max: number;
}

/** Key of a row: one subject's day under one quota. Days are counted from 1970-01-01. */
export interface SubjectDay {
  readonly quota: Quota;
  readonly subject: string;
  readonly day: number;
}

interface QuotaUse {
  used: number;
  out: number;
  out_until: Date;
}

const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Locks the row until the transaction ends, inserting it if missing. */
export async function lockUse(tx: Tx, { quota, subject, day }: SubjectDay, now: Date): Promise<QuotaUse> {
  const { rows } = await sql<QuotaUse>`INSERT INTO quota_use AS q (name, subject, day, used, out, out_until)
    VALUES (${quota.name}, ${subject}, ${dayText(day)}, 0, 0, ${now})
    ON CONFLICT (name, subject, day) DO UPDATE SET used = q.used RETURNING used, out, out_until`.execute(tx);
  return rows[0]!;
}

export function readUse(read: Reader, { quota, subject, day }: SubjectDay): Promise<QuotaUse | undefined> {
  return read
    .selectFrom('quota_use')
    .select(['used', 'out', 'out_until'])
    .where('name', '=', quota.name)
    .where('subject', '=', subject)
    .where('day', '=', dayText(day))
    .executeTakeFirst();
}

export async function changeUse(
  tx: Tx,
  { quota, subject, day }: SubjectDay,
  by: { used: number; out: number; outUntil?: Date },
): Promise<void> {
  await sql`UPDATE quota_use SET used = greatest(used + ${by.used}, 0), out = greatest(out + ${by.out}, 0),
    out_until = coalesce(${by.outUntil ?? null}, out_until)
    WHERE name = ${quota.name} AND subject = ${subject} AND day = ${dayText(day)}`.execute(tx);
}

/** Deletes rows of past days, which no check reads any more. */
export async function pruneQuotaUse(transaction: Transact, clock: Clock): Promise<void> {
  const today = Math.floor(clock.now().getTime() / dayMs);
  await pruneRows(transaction, 'quota_use', sql`day < ${dayText(today - 1)}`);
}

type Grant = 'video';

/**
 * Takes a key's one-time grant, in the transaction that spends it. Returns `true` for the only call that gets
 * it.
 */
export async function takeFreeGrant(tx: Tx, what: Grant, subject: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('free_grant')
    .values({ subject, what, taken_at: now })
    .onConflict((conflict) => conflict.columns(['subject', 'what']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** 0 or 1: a grant is taken once. */
export async function countFreeGrants(read: Reader, what: Grant, subject: string): Promise<number> {
  const rows = await read
    .selectFrom('free_grant')
    .select('subject')
    .where('subject', '=', subject)
    .where('what', '=', what)
    .execute();
  return rows.length;
}

/** Returns the grant if its use failed through no fault of the caller. */
export async function restoreFreeGrant(tx: Tx, what: Grant, subject: string): Promise<void> {
  await tx.deleteFrom('free_grant').where('subject', '=', subject).where('what', '=', what).execute();
}
