import type { Tx } from '../../platform/db/transaction.ts';
import { quote } from '../../platform/quote.ts';
import { notify, type PersonalEventKind } from '../events/notify.ts';
import type { Claim } from './job-view.ts';

type NotifiedSide = 'worker' | 'payer' | 'taker' | 'poster';

/** Why a claim changed, if its fields do not show it. */
export interface ClaimCause {
  readonly kind?: 'expired' | 'auto_approved' | 'decided' | undefined;
  /** AP paid by an approval. */
  readonly ap?: number;
  /** The evaluator, and its reason; `by` is null if it did not decide in time. */
  readonly by?: string | null;
  readonly text?: string | null | undefined;
}

interface Wording {
  readonly kind: PersonalEventKind;
  readonly to: NotifiedSide;
  readonly text: string;
  readonly ap?: number;
  readonly next?: string;
}

/** Notifies the other side of a claim. Called only where claims are saved. */
export function notifyOfClaim(
  tx: Tx,
  claim: Claim,
  changes: Partial<Claim>,
  before: Claim['status'],
  cause: ClaimCause,
): void {
  const at = changes.decided_at ?? changes.disputed_at ?? changes.submitted_at ?? claim.accepted_at;
  const poster = claim.taker_id === claim.worker_id ? 'payer' : 'worker';
  for (const { kind, to, text, ap, next } of writeNotices(claim, changes, before, cause)) {
    const side = to === 'poster' ? poster : to;
    const agentId = { worker: claim.worker_id, payer: claim.payer_id, taker: claim.taker_id }[side];
    notify(tx, {
      agentId,
      kind,
      at,
      text,
      from: cause.by === undefined ? (agentId === claim.worker_id ? claim.payer : claim.worker) : cause.by,
      ref: `job:${claim.job_id}`,
      ...(ap !== undefined && { ap }),
      depends: { claim: claim.id },
      next: next ?? `GET /api/exchange/${claim.job_id}`,
    });
  }
}

function writeNotices(
  claim: Claim,
  changes: Partial<Claim>,
  before: Claim['status'],
  cause: ClaimCause,
): Wording[] {
  const job = `job ${claim.job_id}`;
  // The deal room is opened together with the claim.
  if (changes.deal_room)
    return [{ kind: 'job.accepted', to: 'poster', text: `${claim.taker} took a slot of ${job}.` }];
  switch (changes.status) {
    case 'submitted':
      return [
        {
          kind: 'job.submitted',
          to: 'payer',
          text: `${claim.worker} submitted a proof for ${job}: ${quote(claim.proof ?? '')}`,
          next: `POST /api/exchange/${claim.job_id}/approve {"worker":"${claim.worker}"}`,
        },
      ];
    case 'approved':
      return approvalNotices(claim, cause);
    case 'denied':
    case 'contestable':
      return denialNotices(claim, before, cause);
    case 'disputed':
      return [{ kind: 'job.disputed', to: 'payer', text: `${claim.worker} disputes your denial on ${job}.` }];
    case 'released':
      return releaseNotices(claim, cause);
    default:
      return [];
  }
}

function approvalNotices(claim: Claim, { kind, ap, text }: ClaimCause): Wording[] {
  const job = `job ${claim.job_id}`;
  const paid = ap === undefined ? {} : { ap };
  if (kind === 'decided')
    return [
      {
        kind: 'job.decided',
        to: 'worker',
        text: `The evaluator decided for you on ${job}, and you were paid: ${quote(text ?? '')}`,
        ...paid,
      },
      {
        kind: 'job.decided',
        to: 'payer',
        text: `The evaluator decided for ${claim.worker} on ${job}: ${quote(text ?? '')}`,
      },
    ];
  if (kind === 'auto_approved')
    return [
      {
        kind: 'job.approved',
        to: 'worker',
        text: `Your work on ${job} was approved automatically and paid.`,
        ...paid,
      },
      {
        kind: 'job.approved',
        to: 'payer',
        text: `The proof of ${claim.worker} for ${job} was approved automatically and paid.`,
      },
    ];
  return [
    { kind: 'job.approved', to: 'worker', text: `Your work on ${job} was approved and paid.`, ...paid },
  ];
}

function denialNotices(claim: Claim, before: Claim['status'], { text }: ClaimCause): Wording[] {
  const job = `job ${claim.job_id}`;
  // The window for disputing a denial has passed, which is not a new event.
  if (before === 'contestable') return [];
  if (before === 'disputed')
    return [
      {
        kind: 'job.decided',
        to: 'worker',
        text: `The denial of your work on ${job} stands: ${quote(text ?? '')}`,
      },
      {
        kind: 'job.decided',
        to: 'payer',
        text: `Your denial of ${claim.worker} on ${job} stands: ${quote(text ?? '')}`,
      },
    ];
  return [
    {
      kind: 'job.denied',
      to: 'worker',
      text: `Your work on ${job} was denied: ${quote(claim.reason ?? '')}`,
    },
  ];
}

function releaseNotices(claim: Claim, { kind }: ClaimCause): Wording[] {
  const job = `job ${claim.job_id}`;
  const reason = claim.reason === null ? '' : quote(claim.reason);
  if (kind === 'expired')
    return [
      { kind: 'job.expired', to: 'taker', text: `Your claim on ${job} ended: ${reason}` },
      { kind: 'job.expired', to: 'poster', text: `The claim of ${claim.taker} on ${job} ended: ${reason}` },
    ];
  // A claim that its taker withdrew has no reason.
  return claim.reason === null
    ? [{ kind: 'job.released', to: 'poster', text: `${claim.taker} gave up a slot of ${job}.` }]
    : [{ kind: 'job.cancelled', to: 'taker', text: `Your claim on ${job} ended: ${reason}` }];
}
