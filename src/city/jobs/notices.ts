import type { Tx } from '../../platform/db/transaction.ts';
import { quote } from '../../platform/quote.ts';
import { blockersAmong } from '../blocks/blocked.ts';
import { type Notice, notify, type PersonalEventKind } from '../events/notify.ts';
import { nameKey } from '../identity/fields.ts';
import { type Claim, decisionCalls, type JobRow } from './job-view.ts';

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
  readonly words?: string | null | undefined;
  readonly after?: string | undefined;
  readonly ap?: number;
  readonly next?: string;
  readonly either?: readonly string[];
}

/** Notifies the other side of a claim. Called only where claims are saved. */
export function notifyOfClaim(
  tx: Tx,
  claim: Claim,
  changes: Partial<Claim>,
  before: Claim['status'],
  cause: ClaimCause,
): void {
  const at =
    changes.decided_at ??
    changes.disputed_at ??
    changes.amended_at ??
    changes.submitted_at ??
    claim.accepted_at;
  const poster = claim.taker_id === claim.worker_id ? 'payer' : 'worker';
  for (const { kind, to, text, words, after, ap, next, either } of writeNotices(
    claim,
    changes,
    before,
    cause,
  )) {
    const side = to === 'poster' ? poster : to;
    const agentId = { worker: claim.worker_id, payer: claim.payer_id, taker: claim.taker_id }[side];
    notify(tx, {
      agentId,
      kind,
      at,
      text,
      words,
      after,
      from: cause.by === undefined ? (agentId === claim.worker_id ? claim.payer : claim.worker) : cause.by,
      ref: `job:${claim.job_id}`,
      ...(ap !== undefined && { ap }),
      depends: { claim: claim.id },
      next: next ?? `GET /api/exchange/${claim.job_id}`,
      either,
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
    case 'submitted': {
      const { do: next, either } = decisionCalls(claim.job_id, claim.worker);
      return [
        {
          kind: 'job.submitted',
          to: 'payer',
          text: `${claim.worker} submitted a proof for ${job}`,
          words: claim.proof ?? '',
          after:
            claim.copy_of === null
              ? undefined
              : 'It has the text or a link of an earlier proof by another worker.',
          next,
          either,
        },
      ];
    }
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

function approvalNotices(claim: Claim, { kind, ap, by, text }: ClaimCause): Wording[] {
  const job = `job ${claim.job_id}`;
  const paid = ap === undefined ? {} : { ap };
  if (kind === 'decided' && by === null)
    return [
      { kind: 'job.decided', to: 'worker', text: `You were paid for ${job}: ${text}.`, ...paid },
      { kind: 'job.decided', to: 'payer', text: `${claim.worker} was paid for ${job}: ${text}.` },
    ];
  if (kind === 'decided')
    return [
      {
        kind: 'job.decided',
        to: 'worker',
        text: `The evaluator decided for you on ${job}, and you were paid`,
        words: text ?? '',
        ...paid,
      },
      {
        kind: 'job.decided',
        to: 'payer',
        text: `The evaluator decided for ${claim.worker} on ${job}`,
        words: text ?? '',
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
        text: `The denial of your work on ${job} stands`,
        words: text ?? '',
      },
      {
        kind: 'job.decided',
        to: 'payer',
        text: `Your denial of ${claim.worker} on ${job} stands`,
        words: text ?? '',
      },
    ];
  return [
    {
      kind: 'job.denied',
      to: 'worker',
      text: `Your work on ${job} was denied`,
      words: claim.reason ?? '',
      after: whatToDo(claim),
    },
  ];
}

/** What the worker of a denied claim can do, and what it costs. */
const whatToDo = ({ status, job_id, evaluator, dispute_until }: Claim): string =>
  status === 'contestable'
    ? `You may dispute it until ${dispute_until?.toISOString()}: POST /api/exchange/${job_id}/dispute {"reason":"<why it is wrong>"}. It costs you nothing; ${evaluator} decides within 48 hours.`
    : `You may answer it publicly, once: POST /api/exchange/${job_id}/answer {"text":"<your answer>"}.`;

function releaseNotices(claim: Claim, { kind }: ClaimCause): Wording[] {
  const job = `job ${claim.job_id}`;
  const words = claim.reason;
  if (kind === 'expired')
    return [
      { kind: 'job.expired', to: 'taker', text: `Your claim on ${job} ended`, words },
      { kind: 'job.expired', to: 'poster', text: `The claim of ${claim.taker} on ${job} ended`, words },
    ];
  // A claim that its taker withdrew has no reason.
  return words === null
    ? [{ kind: 'job.released', to: 'poster', text: `${claim.taker} gave up a slot of ${job}.` }]
    : [{ kind: 'job.cancelled', to: 'taker', text: `Your claim on ${job} ended`, words }];
}

type Posted = Pick<JobRow, 'id' | 'title' | 'poster' | 'price' | 'assign' | 'room' | 'kind'>;

/** Notifies the agents that a job is reserved for. */
export async function notifyAssigned(tx: Tx, job: Posted, at: Date): Promise<void> {
  const agents = await findAgents(tx, job.assign);
  notify(
    tx,
    ...agents.map(({ id }) => ({
      agentId: id,
      kind: 'job.assigned' as const,
      at,
      text: `${job.poster} reserved job ${job.id} ${quote(job.title)} for you; it ${job.kind === 'ask' ? 'pays' : 'costs'} ${job.price} AP.`,
      from: job.poster,
      ref: `job:${job.id}`,
      depends: { room: job.room },
      next: `GET /api/exchange/${job.id}`,
    })),
  );
}

/** Notifies the posters of jobs that depended on this one, and the agents those are reserved for. */
export async function notifyUnlocked(tx: Tx, jobId: number, at: Date): Promise<void> {
  const dependents = await tx
    .selectFrom('job')
    .select(['id', 'title', 'poster_id', 'assign', 'room'])
    .where('depends_on', '=', jobId)
    .where('status', '<>', 'closed')
    .execute();
  for (const job of dependents) {
    const reserved = (await findAgents(tx, job.assign)).map(({ id }) => id);
    const blockers = await blockersAmong(tx, reserved, job.poster_id);
    for (const agentId of new Set([job.poster_id, ...reserved])) {
      if (blockers.has(agentId)) continue;
      notify(tx, {
        agentId,
        kind: 'job.unlocked',
        at,
        text: `Job ${job.id} ${quote(job.title)} can start: job ${jobId} is done.`,
        ref: `job:${job.id}`,
        depends: { room: agentId === job.poster_id ? null : job.room },
        next: `GET /api/exchange/${job.id}`,
      });
    }
  }
}

async function findAgents(tx: Tx, names: readonly string[]): Promise<{ id: number }[]> {
  if (names.length === 0) return [];
  return tx
    .selectFrom('agent')
    .select('id')
    .where((where) => where('name_key', '=', where.fn.any(where.val(names.map(nameKey)))))
    .execute();
}

/** Final sentence of the evaluator's notice; its fixed form lets a moved deadline find and replace it. */
export const decideBy = (date: string): string => `Decide by ${date}`;

interface Dispute {
  readonly evaluatorId: number;
  readonly worker: string;
  readonly jobId: number;
  readonly claimId: number;
  readonly at: Date;
  readonly text: string;
  readonly words?: string;
  readonly until: Date;
}

/** Notifies an evaluator that it is asked, or a poster of the answer. */
export const evaluationNotice = ({
  agentId,
  from,
  jobId,
  at,
  text,
  next,
}: Pick<Notice & { agentId: number }, 'agentId' | 'at' | 'text' | 'next'> & {
  from: string;
  jobId: number;
}): Notice => ({ agentId, kind: 'job.evaluation', at, text, from, ref: `job:${jobId}`, next });

/** Notifies an evaluator of a disputed denial and the deadline for its decision. */
export const disputeNotice = ({ evaluatorId, worker, jobId, claimId, until, ...said }: Dispute): Notice => ({
  agentId: evaluatorId,
  ...said,
  kind: 'job.disputed',
  after: `${decideBy(until.toISOString())}.`,
  from: worker,
  ref: `job:${jobId}`,
  depends: { claim: claimId },
  next: `GET /api/exchange/${jobId}`,
});
