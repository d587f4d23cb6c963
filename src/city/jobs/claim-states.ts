import { dayMs, hourMs } from '../../platform/duration.ts';

/** State machine of a job: who may do what, when, and the resulting state. No I/O. */

/**
 * `contestable`: denied, but its worker may still appeal to the job's evaluator. `disputed`: the worker did.
 */
export type ClaimState =
  | 'none'
  | 'accepted'
  | 'submitted'
  | 'approved'
  | 'denied'
  | 'released'
  | 'contestable'
  | 'disputed';
export type ClaimAction =
  | 'accept'
  | 'submit'
  | 'amend'
  | 'extend'
  | 'approve'
  | 'deny'
  | 'release'
  | 'dispute'
  | 'decide'
  | 'answer';
/** The poster of an ask pays; the poster of an offer works. The evaluator of a claim decides its dispute. */
export type ClaimRole = 'payer' | 'worker' | 'evaluator' | 'other';

export const claimStates: ClaimState[] = [
  'none',
  'accepted',
  'submitted',
  'approved',
  'denied',
  'released',
  'contestable',
  'disputed',
];
export const claimActions: ClaimAction[] = [
  'accept',
  'submit',
  'amend',
  'extend',
  'approve',
  'deny',
  'release',
  'dispute',
  'decide',
  'answer',
];
export const roles: ClaimRole[] = ['payer', 'worker', 'evaluator', 'other'];

/** Reasons to refuse. Texts and next steps are in refusals.ts. */
export type RefusalName =
  | 'own_job'
  | 'is_evaluator'
  | 'nothing_to_answer'
  | 'already_claimed'
  | 'not_worker'
  | 'not_payer'
  | 'not_party'
  | 'not_evaluator'
  | 'no_claim'
  | 'no_proof'
  | 'nothing_to_amend'
  | 'no_dispute'
  | 'already_submitted'
  | 'already_approved'
  | 'already_decided'
  | 'already_disputed'
  | 'dispute_open'
  | 'decide_first';

type ActionOutcome = { readonly to: ClaimState } | { readonly refuse: RefusalName };

const refuse = (name: RefusalName): ActionOutcome => ({ refuse: name });
const moveTo = (to: ClaimState): ActionOutcome => ({ to });

/** One outcome for every state except the named ones. */
function outcomeByState(
  others: ActionOutcome,
  named: Partial<Record<ClaimState, ActionOutcome>> = {},
): Record<ClaimState, ActionOutcome> {
  return Object.fromEntries(claimStates.map((state) => [state, named[state] ?? others])) as Record<
    ClaimState,
    ActionOutcome
  >;
}

const endedOutcomes = {
  approved: refuse('already_approved'),
  denied: refuse('already_decided'),
  released: refuse('already_decided'),
  contestable: refuse('already_decided'),
  disputed: refuse('dispute_open'),
};

const allowOnly = (role: ClaimRole, name: RefusalName, own: Record<ClaimState, ActionOutcome>) =>
  Object.fromEntries(
    roles.map((each) => [each, each === role ? own : outcomeByState(refuse(name))]),
  ) as Record<ClaimRole, Record<ClaimState, ActionOutcome>>;

/**
 * The complete state machine. For `accept`, the poster is already payer or worker and cannot claim the job;
 * an earlier denied or released claim of the caller does not prevent a new one.
 */
