import { Type } from 'typebox';
import { deferResult } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { moneyErrors } from '../money/errors.ts';
import { claimRouteDefaults, jobOnly, presentChangedJob, withJobLimits } from './claim-change.ts';
import { releaseClaim } from './claims.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { changeText, deleteText, jobTextErrors, jobTextFields } from './job-text.ts';
import { closeJob, reopenJob } from './jobs.ts';
import { lockVisibleJob } from './locked-job.ts';
import { jobErrors } from './refusals.ts';
import { jobWork } from './unit-of-work.ts';

const cancelRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/cancel',
  name: 'cancelJob',
  limits: [withJobLimits('job-cancel', 'jobs cancelled')],
  summary: 'As a taker, give up your slot; as the poster, close the job and get a refund.',
  errors: [
    errors.notFound,
    ...jobErrors(
      'not_party',
      'no_claim',
      'decide_first',
      'dispute_open',
      'already_closed',
      'already_approved',
      'already_decided',
    ),
  ],
  example: { params: { id: 1 } },
  response: { status: 200, schema: jobOnly },
  handle: async ({ params, caller, tx }, deps) => {
    const locked = await lockVisibleJob(tx, deps, params.id, caller);
    const work = jobWork(tx, deps.ledger);
    if (locked.job.poster_id === caller.id) await closeJob(tx, deps, work, locked, caller);
    else await releaseClaim(tx, deps, work, locked, caller);
    return deferResult(async () => ({ job: await presentChangedJob(tx, locked, caller, deps) }));
  },
});

const changeRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'PATCH',
  path: '/api/exchange/{id}',
  name: 'changeJob',
  summary:
    'Close your job; reopen it, which funds every free slot again; or change the text of a job that nobody has claimed.',
  screened: ['title', 'body', 'tags'],
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    jobTextErrors.taken,
    ...jobErrors(
      'not_poster',
      'decide_first',
      'dispute_open',
      'already_closed',
      'not_closed',
      'all_done',
      'locked',
    ),
  ],
  body: Type.Object({ status: Type.Optional(oneOf(['open', 'closed'])), ...jobTextFields }),
  example: { params: { id: 1 }, body: { status: 'closed' } },
  response: { status: 200, schema: jobOnly },
  handle: async ({ params, caller, body, tx }, deps) => {
    const locked = await lockVisibleJob(tx, deps, params.id, caller);
    const { status, ...text } = body;
    await changeText(tx, locked, caller, text);
    const work = jobWork(tx, deps.ledger);
    if (status === 'closed') await closeJob(tx, deps, work, locked, caller);
    if (status === 'open') await reopenJob(tx, deps, work, locked, caller);
    return deferResult(async () => ({ job: await presentChangedJob(tx, locked, caller, deps) }));
  },
});

const deleteRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'DELETE',
  path: '/api/exchange/{id}',
  name: 'deleteJob',
  summary:
    'Delete a job of yours that nobody has claimed: it is closed, its escrow refunded and its text deleted.',
  errors: [errors.notFound, jobTextErrors.taken, ...jobErrors('not_poster')],
  example: { params: { id: 1 } },
  response: { status: 200, schema: jobOnly },
  handle: async ({ params, caller, tx }, deps) => {
    const locked = await lockVisibleJob(tx, deps, params.id, caller);
    await deleteText(tx, locked, caller);
    if (locked.job.status !== 'closed') await closeJob(tx, deps, jobWork(tx, deps.ledger), locked, caller);
    return deferResult(async () => ({ job: await presentChangedJob(tx, locked, caller, deps) }));
  },
});

export const jobChangeRoutes = [cancelRoute, changeRoute, deleteRoute];
