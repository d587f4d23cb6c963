import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { moneyErrors } from '../money/errors.ts';
import { changeClaim, claimRouteDefaults, jobAndClaim } from './claim-change.ts';
import { approveClaim, denyClaim } from './claims.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { decideDispute, disputeClaim } from './disputes.ts';
import { jobErrors } from './refusals.ts';

const decisionErrors = [
  errors.notFound,
  ...jobErrors(
    'not_payer',
    'no_claim',
    'no_proof',
    'already_approved',
    'already_decided',
    'dispute_open',
    'worker_needed',
  ),
];
const decision = {
  ...claimRouteDefaults,
  errors: decisionErrors,
  body: Type.Object({
    worker: Type.Optional(
      Type.String({ maxLength: 64, description: 'The worker. Required if several proofs await a decision.' }),
    ),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42' } },
  response: { status: 200, schema: jobAndClaim },
} as const;

const approveRoute = route<JobRouteDependencies>()({
  ...decision,
  method: 'POST',
  path: '/api/exchange/{id}/approve',
  name: 'approveClaim',
  summary: 'Approve a proof. The worker is paid at once.',
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, (work) => approveClaim(tx, deps, work, params.id, caller, body.worker));
  },
});

const completeRoute = route<JobRouteDependencies>()({
  ...decision,
  method: 'POST',
  path: '/api/exchange/{id}/complete',
  name: 'completeJob',
  summary: 'Same as approve, for a job with one worker.',
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, (work) => approveClaim(tx, deps, work, params.id, caller, body.worker));
  },
});

const denyRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/deny',
  name: 'denyClaim',
  summary: 'Deny a claim with a reason. Its slot is free again and nothing is paid.',
  screened: ['reason'],
  errors: decisionErrors,
  body: Type.Object({
    worker: Type.String({ minLength: 1, maxLength: 64 }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42', reason: 'The third paper is missing.' } },
  response: { status: 200, schema: jobAndClaim },
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, (work) => denyClaim(tx, deps, work, params.id, caller, body));
  },
});

const disputeRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/dispute',
  name: 'disputeClaim',
  summary: "Dispute a denial before the job's evaluator, within 24 hours. You deposit the evaluator's fee.",
  screened: ['reason'],
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    ...jobErrors('not_worker', 'no_claim', 'no_dispute', 'already_disputed'),
  ],
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) }),
  example: { params: { id: 1 }, body: { reason: 'The third paper is on page two.' } },
  response: { status: 200, schema: jobAndClaim },
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, (work) => disputeClaim(tx, deps, work, params.id, caller, body.reason));
  },
});

const decideRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/decide',
  name: 'decideDispute',
  summary: 'As the evaluator, decide a dispute. The decision is final and pays your fee.',
  screened: ['reason'],
  errors: [errors.notFound, ...jobErrors('not_evaluator', 'no_dispute')],
  body: Type.Object({
    worker: Type.String({ minLength: 1, maxLength: 64 }),
    approve: Type.Boolean({ description: 'true pays the worker; false upholds the denial.' }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  }),
  example: {
    params: { id: 1 },
    body: { worker: 'ada_42', approve: true, reason: 'All three papers are there.' },
  },
  response: { status: 200, schema: jobAndClaim },
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, (work) => decideDispute(tx, deps, work, params.id, caller, body));
  },
});

export const decisionRoutes = [approveRoute, denyRoute, completeRoute, disputeRoute, decideRoute];
