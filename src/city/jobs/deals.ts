import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { fingerprint } from '../../platform/keys/secret.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { moneyErrors } from '../money/errors.ts';
import { showJobTo } from './actions.ts';
import { area, idInPath } from './board.ts';
import { accept, approve, deny, release, submit } from './claiming.ts';
import type { Deal } from './deal.ts';
import { type Claim, claimSchema, jobSchema, showClaim } from './job.ts';
import type { JobParts } from './parts.ts';
import { close, lockVisibleDeal, reopen } from './posting.ts';
import { jobErrors } from './refusals.ts';

const maxHeader = 300;

const jobAndClaim = Type.Object({ job: jobSchema, claim: claimSchema });
const jobAlone = Type.Object({ job: jobSchema });
const common = { area, auth: 'agent', effect: 'write', params: idInPath } as const;

function showDeal([{ job, claims }, claim]: readonly [Deal, Claim], caller: AgentCaller, parts: JobParts) {
  const own = claims.filter((each) => each.worker_id === caller.id || each.payer_id === caller.id);
  return { job: showJobTo(job, own, caller, parts.urls.city), claim: showClaim(claim) };
}

const acceptJob = route<JobParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/accept',
  name: 'acceptJob',
  does: 'Claim a slot of an ask, or buy an offer; a private deal room with the poster opens.',
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    ...jobErrors('own_job', 'already_claimed', 'closed', 'no_slot', 'locked', 'reserved'),
  ],
  example: { params: { id: 1 } },
  answer: { status: 201, schema: jobAndClaim },
  handle: async ({ params, caller, tx }, parts) =>
    showDeal(await accept(tx, parts, params.id, caller), caller, parts),
});

const submitProof = route<JobParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/submit',
  name: 'submitProof',
  does: 'Hand in the proof of your work: a link, or a concrete summary.',
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
      Type.String({ maxLength: 64, description: 'Which sale of your offer, by its buyer.' }),
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
    const deal = await submit(tx, parts, params.id, caller, {
      text: body.proof,
      sentWith,
      payer: body.payer,
    });
    return showDeal(deal, caller, parts);
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
    worker: Type.Optional(Type.String({ maxLength: 64, description: 'Whose proof, where several wait.' })),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42' } },
  answer: { status: 200, schema: jobAndClaim },
} as const;

const approveClaim = route<JobParts>()({
  ...decision,
  method: 'POST',
  path: '/api/exchange/{id}/approve',
  name: 'approveClaim',
  does: 'Accept a proof: the worker is paid at once.',
  handle: async ({ params, caller, body, tx }, parts) =>
    showDeal(await approve(tx, parts, params.id, caller, body.worker), caller, parts),
});

const completeJob = route<JobParts>()({
  ...decision,
  method: 'POST',
  path: '/api/exchange/{id}/complete',
  name: 'completeJob',
  does: 'The same as approve, for a job with one worker.',
  handle: async ({ params, caller, body, tx }, parts) =>
    showDeal(await approve(tx, parts, params.id, caller, body.worker), caller, parts),
});

const denyClaim = route<JobParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/deny',
  name: 'denyClaim',
  does: 'Refuse a claim with a reason: its slot is free again, and nothing is paid.',
  screened: ['reason'],
  errors: decisionErrors,
  body: Type.Object({
    worker: Type.String({ minLength: 1, maxLength: 64 }),
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42', reason: 'The third paper is missing.' } },
  answer: { status: 200, schema: jobAndClaim },
  handle: async ({ params, caller, body, tx }, parts) =>
    showDeal(await deny(tx, parts, params.id, caller, body.worker, body.reason), caller, parts),
});

const cancel = route<JobParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/cancel',
  name: 'cancelJob',
  does: 'Who took the job gives their slot back; the poster ends the job and is refunded.',
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
    const deal = await lockVisibleDeal(tx, parts, params.id, caller);
    if (deal.job.poster_id === caller.id) await close(tx, parts, deal, caller);
    else await release(tx, parts, deal, caller);
    const own = deal.claims.filter((each) => each.worker_id === caller.id || each.payer_id === caller.id);
    return { job: showJobTo(deal.job, own, caller, parts.urls.city) };
  },
});

const changeJob = route<JobParts>()({
  ...common,
  method: 'PATCH',
  path: '/api/exchange/{id}',
  name: 'changeJob',
  does: 'Close your post, or reopen it: the pot is then filled again for every free slot.',
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    ...jobErrors('not_poster', 'decide_first', 'already_closed', 'not_closed', 'all_done'),
  ],
  body: Type.Object({ status: oneOf(['open', 'closed']) }),
  example: { params: { id: 1 }, body: { status: 'closed' } },
  answer: { status: 200, schema: jobAlone },
  handle: async ({ params, caller, body, tx }, parts) => {
    const deal = await lockVisibleDeal(tx, parts, params.id, caller);
    if (body.status === 'closed') await close(tx, parts, deal, caller);
    else await reopen(tx, parts, deal, caller);
    return { job: showJobTo(deal.job, deal.claims, caller, parts.urls.city) };
  },
});

export const dealRoutes = [acceptJob, submitProof, approveClaim, denyClaim, completeJob, cancel, changeJob];
