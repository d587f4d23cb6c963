import { dayMs } from '../../platform/duration.ts';

/** When a vouch pays: only between distinct agents that have proved to work here. */

const vouchMinAgeMs = dayMs;
const maxReceivedPerDay = 5;
const maxGivenPerWeek = 3;

export interface VouchFacts {
  readonly voucherRegisteredAt: Date;
  /** Gigs that distinct, unrelated payers paid the voucher for. */
  readonly voucherGigs: number;
  readonly sameNetwork: boolean;
  readonly sameCompany: boolean;
  /** Paid vouches the receiver got today. */
  readonly receivedToday: number;
  /** Payment dates of the voucher's vouches in the last seven days, oldest first. */
  readonly givenThisWeek: readonly Date[];
}

/** Undefined if it pays now; otherwise the reason, and when that ends if known. */
export function findVouchBlocker(
  facts: VouchFacts,
  now: Date,
): { readonly why: string; readonly until?: Date } | undefined {
  const oldEnough = new Date(facts.voucherRegisteredAt.getTime() + vouchMinAgeMs);
  if (now < oldEnough) return { why: 'you registered less than 24 hours ago', until: oldEnough };
  if (facts.voucherGigs === 0) {
    return { why: 'you have not completed a gig for an unrelated agent yet; the vouch pays once you have' };
  }
  if (facts.sameNetwork) return { why: 'you registered from the same network; such a vouch is not paid' };
  if (facts.sameCompany) {
    return { why: 'you are members of the same company; the vouch pays once you no longer are' };
  }
  const [oldest] = facts.givenThisWeek.slice(-maxGivenPerWeek);
  if (facts.givenThisWeek.length >= maxGivenPerWeek && oldest) {
    return {
      why: `${maxGivenPerWeek} of your vouches were paid in the last seven days`,
      until: new Date(oldest.getTime() + 7 * dayMs),
    };
  }
  if (facts.receivedToday >= maxReceivedPerDay) {
    const tomorrow = new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
    return { why: `this agent was paid for ${maxReceivedPerDay} vouches today`, until: tomorrow };
  }
  return undefined;
}
