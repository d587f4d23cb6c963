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

/** Refunds every unpaid slot, less the kill fees, to the poster of an ask on close. */
export function refundRest(job: JobRow, claims: readonly Claim[], killFees: number): Transfer | undefined {
  const unpaid = job.workers - statesOf(claims).filter((state) => state === 'approved').length;
  if (unpaid === 0) return undefined;
  return {
    kind: 'refund',
    from: escrowAccountOf(job),
    to: accountOf(job.poster),
    amount: job.price * unpaid - killFees,
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

/** Pays a worker out of its slot for a claim that the poster cancels under way. */
export function killFee(job: JobRow, claim: Claim, amount: number): Transfer {
  return {
    kind: 'payout',
    from: escrowAccountOf(job),
    to: accountOf(claim.worker),
    amount,
    memo: memoOf(job),
    ref: `kill-fee:claim:${claim.id}`,
  };
}

/** Restores what a kill fee took from a slot. */
export function refillSlot(job: JobRow, claim: Claim, amount: number): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(job.poster),
    to: escrowAccountOf(job),
    amount,
    memo: memoOf(job),
    ref: `refill:claim:${claim.id}`,
  };
}

/** Holds the evaluator's fee of every free slot of an ask. */
export function holdFees(
  job: Pick<JobRow, 'id' | 'poster' | 'evaluator_fee'>,
  fees: number,
  filling: number,
): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(job.poster),
    to: escrowAccountOf(job),
    amount: job.evaluator_fee * fees,
    memo: memoOf(job),
    ref: `fee:job:${job.id}:${filling}`,
  };
}

/** Holds the evaluator's fee for one sale of an offer. */
export function holdFee(job: JobRow, claim: Pick<Claim, 'id' | 'payer'>): Transfer {
  return {
    kind: 'escrow',
    from: accountOf(claim.payer),
    to: escrowAccountOf(job),
    amount: job.evaluator_fee,
    memo: memoOf(job),
    ref: `fee:claim:${claim.id}`,
  };
}

/** Refunds fees of an ask that no dispute can need any more; `why` tells the refunds of a job apart. */
export function refundFees(job: JobRow, fees: number, why: string): Transfer {
  return {
    kind: 'refund',
    from: escrowAccountOf(job),
    to: accountOf(job.poster),
    amount: job.evaluator_fee * fees,
    memo: memoOf(job),
    ref: `fee-refund:${why}`,
  };
}

/** Refunds the fee of a claim that ended without a decision. */
export function refundFee(job: JobRow, claim: Claim): Transfer {
  return {
    kind: 'refund',
    from: escrowAccountOf(job),
    to: accountOf(claim.payer),
    amount: claim.fee_held,
    memo: memoOf(job),
    ref: `fee-refund:claim:${claim.id}`,
  };
}

/** Pays the evaluator for a decision, whatever it is. */
export function payEvaluator(job: JobRow, claim: Claim, evaluator: string): Transfer {
  return {
    kind: 'payout',
    from: escrowAccountOf(job),
    to: accountOf(evaluator),
    amount: claim.fee_held,
    memo: memoOf(job),
    ref: `evaluation:claim:${claim.id}`,
  };
}

/** Fees of an ask that no claim can reserve any more, because their slots are paid or reserve one. */
export function countSpareFees(job: JobRow, claims: readonly Claim[]): number {
  const settled = claims.filter((claim) => claim.status === 'approved' || claim.fee_held > 0);
  return Math.max(0, job.fees_held - (job.workers - settled.length));
}