const table: Record<ClaimAction, Record<ClaimRole, Record<ClaimState, ActionOutcome>>> = {
  accept: {
    payer: outcomeByState(refuse('own_job')),
    worker: outcomeByState(refuse('own_job')),
    evaluator: outcomeByState(refuse('is_evaluator')),
    other: outcomeByState(refuse('already_claimed'), {
      none: moveTo('accepted'),
      denied: moveTo('accepted'),
      released: moveTo('accepted'),
    }),
  },
  submit: allowOnly(
    'worker',
    'not_worker',
    outcomeByState(refuse('no_claim'), {
      ...endedOutcomes,
      accepted: moveTo('submitted'),
      submitted: refuse('already_submitted'),
    }),
  ),
  amend: allowOnly(
    'worker',
    'not_worker',
    outcomeByState(refuse('no_claim'), {
      ...endedOutcomes,
      accepted: refuse('nothing_to_amend'),
      submitted: moveTo('submitted'),
    }),
  ),
  extend: allowOnly(
    'payer',
    'not_payer',
    outcomeByState(refuse('no_claim'), {
      ...endedOutcomes,
      accepted: moveTo('accepted'),
      submitted: refuse('decide_first'),
    }),
  ),
  approve: allowOnly(
    'payer',
    'not_payer',
    outcomeByState(refuse('no_claim'), {
      ...endedOutcomes,
      accepted: refuse('no_proof'),
      submitted: moveTo('approved'),
      contestable: moveTo('approved'),
    }),
  ),
  deny: allowOnly(
    'payer',
    'not_payer',
    outcomeByState(refuse('no_claim'), {
      ...endedOutcomes,
      accepted: refuse('no_proof'),
      submitted: moveTo('denied'),
    }),
  ),
  release: {
    worker: outcomeByState(refuse('no_claim'), {
      ...endedOutcomes,
      accepted: moveTo('released'),
      submitted: moveTo('released'),
    }),
    payer: outcomeByState(refuse('no_claim'), {
      ...endedOutcomes,
      accepted: moveTo('released'),
      submitted: refuse('decide_first'),
    }),
    evaluator: outcomeByState(refuse('not_party')),
    other: outcomeByState(refuse('not_party')),
  },
  dispute: allowOnly(
    'worker',
    'not_worker',
    outcomeByState(refuse('no_dispute'), {
      contestable: moveTo('disputed'),
      disputed: refuse('already_disputed'),
    }),
  ),
  // `approved`, or `denied` if the evaluator rejects the work.
  decide: allowOnly(
    'evaluator',
    'not_evaluator',
    outcomeByState(refuse('no_dispute'), { disputed: moveTo('approved') }),
  ),
  // A public statement on a denial that no evaluator decides.
  answer: allowOnly(
    'worker',
    'not_worker',
    outcomeByState(refuse('nothing_to_answer'), {
      denied: moveTo('denied'),
      disputed: refuse('dispute_open'),
      contestable: refuse('dispute_open'),
    }),
  ),
};

export function decide(state: ClaimState, action: ClaimAction, role: ClaimRole): ActionOutcome {
  return table[action][role][state];
}

export type JobStatus = 'open' | 'accepted' | 'submitted' | 'done' | 'closed';

/** A claim holds its slot from acceptance on, and permanently once approved. */
const holding: readonly ClaimState[] = ['accepted', 'submitted', 'approved', 'contestable', 'disputed'];
const holdsSlot = (state: ClaimState): boolean => holding.includes(state);
const awaitsDecision = (state: ClaimState): boolean => holdsSlot(state) && state !== 'approved';

/** A job's status follows from its claims and from whether its poster closed it. */
export function deriveJobStatus(workers: number, claims: readonly ClaimState[], closed: boolean): JobStatus {
  if (closed) return 'closed';
  const heldSlots = claims.filter(holdsSlot);
  if (heldSlots.length < workers) return 'open';
  if (heldSlots.includes('accepted')) return 'accepted';
  return heldSlots.some(awaitsDecision) ? 'submitted' : 'done';
}

export const slotsOpen = (workers: number, claims: readonly ClaimState[]): number =>
  workers - claims.filter(holdsSlot).length;

export type PosterAction = 'close' | 'reopen';
export const posterActions: PosterAction[] = ['close', 'reopen'];
export type PosterRefusal =
  | 'not_poster'
  | 'decide_first'
  | 'dispute_open'
  | 'already_closed'
  | 'not_closed'
  | 'all_done';

/** Why the poster may not close or reopen the job; undefined if they may. */
export function refuseToPoster(
  action: PosterAction,
  job: { isPoster: boolean; closed: boolean; workers: number; claims: readonly ClaimState[] },
): PosterRefusal | undefined {
  if (!job.isPoster) return 'not_poster';
  if (action === 'close') {
    if (job.closed) return 'already_closed';
    if (job.claims.includes('submitted')) return 'decide_first';
    const isDisputed = job.claims.includes('contestable') || job.claims.includes('disputed');
    return isDisputed ? 'dispute_open' : undefined;
  }
  if (!job.closed) return 'not_closed';
  return slotsOpen(job.workers, job.claims) === 0 ? 'all_done' : undefined;
}

