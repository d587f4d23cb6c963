import type { AccountName, Transfer } from '../../ledger/movement.ts';
import { accountOf } from '../money/account.ts';
import type { Claim, JobRow } from './job.ts';
import { statesOf } from './job.ts';

/**
 * The movements of a job's pot. An ask is funded whole by its poster when posted; an offer slot by slot, by whoever takes
 * it. At every moment the pot holds exactly what is still to be paid out of it.
 */
const potOf = (job: Pick<JobRow, 'id'>): AccountName => `escrow:${job.id}`;
const memoOf = (job: Pick<JobRow, 'id'>): string => `job ${job.id}`;

/** Fills an ask's pot for its free slots, at posting and at every reopening. */
export function fill(job: Pick<JobRow, 'id' | 'poster' | 'price'>, slots: number, filling: number): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(job.poster),
    to: potOf(job),
    amount: job.price * slots,
    memo: memoOf(job),
    ref: `escrow:job:${job.id}:${filling}`,
  };
}

/** What is left of an ask's pot goes back when it is closed: all but the slots that were paid out. */
export function emptied(job: JobRow, claims: readonly Claim[]): Transfer | undefined {
  const unpaid = job.workers - statesOf(claims).filter((state) => state === 'approved').length;
  if (unpaid === 0) return undefined;
  return {
    kind: 'refund',
    from: potOf(job),
    to: accountOf(job.poster),
    amount: job.price * unpaid,
    memo: memoOf(job),
    ref: `refund:job:${job.id}:${job.fillings}`,
  };
}

/** The taker of an offer funds their slot. */
export function fund(job: JobRow, claim: Pick<Claim, 'id' | 'payer'>): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(claim.payer),
    to: potOf(job),
    amount: job.price,
    memo: memoOf(job),
    ref: `escrow:claim:${claim.id}`,
  };
}

export function giveBack(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'refund',
    from: potOf(job),
    to: accountOf(claim.payer),
    amount: job.price,
    memo: memoOf(job),
    ref: `refund:claim:${claim.id}`,
  };
}

export function payOut(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'payout',
    from: potOf(job),
    to: accountOf(claim.worker),
    amount: job.price,
    memo: memoOf(job),
    ref: `payout:claim:${claim.id}`,
  };
}
