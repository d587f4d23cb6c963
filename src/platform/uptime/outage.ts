import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import { dayMs } from '../duration.ts';

export interface Outage {
  readonly from: Date;
  readonly until: Date;
}

/** Runs in the transaction that records the outage, so exactly once. */
export type AfterOutage = (tx: Tx, outage: Outage) => Promise<void>;

/** Minimum time to act on a deadline that expired while the service was down. */
const graceMs = dayMs;

const graceEnd = ({ until }: Outage): Date => new Date(until.getTime() + graceMs);

/** Whether a deadline passed during the outage, or passes within a day after it. */
export const deadlineWasAffected = (deadline: RawBuilder<unknown>, outage: Outage): RawBuilder<boolean> =>
  sql`(${deadline} > ${outage.from} AND ${deadline} < ${graceEnd(outage)})`;

/** An expired deadline gets a whole day; a later one the lost time, up to that day. */
export const postponeDeadline = (deadline: RawBuilder<unknown>, outage: Outage): RawBuilder<Date> =>
  sql`CASE WHEN ${deadline} <= ${outage.until} THEN ${graceEnd(outage)}::timestamptz
    ELSE least(${deadline} + (${outage.until}::timestamptz - ${outage.from}::timestamptz), ${graceEnd(outage)}) END`;

/** Paid time is extended by the duration of the outage. */
export const extendByOutage = (until: RawBuilder<unknown>, outage: Outage): RawBuilder<Date> =>
  sql`${until} + (${outage.until}::timestamptz - ${outage.from}::timestamptz)`;
