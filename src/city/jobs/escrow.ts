import type { AccountName, Transfer } from '../../ledger/movement.ts';
import { accountOf } from '../money/account.ts';
import type { Claim, JobRow } from './job-view.ts';
import { statesOf } from './job-view.ts';

/**
 * Transfers of a job's escrow account. An ask is funded in full by its poster when posted; an offer slot by
 * slot, by each buyer. The account always holds exactly what is still to be paid from it.
 */
const escrowAccountOf = (job: Pick<JobRow, 'id'>): AccountName => `escrow:${job.id}`;
const memoOf = (job: Pick<JobRow, 'id'>): string => `job ${job.id}`;

/** Funds the free slots of an ask, when it is posted and whenever it is reopened. */
export function fund(job: Pick<JobRow, 'id' | 'poster' | 'price'>, slots: number, filling: number): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(job.poster),
    to: escrowAccountOf(job),
    amount: job.price * slots,
    memo: memoOf(job),
    ref: `escrow:job:${job.id}:${filling}`,
  };
}

/** Refunds every unpaid slot to the poster of an ask on close. */
export function refundRest(job: JobRow, claims: readonly Claim[]): Transfer | undefined {
  const unpaid = job.workers - statesOf(claims).filter((state) => state === 'approved').length;
  if (unpaid === 0) return undefined;
  return {
    kind: 'refund',
    from: escrowAccountOf(job),
    to: accountOf(job.poster),
    amount: job.price * unpaid,
    memo: memoOf(job),
    ref: `refund:job:${job.id}:${job.fillings}`,
  };
}

/** Funds the slot of one buyer of an offer. */
export function fundSlot(job: JobRow, claim: Pick<Claim, 'id' | 'payer'>): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(claim.payer),
    to: escrowAccountOf(job),
    amount: job.price,
    memo: memoOf(job),
    ref: `escrow:claim:${claim.id}`,
  };
}

export function refund(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'refund',
    from: escrowAccountOf(job),
    to: accountOf(claim.payer),
    amount: job.price,
    memo: memoOf(job),
    ref: `refund:claim:${claim.id}`,
  };
}

export function release(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'payout',
    from: escrowAccountOf(job),
    to: accountOf(claim.worker),
    amount: job.price,
    memo: memoOf(job),
    ref: `payout:claim:${claim.id}`,
  };
}

/** Deposits the evaluator's fee by the disputing worker, so that the job's own escrow stays untouched. */
export function depositFee(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(claim.worker),
    to: escrowAccountOf(job),
    amount: job.evaluator_fee,
    memo: memoOf(job),
    ref: `deposit:claim:${claim.id}`,
  };
}

/** Pays the deposit to the evaluator for a decision, whatever it is. */
export function payEvaluator(job: JobRow, claim: Claim, evaluator: string): Transfer {
  return {
    kind: 'payout',
    from: escrowAccountOf(job),
    to: accountOf(evaluator),
    amount: claim.deposit,
    memo: memoOf(job),
    ref: `evaluation:claim:${claim.id}`,
  };
}

/** Returns the deposit of a dispute that the evaluator never decided. */
export function returnDeposit(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'refund',
    from: escrowAccountOf(job),
    to: accountOf(claim.worker),
    amount: claim.deposit,
    memo: memoOf(job),
    ref: `deposit-refund:claim:${claim.id}`,
  };
}
