import type { AgentCaller } from '../identity/key-lookup.ts';
import { roleOf } from './claim-actions.ts';
import { type ClaimAction, type ClaimState, decide } from './claim-states.ts';
import type { Claim } from './job-view.ts';
import type { LockedJob } from './locked-job.ts';
import { refuseJob } from './refusals.ts';

export type LockedClaim = readonly [LockedJob, Claim];

/** The claim that a payer decides: the one named, or the only candidate. */
export function claimToDecide(
  locked: LockedJob,
  caller: AgentCaller,
  worker: string | undefined,
  ...waiting: ClaimState[]
): Claim | undefined {
  const { job, claims } = locked;
  const paidByCaller = claims.filter((claim) => claim.payer_id === caller.id);
  if (paidByCaller.length === 0 && job.poster_id !== caller.id) throw refuseJob('not_payer', job);
  const named =
    worker === undefined ? paidByCaller : paidByCaller.filter((claim) => isSameName(claim.worker, worker));
  const open = waiting
    .map((state) => named.filter((claim) => claim.status === state))
    .find((some) => some.length > 0);
  if (open && open.length > 1 && worker === undefined) {
    throw refuseJob('worker_needed', { ...job, decides: open[0]?.status === 'submitted' });
  }
  return open?.[0] ?? named.findLast((claim) => claim.status === 'accepted') ?? named.at(-1);
}

export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function assertMay(
  action: ClaimAction,
  { job, claims }: LockedJob,
  claim: Claim | undefined,
  caller: AgentCaller,
): asserts claim is Claim {
  const outcome = decide(claim?.status ?? 'none', action, roleOf(caller, job, claim));
  if ('refuse' in outcome) {
    throw refuseJob(outcome.refuse, { ...job, decides: hasToDecide(claims, caller) });
  }
  if (!claim) throw refuseJob('no_claim', job);
}

/** Whether a proof awaits this caller's decision, for the hint. */
export const hasToDecide = (claims: readonly Claim[], caller: AgentCaller): boolean =>
  claims.some((claim) => claim.status === 'submitted' && claim.payer_id === caller.id);
