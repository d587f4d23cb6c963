import type { Notice } from '../events/notify.ts';

/** The last sentence of what an evaluator is told; it is found again by its form when the date moves. */
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

/** Tells an evaluator of a denial to decide on, and by when. */
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
