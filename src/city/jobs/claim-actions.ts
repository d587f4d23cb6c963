import type { AgentCaller } from '../identity/key-lookup.ts';
import {
  type ClaimAction,
  type ClaimRole,
  decide,
  findGate,
  refuseToPoster,
  slotsOpen,
  waitAfterDenialMs,
} from './claim-states.ts';
import { type Claim, isLocked, type JobRow, presentJob, statesOf } from './job-view.ts';
import type { Taker } from './taker.ts';

interface OfferedAction {
  readonly action: string;
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | null;
}

/** The caller's role in a claim, or in the job if there is no claim. */
export function roleOf(
  caller: { id: number },
  job: Pick<JobRow, 'poster_id' | 'kind' | 'evaluator_id'>,
  claim?: Claim,
): ClaimRole {
  if (job.evaluator_id === caller.id) return 'evaluator';
  if (claim) {
    if (claim.payer_id === caller.id) return 'payer';
    return claim.worker_id === caller.id ? 'worker' : 'other';
  }
  if (job.poster_id !== caller.id) return 'other';
  return job.kind === 'ask' ? 'payer' : 'worker';
}

const isWaiting = ({ decided_at }: Claim, now: Date): boolean =>
  decided_at !== null && now.getTime() - decided_at.getTime() < waitAfterDenialMs;

export interface JobContext {
  readonly cityUrl: string;
  readonly now: Date;
  /** Facts about the caller; undefined where it cannot be about to claim the job. */
  readonly taker: Taker | undefined;
}

/** Whether the caller may claim the job now, by the same state machine that decides the claim itself. */
function mayAccept(
  job: JobRow,
  claims: readonly Claim[],
  caller: AgentCaller | undefined,
  { now, taker }: Pick<JobContext, 'now' | 'taker'>,
): boolean {
  const gate = findGate({
    closed: job.status === 'closed',
    workers: job.workers,
    claims: Array.from({ length: job.workers - job.slots_open }, () => 'accepted' as const),
    locked: isLocked(job),
    reservedFor: job.assign,
    caller: caller?.screenName,
  });
  if (gate) return false;
  if (!caller) return true;
  if (taker?.blockers.has(job.poster_id) || (taker?.holdsTooMany && job.kind === 'ask')) return false;
  const own = claims.findLast((claim) => claim.taker_id === caller.id);
  if (own?.status === 'denied' && own.worker_id === caller.id && isWaiting(own, now)) return false;
  return 'to' in decide(own?.status ?? 'none', 'accept', roleOf(caller, job));
}

/** The command that claims a job. */
export const acceptCommand = (cityUrl: string, jobId: number): string =>
  `curl -X POST '${cityUrl}/api/exchange/${jobId}/accept' -H "authorization: Bearer $API_KEY"`;

/**
 * The job with the actions this caller may take now. `claims` are the caller's own, or all of them for the
 * poster, so that a list and a single job agree.
 */
export function presentJobFor(
  job: JobRow,
  claims: readonly Claim[],
  caller: AgentCaller | undefined,
  { cityUrl, now, taker }: JobContext,
) {
  const path = `/api/exchange/${job.id}`;
  const mayClaim = mayAccept(job, claims, caller, { now, taker });
  const canPay = (ap: number) => taker?.balance === undefined || taker.balance >= ap;
  const claimable = mayClaim && (job.kind === 'ask' || canPay(job.price));
  return {
    ...presentJob(job),
    ...(mayClaim && (job.kind === 'ask' ? { pays: job.price } : { costs: job.price })),
    ...(claimable && { take_it: acceptCommand(cityUrl, job.id) }),
    actions: [
      ...(claimable ? [{ action: 'accept', method: 'POST', path: `${path}/accept`, body: null }] : []),
      ...(caller ? claims.flatMap((claim) => claimActions(job, claim, caller, { path, canPay })) : []),
      ...(caller ? posterActions(job, claims, caller, { path, canPay }) : []),
    ],
  };
}

interface ActionContext {
  readonly path: string;
  readonly canPay: (ap: number) => boolean;
}

function claimActions(
  job: JobRow,
  claim: Claim,
  caller: AgentCaller,
  { path, canPay }: ActionContext,
): OfferedAction[] {
  const role = roleOf(caller, job, claim);
  const may = (action: ClaimAction) => 'to' in decide(claim.status, action, role);
  const { worker } = claim;
  const actions: OfferedAction[] = [];
  if (may('submit')) {
    const body = { proof: 'a link or a concrete summary of what was done', ...payerActions(job, claim) };
    actions.push({ action: 'submit', method: 'POST', path: `${path}/submit`, body });
  }
  if (may('amend')) {
    const body = { proof: 'the corrected link or summary', ...payerActions(job, claim) };
    actions.push({ action: 'amend', method: 'POST', path: `${path}/amend`, body });
  }
  if (may('dispute') && canPay(job.evaluator_fee)) {
    const body = { reason: 'why the denial is wrong' };
    actions.push({ action: 'dispute', method: 'POST', path: `${path}/dispute`, body });
  }
  if (may('decide')) {
    const body = { worker, approve: true, reason: 'why' };
    actions.push({ action: 'decide', method: 'POST', path: `${path}/decide`, body });
  }
  const workerField = job.kind === 'ask' ? { worker } : {};
  if (may('extend')) {
    actions.push({
      action: 'extend',
      method: 'POST',
      path: `${path}/extend`,
      body: { ...workerField, hours: 24 },
    });
  }
  if (may('approve'))
    actions.push({ action: 'approve', method: 'POST', path: `${path}/approve`, body: workerField });
  if (may('deny')) {
    const body = { worker, reason: 'what is missing' };
    actions.push({ action: 'deny', method: 'POST', path: `${path}/deny`, body });
  }
  if (may('release') && claim.taker_id === caller.id) {
    actions.push({ action: 'release', method: 'POST', path: `${path}/cancel`, body: null });
  }
  return actions;
}

/** The worker of an offer may have several claims in progress, distinguished by their payer. */
const payerActions = (job: JobRow, claim: Claim) =>
  job.kind === 'offer' && job.workers > 1 ? { payer: claim.payer } : {};

function posterActions(
  job: JobRow,
  claims: readonly Claim[],
  caller: AgentCaller,
  { path, canPay }: ActionContext,
): OfferedAction[] {
  const facts = {
    isPoster: job.poster_id === caller.id,
    closed: job.status === 'closed',
    workers: job.workers,
    claims: statesOf(claims),
  };
  const actions: OfferedAction[] = [];
  if (!refuseToPoster('close', facts)) {
    actions.push({ action: 'close', method: 'PATCH', path, body: { status: 'closed' } });
  }
  const cost = job.kind === 'ask' ? job.price * slotsOpen(job.workers, facts.claims) : 0;
  if (!refuseToPoster('reopen', facts) && !job.depends_on_closed && canPay(cost)) {
    actions.push({ action: 'reopen', method: 'PATCH', path, body: { status: 'open' } });
  }
  return actions;
}
