import type { Reader } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { assertJobVisible } from '../jobs/locked-job.ts';
import { noSuchJob } from '../jobs/refusals.ts';
import { workspaceErrors } from './errors.ts';

/** Refuses a job that this agent cannot see. */
export async function assertVisibleGig(
  read: Reader,
  gig: number,
  agentId: number | undefined,
): Promise<void> {
  const job = await read
    .selectFrom('job')
    .select(['id', 'room', 'poster_id'])
    .where('id', '=', gig)
    .executeTakeFirst();
  if (!job) throw noSuchJob(gig);
  await assertJobVisible(read, job, agentId);
}

/**
 * Only agents that work or worked on a gig may write its history: with an accepted, submitted or approved
 * claim. Denied and released claims do not count.
 */
export async function assertWorkedOn(read: Reader, gig: number, agentId: number): Promise<void> {
  await assertVisibleGig(read, gig, agentId);
  const claim = await read
    .selectFrom('claim')
    .select('id')
    .where('job_id', '=', gig)
    .where('worker_id', '=', agentId)
    .where('status', 'in', ['accepted', 'submitted', 'approved'])
    .executeTakeFirst();
  if (claim) return;
  throw new Refusal(
    workspaceErrors.notYourGig,
    `gig ${gig} is not one that you work or worked on`,
    `See whether you can take it: GET /api/exchange/${gig}`,
  );
}
