import type { AccountName, Transfer } from '../../ledger/movement.ts';
import { accountOf } from '../money/account.ts';
import type { Claim, JobRow } from './job-view.ts';
import { statesOf } from './job-view.ts';

/**
 * The transfers of a job's escrow account. An ask is funded whole by its poster when posted; an offer slot by slot, by
 * each buyer. At every moment the account holds exactly what is still to be paid out of it.
 */
const escrowOf = (job: Pick<JobRow, 'id'>): AccountName => `escrow:${job.id}`;
const memoOf = (job: Pick<JobRow, 'id'>): string => `job ${job.id}`;

/** Funds the free slots of an ask, at posting and at every reopening. */
export function fund(job: Pick<JobRow, 'id' | 'poster' | 'price'>, slots: number, filling: number): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(job.poster),
    to: escrowOf(job),
    amount: job.price * slots,
    memo: memoOf(job),
    ref: `escrow:job:${job.id}:${filling}`,
  };
}

/** On close, the poster of an ask gets back every slot that was not paid out. */
export function refundRest(job: JobRow, claims: readonly Claim[]): Transfer | undefined {
  const unpaid = job.workers - statesOf(claims).filter((state) => state === 'approved').length;
  if (unpaid === 0) return undefined;
  return {
    kind: 'refund',
    from: escrowOf(job),
    to: accountOf(job.poster),
    amount: job.price * unpaid,
    memo: memoOf(job),
    ref: `refund:job:${job.id}:${job.fillings}`,
  };
}

/** The buyer of an offer funds their slot. */
export function fundSlot(job: JobRow, claim: Pick<Claim, 'id' | 'payer'>): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(claim.payer),
    to: escrowOf(job),
    amount: job.price,
    memo: memoOf(job),
    ref: `escrow:claim:${claim.id}`,
  };
}

export function refund(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'refund',
    from: escrowOf(job),
    to: accountOf(claim.payer),
    amount: job.price,
    memo: memoOf(job),
    ref: `refund:claim:${claim.id}`,
  };
}

export function release(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'payout',
    from: escrowOf(job),
    to: accountOf(claim.worker),
    amount: job.price,
    memo: memoOf(job),
    ref: `payout:claim:${claim.id}`,
  };
}
