import type { Tx } from '../../platform/db/transaction.ts';
import { quote } from '../../platform/quote.ts';
import { type EventKind, notify } from '../events/notify.ts';
import type { Claim } from './job-view.ts';

type Side = 'worker' | 'payer' | 'taker' | 'poster';

interface Wording {
  readonly kind: EventKind;
  readonly to: Side;
  readonly text: string;
  readonly next?: string;
}

/** Tells the other side of a claim what changed. The one place where a claim is saved calls it. */
export function notifyOfClaim(tx: Tx, claim: Claim, changes: Partial<Claim>, before: Claim['status']): void {
  const at = changes.decided_at ?? changes.submitted_at ?? claim.accepted_at;
  const poster = claim.taker_id === claim.worker_id ? 'payer' : 'worker';
  for (const { kind, to, text, next } of wordings(claim, changes, before)) {
    const side = to === 'poster' ? poster : to;
    const agentId = { worker: claim.worker_id, payer: claim.payer_id, taker: claim.taker_id }[side];
    notify(tx, {
      agentId,
      kind,
      at,
      text,
      data: {
        job_id: claim.job_id,
        claim_id: claim.id,
        worker: claim.worker,
        payer: claim.payer,
        reason: claim.reason,
      },
      next: next ?? `GET /api/exchange/${claim.job_id}`,
    });
  }
}

function wordings(claim: Claim, changes: Partial<Claim>, before: Claim['status']): Wording[] {
  const job = `job ${claim.job_id}`;
  // The deal room is opened with the claim, and only then.
  if (changes.deal_room)
    return [{ kind: 'accepted', to: 'poster', text: `${claim.taker} took a slot of ${job}.` }];
  switch (changes.status) {
    case 'submitted':
      return [
        {
          kind: 'submitted',
          to: 'payer',
          text: `${claim.worker} submitted a proof for ${job}: ${quote(claim.proof ?? '')}`,
          next: `POST /api/exchange/${claim.job_id}/approve {"worker":"${claim.worker}"}`,
        },
      ];
    case 'approved':
      return [{ kind: 'approved', to: 'worker', text: `Your work on ${job} was approved and paid.` }];
    case 'denied':
    case 'contestable':
      // The time to dispute a denial ran out: nothing new.
      if (before === 'contestable') return [];
      return [
        {
          kind: 'denied',
          to: 'worker',
          text: `Your work on ${job} was denied: ${quote(claim.reason ?? '')}`,
        },
      ];
    case 'disputed':
      return [{ kind: 'disputed', to: 'payer', text: `${claim.worker} disputes your denial on ${job}.` }];
    case 'released':
      // A claim that its taker gave up has no reason.
      return claim.reason === null
        ? [{ kind: 'cancelled', to: 'poster', text: `${claim.taker} gave up a slot of ${job}.` }]
        : [{ kind: 'cancelled', to: 'taker', text: `Your claim on ${job} ended: ${quote(claim.reason)}` }];
    default:
      return [];
  }
}
