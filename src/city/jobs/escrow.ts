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

/** The evaluator's fee, deposited by the worker who disputes a denial: the job's own escrow stays whole. */
export function depositFee(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(claim.worker),
    to: escrowOf(job),
    amount: job.evaluator_fee,
    memo: memoOf(job),
    ref: `deposit:claim:${claim.id}`,
  };
}

/** The deposit pays the evaluator for a decision, whichever way it goes. */
export function payEvaluator(job: JobRow, claim: Claim, evaluator: string): Transfer {
  return {
    kind: 'payout',
    from: escrowOf(job),
    to: accountOf(evaluator),
    amount: claim.deposit,
    memo: memoOf(job),
    ref: `evaluation:claim:${claim.id}`,
  };
}

/** A dispute that the evaluator never decided costs the worker nothing. */
export function returnDeposit(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'refund',
    from: escrowOf(job),
    to: accountOf(claim.worker),
    amount: claim.deposit,
    memo: memoOf(job),
    ref: `deposit-refund:claim:${claim.id}`,
  };
}
