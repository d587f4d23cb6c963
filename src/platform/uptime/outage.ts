import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

export interface Outage {
  readonly from: Date;
  readonly until: Date;
}

/** Runs in the transaction that records the outage, so exactly once. */
export type AfterOutage = (tx: Tx, outage: Outage) => Promise<void>;

/** How long people have at least to act on a deadline that ran out while the service was down. */
const graceMs = 24 * 3_600_000;

const graceEnd = ({ until }: Outage): Date => new Date(until.getTime() + graceMs);

/** Whether a deadline ran out while the service was down, or does within the day after it. */
export const wasCut = (deadline: RawBuilder<unknown>, outage: Outage): RawBuilder<boolean> =>
  sql`(${deadline} > ${outage.from} AND ${deadline} < ${graceEnd(outage)})`;

/** A deadline that ran out gets a whole day; a later one the time that was lost, up to that day. */
export const movedDeadline = (deadline: RawBuilder<unknown>, outage: Outage): RawBuilder<Date> =>
  sql`CASE WHEN ${deadline} <= ${outage.until} THEN ${graceEnd(outage)}::timestamptz
    ELSE least(${deadline} + (${outage.until}::timestamptz - ${outage.from}::timestamptz), ${graceEnd(outage)}) END`;

/** Paid time goes on by as long as the service was down. */
export const givenBack = (until: RawBuilder<unknown>, outage: Outage): RawBuilder<Date> =>
  sql`${until} + (${outage.until}::timestamptz - ${outage.from}::timestamptz)`;