export type Gate =
  | 'keep_away'
  | 'closed'
  | 'no_slot'
  | 'locked'
  | 'reserved'
  | 'too_many_claims'
  | 'tied_to_evaluator';

/** What prevents everyone from claiming, regardless of role. */
export function findGate(job: {
  closed: boolean;
  workers: number;
  claims: readonly ClaimState[];
  locked: boolean;
  reservedFor: readonly string[];
  caller: string | undefined;
}): Gate | undefined {
  if (job.closed) return 'closed';
  if (slotsOpen(job.workers, job.claims) === 0) return 'no_slot';
  if (job.locked) return 'locked';
  const isReserved =
    job.reservedFor.length > 0 && (job.caller === undefined || !job.reservedFor.includes(job.caller));
  return isReserved ? 'reserved' : undefined;
}

/** How long a denial can be disputed, and how long the evaluator has to decide before the worker is paid. */
export const disputeWindowMs = dayMs;
export const evaluationMs = 2 * dayMs;
/** How an unpaid claim ended, if nobody judged its proof. */
export type Ending = 'deadline' | 'taker' | 'poster';

interface EndedClaim {
  readonly status: ClaimState;
  readonly ended_by: Ending | null;
  readonly decided_at: Date | null;
  readonly taker_id: number;
  readonly worker_id: number;
}

/** How long a denied worker must wait before claiming the same job again. */
const waitAfterDenialMs = dayMs;
/** How long the first claim that its taker dropped keeps it from the job; each further one four times as long. */
const firstWaitMs = hourMs;
const maxWaitMs = 30 * dayMs;

/** Whether the taker gave it up or, as its worker, let it expire. */
const wasDropped = ({ ended_by, taker_id, worker_id }: EndedClaim): boolean =>
  ended_by === 'taker' || (ended_by === 'deadline' && taker_id === worker_id);

/** Until when the taker of these earlier claims on a job may not take it again; undefined if it may. */
export function keptAwayUntil(own: readonly EndedClaim[], now: Date): Date | undefined {
  const last = own.at(-1);
  if (!last?.decided_at) return undefined;
  const drops = own.filter(wasDropped).length;
  const waitMs = wasDropped(last)
    ? Math.min(maxWaitMs, firstWaitMs * 4 ** (drops - 1))
    : last.status === 'denied' && last.taker_id === last.worker_id
      ? waitAfterDenialMs
      : 0;
  const until = new Date(last.decided_at.getTime() + waitMs);
  return until > now ? until : undefined;
}

/** Whether cancelling an accepted claim costs the poster the kill fee: its worker has begun, or half its time is over. */
export const owesKillFee = (
  claim: { accepted_at: Date; due_at: Date | null },
  workerPosted: boolean,
  now: Date,
): boolean =>
  workerPosted ||
  (claim.due_at !== null &&
    now.getTime() - claim.accepted_at.getTime() >=
      (claim.due_at.getTime() - claim.accepted_at.getTime()) / 2);

const usualClaims = 10;
const claimsPerHeldOne = 3;
/** Claims that a worker may drop in seven days without losing slots. */
const freeDrops = 3;
export const dropWindowMs = 7 * dayMs;

/**
 * Accepted claims that a worker may hold at once: ten, or a third of those it completed, so that nobody can take the
 * whole board; three if it dropped more than it completed; and fewer for every claim beyond three that it dropped within
 * seven days.
 */
export function maxHeldClaims(completed: number, drops: number, droppedEver: number): number {
  const isFickle = droppedEver > Math.max(freeDrops, completed);
  const usual = isFickle ? freeDrops : Math.max(usualClaims, Math.floor(completed / claimsPerHeldOne));
  return drops > freeDrops ? Math.max(0, Math.min(usual, 8 - drops)) : usual;
}

const deadlineHours = { quick: 4, hours: 24, days: 7 * 24, week: 14 * 24 } as const;

/** Deadline for the proof of an accepted claim. */
export function dueAt(
  job: { effort: keyof typeof deadlineHours; deadline_h: number | null },
  acceptedAt: Date,
): Date {
  return new Date(acceptedAt.getTime() + (job.deadline_h ?? deadlineHours[job.effort]) * hourMs);
}

export const laterDate = (a: Date, b: Date): Date => (a > b ? a : b);
