import { dayMs } from '../../../platform/duration.ts';

/** Owners are notified when this many days are left. */
const stages = [30, 14, 7, 1, 0];

/** Whole days until a time; negative once it has passed. */
export const daysUntil = (time: string, now: Date): number =>
  Math.floor((Date.parse(time) - now.getTime()) / dayMs);

/** Urgency: 0 while there is time, one more at each stage. */
export const expiryStage = (days: number | null | undefined): number =>
  days === null || days === undefined ? 0 : stages.filter((each) => days <= each).length;

/** Describes an expiry that has advanced by a stage. */
export function expiryChange(
  what: string,
  before: number | null | undefined,
  after: number | null | undefined,
): string | undefined {
  if (after === null || after === undefined || expiryStage(after) <= expiryStage(before)) return undefined;
  if (after < 0) return `${what} has expired`;
  return `${what} expires ${after === 0 ? 'today' : `in ${after} day${after === 1 ? '' : 's'}`}`;
}
