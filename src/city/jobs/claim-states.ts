/** The pure rules of a job: who may do what, when, and the resulting state. No I/O. */

export type ClaimState = 'none' | 'accepted' | 'submitted' | 'approved' | 'denied' | 'released';
export type ClaimAction = 'accept' | 'submit' | 'approve' | 'deny' | 'release';
/** The poster of an ask pays; the poster of an offer works. */
export type Role = 'payer' | 'worker' | 'other';

export const claimStates: ClaimState[] = ['none', 'accepted', 'submitted', 'approved', 'denied', 'released'];
export const claimActions: ClaimAction[] = ['accept', 'submit', 'approve', 'deny', 'release'];
export const roles: Role[] = ['payer', 'worker', 'other'];

/** Reasons to refuse. Texts and next steps are in refusals.ts. */
export type RefusalName =
  | 'own_job'
  | 'already_claimed'
  | 'not_worker'
  | 'not_payer'
  | 'not_party'
  | 'no_claim'
  | 'no_proof'
  | 'already_submitted'
  | 'already_approved'
  | 'already_decided'
  | 'decide_first';

type Outcome = { readonly to: ClaimState } | { readonly refuse: RefusalName };

const refuse = (name: RefusalName): Outcome => ({ refuse: name });
const go = (to: ClaimState): Outcome => ({ to });

/** One outcome for every state except the named ones. */
function row(others: Outcome, named: Partial<Record<ClaimState, Outcome>> = {}): Record<ClaimState, Outcome> {
  return Object.fromEntries(claimStates.map((state) => [state, named[state] ?? others])) as Record<
    ClaimState,
    Outcome
  >;
}

const over = {
  approved: refuse('already_approved'),
  denied: refuse('already_decided'),
  released: refuse('already_decided'),
};

/**
 * The whole state machine. For `accept`, the poster is already payer or worker and cannot take their own job; the caller's
 * earlier claim that was denied or released does not bar them.
 */
const table: Record<ClaimAction, Record<Role, Record<ClaimState, Outcome>>> = {
  accept: {
    payer: row(refuse('own_job')),
    worker: row(refuse('own_job')),
    other: row(refuse('already_claimed'), {
      none: go('accepted'),
      denied: go('accepted'),
      released: go('accepted'),
    }),
  },
  submit: {
    worker: row(refuse('no_claim'), {
      ...over,
      accepted: go('submitted'),
      submitted: refuse('already_submitted'),
    }),
    payer: row(refuse('not_worker')),
    other: row(refuse('not_worker')),
  },
  approve: {
    payer: row(refuse('no_claim'), { ...over, accepted: refuse('no_proof'), submitted: go('approved') }),
    worker: row(refuse('not_payer')),
    other: row(refuse('not_payer')),
  },
  deny: {
    payer: row(refuse('no_claim'), { ...over, accepted: go('denied'), submitted: go('denied') }),
    worker: row(refuse('not_payer')),
    other: row(refuse('not_payer')),
  },
  release: {
    worker: row(refuse('no_claim'), { ...over, accepted: go('released'), submitted: go('released') }),
    payer: row(refuse('no_claim'), { ...over, accepted: go('released'), submitted: refuse('decide_first') }),
    other: row(refuse('not_party')),
  },
};

export function decide(state: ClaimState, action: ClaimAction, role: Role): Outcome {
  return table[action][role][state];
}

export type JobStatus = 'open' | 'accepted' | 'submitted' | 'done' | 'closed';

/** A slot is held from the claim on, and permanently once approved. */
const holdsSlot = (state: ClaimState): boolean =>
  state === 'accepted' || state === 'submitted' || state === 'approved';

/** A job's status follows from its claims and from whether its poster closed it. */
export function statusOf(workers: number, claims: readonly ClaimState[], closed: boolean): JobStatus {
  if (closed) return 'closed';
  const held = claims.filter(holdsSlot);
  if (held.length < workers) return 'open';
  if (held.includes('accepted')) return 'accepted';
  return held.includes('submitted') ? 'submitted' : 'done';
}

export const slotsOpen = (workers: number, claims: readonly ClaimState[]): number =>
  workers - claims.filter(holdsSlot).length;

export type PosterAction = 'close' | 'reopen';
export const posterActions: PosterAction[] = ['close', 'reopen'];
export type PosterRefusal = 'not_poster' | 'decide_first' | 'already_closed' | 'not_closed' | 'all_done';

/** Why the poster may not close or reopen the job; undefined if they may. */
export function refuseToPoster(
  action: PosterAction,
  job: { isPoster: boolean; closed: boolean; workers: number; claims: readonly ClaimState[] },
): PosterRefusal | undefined {
  if (!job.isPoster) return 'not_poster';
  if (action === 'close') {
    if (job.closed) return 'already_closed';
    return job.claims.includes('submitted') ? 'decide_first' : undefined;
  }
  if (!job.closed) return 'not_closed';
  return slotsOpen(job.workers, job.claims) === 0 ? 'all_done' : undefined;
}

export type Gate = 'closed' | 'no_slot' | 'locked' | 'reserved';

/** What bars everyone from claiming, regardless of their role. */
export function gateOf(job: {
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
