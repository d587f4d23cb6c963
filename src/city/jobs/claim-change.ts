import { Type } from 'typebox';
import { deferResult, type Tx } from '../../platform/db/transaction.ts';
import type { Limit } from '../../platform/http/limits.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { presentJobFor } from './claim-actions.ts';
import type { LockedClaim } from './claim-choice.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { jobIdInPath } from './job-routes.ts';
import { changedJobSchema, claimSchema, presentClaim } from './job-view.ts';
import { type LockedJob, reloadJob } from './locked-job.ts';
import { readTaker } from './taker.ts';
import { type JobWork, jobWork } from './unit-of-work.ts';

export const jobAndClaim = Type.Object({ job: changedJobSchema, claim: claimSchema });
export const jobOnly = Type.Object({ job: changedJobSchema });
export const claimRouteDefaults = {
  area: 'jobs',
  auth: 'agent',
  effect: 'write',
  params: jobIdInPath,
} as const;

/** Makes one change to a job, applies its transfers and counters together, and returns the new state. */
export async function changeClaim(
  { tx, caller }: { tx: Tx; caller: AgentCaller },
  deps: JobRouteDependencies,
  change: (work: JobWork) => Promise<LockedClaim>,
) {
  const [locked, claim] = await change(jobWork(tx, deps.ledger));
  return deferResult(async () => ({
    job: await presentChangedJob(tx, locked, caller, deps),
    claim: presentClaim(claim),
  }));
}

export async function presentChangedJob(
  tx: Tx,
  locked: LockedJob,
  caller: AgentCaller,
  deps: JobRouteDependencies,
) {
  const now = deps.clock.now();
  await reloadJob(tx, locked, now);
  const own = locked.claims.filter((claim) => claim.worker_id === caller.id || claim.payer_id === caller.id);
  const visibleClaims = locked.job.evaluator_id === caller.id ? locked.claims : own;
  const taker = await readTaker(tx, [locked.job], caller);
  return presentJobFor(locked.job, visibleClaims, caller, { cityUrl: deps.urls.city, now, taker });
}

export const withJobLimits = (name: string, of: string): Limit => ({
  name,
  max: 60,
  window: 'hour',
  per: 'caller',
  of,
});
