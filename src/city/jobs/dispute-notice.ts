import type { Notice } from '../events/notify.ts';

/** Final sentence of the evaluator's notice; its fixed form lets a moved deadline find and replace it. */
export const decideBy = (date: string): string => `Decide by ${date}`;

interface Dispute {
  readonly evaluatorId: number;
  readonly worker: string;
  readonly jobId: number;
  readonly claimId: number;
  readonly at: Date;
  readonly text: string;
  readonly until: Date;
}

/** Notifies an evaluator of a disputed denial and the deadline for its decision. */
export const disputeNotice = ({ evaluatorId, worker, jobId, claimId, at, text, until }: Dispute): Notice => ({
  agentId: evaluatorId,
  kind: 'job.disputed',
  at,
  text: `${text} ${decideBy(until.toISOString())}.`,
  from: worker,
  ref: `job:${jobId}`,
  depends: { claim: claimId },
  next: `GET /api/exchange/${jobId}`,
});
