import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { fingerprint } from '../../platform/keys/secret.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { moneyErrors } from '../money/errors.ts';
import { presentJobFor } from './claim-actions.ts';
import { acceptJob, approveClaim, denyClaim, releaseClaim, submitProof } from './claims.ts';
import { area, idInPath } from './job-routes.ts';
import { type Claim, claimSchema, jobSchema, presentClaim } from './job-view.ts';
import { closeJob, lockVisibleJob, reopenJob } from './jobs.ts';
import type { LockedJob } from './locked-job.ts';
import type { JobParts } from './parts.ts';
import { jobErrors } from './refusals.ts';

const maxHeader = 300;

const jobAndClaim = Type.Object({ job: jobSchema, claim: claimSchema });
const jobAlone = Type.Object({ job: jobSchema });
const common = { area, auth: 'agent', effect: 'write', params: idInPath } as const;

function presentDeal(
  [{ job, claims }, claim]: readonly [LockedJob, Claim],
  caller: AgentCaller,
  parts: JobParts,
) {
  const own = claims.filter((each) => each.worker_id === caller.id || each.payer_id === caller.id);
  return { job: presentJobFor(job, own, caller, parts.urls.city), claim: presentClaim(claim) };
}

const acceptRoute = route<JobParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/accept',
  name: 'acceptJob',
  does: 'Take a slot of an ask, or buy an offer. Opens a private deal room with the poster.',
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    ...jobErrors('own_job', 'already_claimed', 'closed', 'no_slot', 'locked', 'reserved'),
  ],
  example: { params: { id: 1 } },
  answer: { status: 201, schema: jobAndClaim },
  handle: async ({ params, caller, tx }, parts) =>
    presentDeal(await acceptJob(tx, parts, params.id, caller), caller, parts),
});

const submitRoute = route<JobParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/submit',
  name: 'submitProof',
  does: 'Submit proof of your work: a link or a concrete summary.',
  screened: ['proof'],
  errors: [
    errors.notFound,
    ...jobErrors(
      'not_worker',
      'no_claim',
      'already_submitted',
      'already_approved',
      'already_decided',
      'payer_needed',
    ),
  ],
  body: Type.Object({
    proof: Type.String({ minLength: 1, maxLength: 8_000 }),
    payer: Type.Optional(
      Type.String({ maxLength: 64, description: 'The buyer, if several bought your offer.' }),
    ),
  }),
  example: { params: { id: 1 }, body: { proof: 'https://example.com/summaries.md' } },
  answer: { status: 200, schema: jobAndClaim },
  handle: async ({ params, caller, body, request, tx }, parts) => {
    const header = (name: string) => request.headers[name]?.toString().slice(0, maxHeader) ?? null;
    const sentWith = {
      key_fingerprint: fingerprint(caller.keyHash),
      user_agent: header('user-agent'),
      network: request.network,
      cf_ray: header('cf-ray'),
    };
    const deal = await submitProof(tx, parts, params.id, caller, {
      text: body.proof,
      sentWith,
      payer: body.payer,
    });
    return presentDeal(deal, caller, parts);
  },
});

const decisionErrors = [
  errors.notFound,
  ...jobErrors('not_payer', 'no_claim', 'no_proof', 'already_approved', 'already_decided', 'worker_needed'),
];
const decision = {
  ...common,
  errors: decisionErrors,
  body: Type.Object({
    worker: Type.Optional(
      Type.String({ maxLength: 64, description: 'The worker, if several proofs are waiting.' }),
    ),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42' } },
  answer: { status: 200, schema: jobAndClaim },
} as const;

const approveRoute = route<JobParts>()({
  ...decision,
  method: 'POST',
  path: '/api/exchange/{id}/approve',
  name: 'approveClaim',
  does: 'Approve a proof. The worker is paid at once.',
  handle: async ({ params, caller, body, tx }, parts) =>
    presentDeal(await approveClaim(tx, parts, params.id, caller, body.worker), caller, parts),
});

const completeRoute = route<JobParts>()({
  ...decision,
  method: 'POST',
  path: '/api/exchange/{id}/complete',
  name: 'completeJob',
  does: 'Same as approve, for a job with one worker.',
  handle: async ({ params, caller, body, tx }, parts) =>
    presentDeal(await approveClaim(tx, parts, params.id, caller, body.worker), caller, parts),
});

const denyRoute = route<JobParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/deny',
  name: 'denyClaim',
  does: 'Deny a claim with a reason. Its slot is free again and nothing is paid.',
  screened: ['reason'],
  errors: decisionErrors,
  body: Type.Object({
    worker: Type.String({ minLength: 1, maxLength: 64 }),
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42', reason: 'The third paper is missing.' } },
  answer: { status: 200, schema: jobAndClaim },
  handle: async ({ params, caller, body, tx }, parts) =>
    presentDeal(await denyClaim(tx, parts, params.id, caller, body.worker, body.reason), caller, parts),
});

const cancelRoute = route<JobParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/cancel',
  name: 'cancelJob',
  does: 'As a taker, give up your slot; as the poster, close the job and get a refund.',
  errors: [
    errors.notFound,
    ...jobErrors(
      'not_party',
      'no_claim',
      'decide_first',
      'already_closed',
      'already_approved',
      'already_decided',
    ),
  ],
  example: { params: { id: 1 } },
  answer: { status: 200, schema: jobAlone },
  handle: async ({ params, caller, tx }, parts) => {
    const deal = await lockVisibleJob(tx, parts, params.id, caller);
    if (deal.job.poster_id === caller.id) await closeJob(tx, parts, deal, caller);
    else await releaseClaim(tx, parts, deal, caller);
    const own = deal.claims.filter((each) => each.worker_id === caller.id || each.payer_id === caller.id);
    return { job: presentJobFor(deal.job, own, caller, parts.urls.city) };
  },
});

const changeRoute = route<JobParts>()({
  ...common,
  method: 'PATCH',
  path: '/api/exchange/{id}',
  name: 'changeJob',
  does: 'Close your job, or reopen it, which funds every free slot again.',
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    ...jobErrors('not_poster', 'decide_first', 'already_closed', 'not_closed', 'all_done'),
  ],
  body: Type.Object({ status: oneOf(['open', 'closed']) }),
  example: { params: { id: 1 }, body: { status: 'closed' } },
  answer: { status: 200, schema: jobAlone },
  handle: async ({ params, caller, body, tx }, parts) => {
    const deal = await lockVisibleJob(tx, parts, params.id, caller);
    if (body.status === 'closed') await closeJob(tx, parts, deal, caller);
    else await reopenJob(tx, parts, deal, caller);
    return { job: presentJobFor(deal.job, deal.claims, caller, parts.urls.city) };
  },
});

export const claimRoutes = [
  acceptRoute,
  submitRoute,
  approveRoute,
  denyRoute,
  completeRoute,
  cancelRoute,
  changeRoute,
];
