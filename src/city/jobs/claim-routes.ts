import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { blocked } from '../blocks/blocked.ts';
import { moneyErrors } from '../money/errors.ts';
import { acceptJob } from './accept.ts';
import { changeClaim, claimRouteDefaults, jobAndClaim, withJobLimits } from './claim-change.ts';
import { extendClaim } from './claims.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { jobErrors } from './refusals.ts';

const acceptRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/accept',
  name: 'acceptJob',
  limits: [withJobLimits('job-accept', 'jobs accepted')],
  summary: 'Take a slot of an ask, or buy an offer. Opens a private deal room with the poster.',
  errors: [
    errors.notFound,
    blocked,
    moneyErrors.notEnough,
    ...jobErrors(
      'own_job',
      'is_evaluator',
      'already_claimed',
      'closed',
      'no_slot',
      'locked',
      'reserved',
      'wait_after_denial',
      'too_many_claims',
    ),
  ],
  example: { params: { id: 1 } },
  response: { status: 201, location: '/api/exchange/{id}', schema: jobAndClaim },
  handle: (input, deps) =>
    changeClaim(input, deps, (work) => acceptJob(input.tx, deps, work, input.params.id, input.caller)),
});

const extendRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/extend',
  name: 'extendClaim',
  summary: 'As the payer, move the deadline of an accepted claim.',
  limits: [withJobLimits('job-extend', 'deadlines moved')],
  errors: [
    errors.notFound,
    ...jobErrors(
      'not_payer',
      'no_claim',
      'decide_first',
      'already_approved',
      'already_decided',
      'dispute_open',
      'worker_needed',
    ),
  ],
  body: Type.Object({
    hours: Type.Integer({ minimum: 1, maximum: 24 * 30 }),
    worker: Type.Optional(
      Type.String({ maxLength: 64, description: 'The worker. Required if the job has several.' }),
    ),
  }),
  example: { params: { id: 1 }, body: { hours: 24 } },
  response: { status: 200, schema: jobAndClaim },
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, () => extendClaim(tx, deps, params.id, caller, body));
  },
});

export const claimRoutes = [acceptRoute, extendRoute];
