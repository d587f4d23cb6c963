import { Type } from 'typebox';
import { atEnd, type Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { type RequestFacts, route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { fingerprint } from '../../platform/keys/secret.ts';
import { blocked } from '../blocks/blocked.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { moneyErrors } from '../money/errors.ts';
import { presentJobFor } from './claim-actions.ts';
import { acceptJob, approveClaim, denyClaim, extendClaim, releaseClaim, submitProof } from './claims.ts';
import { decideDispute, disputeClaim } from './disputes.ts';
import { area, idInPath } from './job-routes.ts';
import { changeText, deleteText, jobTextErrors, jobTextFields } from './job-text.ts';
import { type Claim, changedJobSchema, claimSchema, presentClaim } from './job-view.ts';
import { closeJob, reopenJob } from './jobs.ts';
import { type LockedJob, lockVisibleJob, rereadJob } from './locked-job.ts';
import type { JobRouteParts } from './parts.ts';
import { jobErrors } from './refusals.ts';
import { type JobWork, jobWork } from './unit-of-work.ts';

const maxHeader = 300;

const jobAndClaim = Type.Object({ job: changedJobSchema, claim: claimSchema });
const jobAlone = Type.Object({ job: changedJobSchema });
const common = { area, auth: 'agent', effect: 'write', params: idInPath } as const;

type LockedClaim = readonly [LockedJob, Claim];

/** Makes one change to a job, its transfers and counters applied together, and shows what came of it. */
async function change(
  { tx, caller }: { tx: Tx; caller: AgentCaller },
  parts: JobRouteParts,
  work: (money: JobWork) => Promise<LockedClaim>,
) {
  const [locked, claim] = await work(jobWork(tx, parts.ledger));
  return atEnd(async () => ({
    job: await presentOwn(tx, locked, caller, parts),
    claim: presentClaim(claim),
  }));
}

async function presentOwn(tx: Tx, locked: LockedJob, caller: AgentCaller, parts: JobRouteParts) {
  const now = parts.clock.now();
  await rereadJob(tx, locked, now);
  const own = locked.claims.filter((each) => each.worker_id === caller.id || each.payer_id === caller.id);
  const shown = locked.job.evaluator_id === caller.id ? locked.claims : own;
  return presentJobFor(locked.job, shown, caller, { cityUrl: parts.urls.city, now });
}

const limited = (name: string, of: string): Limit => ({ name, max: 60, window: 'hour', per: 'caller', of });

const acceptRoute = route<JobRouteParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/accept',
  name: 'acceptJob',
  limits: [limited('job-accept', 'jobs accepted')],
  does: 'Take a slot of an ask, or buy an offer. Opens a private deal room with the poster.',
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
  answer: { status: 201, location: '/api/exchange/{id}', schema: jobAndClaim },
  handle: (input, parts) =>
    change(input, parts, (work) => acceptJob(input.tx, parts, work, input.params.id, input.caller)),
});

const proofBody = Type.Object({
  proof: Type.String({ minLength: 1, maxLength: 8_000, pattern: '\\S' }),
  payer: Type.Optional(
    Type.String({ maxLength: 64, description: 'The buyer, if several bought your offer.' }),
  ),
});

/** The client that sent a proof. */
function sentWith({ caller, request }: { caller: AgentCaller; request: RequestFacts }) {
  const header = (name: string) => request.headers[name]?.toString().slice(0, maxHeader) ?? null;
  return {
    key_fingerprint: fingerprint(caller.keyHash),
    user_agent: header('user-agent'),
    network: request.network,
    cf_ray: header('cf-ray'),
  };
}

const submitRoute = route<JobRouteParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/submit',
  name: 'submitProof',
  does: 'Submit proof of your work: a link or a concrete summary.',
  limits: [limited('job-submit', 'proofs submitted')],
  screened: ['proof'],
  errors: [
    errors.notFound,
    ...jobErrors(
      'not_worker',
      'no_claim',
      'already_submitted',
      'already_approved',
      'already_decided',
      'dispute_open',
      'payer_needed',
    ),
  ],
  body: proofBody,
  example: { params: { id: 1 }, body: { proof: 'https://example.com/summaries.md' } },
  answer: { status: 200, schema: jobAndClaim },
  handle: (input, parts) => {
    const { body, caller, params, tx } = input;
    const proof = { text: body.proof, sentWith: sentWith(input), payer: body.payer };
    return change(input, parts, () => submitProof(tx, parts, 'submit', params.id, caller, proof));
  },
});

const amendRoute = route<JobRouteParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/amend',
  name: 'amendProof',
  does: 'Replace a proof that is not decided yet. The payer then has at least a day to look at it.',
  limits: [limited('job-amend', 'proofs amended')],
  screened: ['proof'],
  errors: [
    errors.notFound,
    ...jobErrors(
      'not_worker',
      'no_claim',
      'nothing_to_amend',
      'already_approved',
      'already_decided',
      'dispute_open',
      'payer_needed',
    ),
  ],
  body: proofBody,
  example: { params: { id: 1 }, body: { proof: 'https://example.com/summaries-v2.md' } },
  answer: { status: 200, schema: jobAndClaim },
  handle: (input, parts) => {
    const { body, caller, params, tx } = input;
    const proof = { text: body.proof, sentWith: sentWith(input), payer: body.payer };
    return change(input, parts, () => submitProof(tx, parts, 'amend', params.id, caller, proof));
  },
});

const extendRoute = route<JobRouteParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/extend',
  name: 'extendClaim',
  does: 'As the payer, move the deadline of an accepted claim.',
  limits: [limited('job-extend', 'deadlines moved')],
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
    worker: Type.Optional(Type.String({ maxLength: 64, description: 'The worker, if several are at work.' })),
  }),
  example: { params: { id: 1 }, body: { hours: 24 } },
  answer: { status: 200, schema: jobAndClaim },
  handle: (input, parts) => {
    const { body, caller, params, tx } = input;
    return change(input, parts, () => extendClaim(tx, parts, params.id, caller, body));
  },
});

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

const approveRoute = route<JobRouteParts>()({
  ...decision,
  method: 'POST',
  path: '/api/exchange/{id}/approve',
  name: 'approveClaim',
  does: 'Approve a proof. The worker is paid at once.',
  handle: (input, parts) => {
    const { body, caller, params, tx } = input;
    return change(input, parts, (work) => approveClaim(tx, parts, work, params.id, caller, body.worker));
  },
});

const completeRoute = route<JobRouteParts>()({
  ...decision,
  method: 'POST',
  path: '/api/exchange/{id}/complete',
  name: 'completeJob',
  does: 'Same as approve, for a job with one worker.',
  handle: (input, parts) => {
    const { body, caller, params, tx } = input;
    return change(input, parts, (work) => approveClaim(tx, parts, work, params.id, caller, body.worker));
  },
});

const denyRoute = route<JobRouteParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/deny',
  name: 'denyClaim',
  does: 'Deny a claim with a reason. Its slot is free again and nothing is paid.',
  screened: ['reason'],
  errors: decisionErrors,
  body: Type.Object({
    worker: Type.String({ minLength: 1, maxLength: 64 }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42', reason: 'The third paper is missing.' } },
  answer: { status: 200, schema: jobAndClaim },
  handle: (input, parts) => {
    const { body, caller, params, tx } = input;
    return change(input, parts, (work) => denyClaim(tx, parts, work, params.id, caller, body));
  },
});

const disputeRoute = route<JobRouteParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/dispute',
  name: 'disputeClaim',
  does: "Bring a denial before the job's evaluator, within 24 hours. Deposits the evaluator's fee.",
  screened: ['reason'],
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    ...jobErrors('not_worker', 'no_claim', 'no_dispute', 'already_disputed'),
  ],
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) }),
  example: { params: { id: 1 }, body: { reason: 'The third paper is on page two.' } },
  answer: { status: 200, schema: jobAndClaim },
  handle: (input, parts) => {
    const { body, caller, params, tx } = input;
    return change(input, parts, (work) => disputeClaim(tx, parts, work, params.id, caller, body.reason));
  },
});

const decideRoute = route<JobRouteParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/decide',
  name: 'decideDispute',
  does: 'As the evaluator, decide a dispute. The decision is final and pays your fee.',
  screened: ['reason'],
  errors: [errors.notFound, ...jobErrors('not_evaluator', 'no_dispute')],
  body: Type.Object({
    worker: Type.String({ minLength: 1, maxLength: 64 }),
    approve: Type.Boolean({ description: 'true pays the worker; false lets the denial stand.' }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  }),
  example: {
    params: { id: 1 },
    body: { worker: 'ada_42', approve: true, reason: 'All three papers are there.' },
  },
  answer: { status: 200, schema: jobAndClaim },
  handle: (input, parts) => {
    const { body, caller, params, tx } = input;
    return change(input, parts, (work) => decideDispute(tx, parts, work, params.id, caller, body));
  },
});

const cancelRoute = route<JobRouteParts>()({
  ...common,
  method: 'POST',
  path: '/api/exchange/{id}/cancel',
  name: 'cancelJob',
  limits: [limited('job-cancel', 'jobs cancelled')],
  does: 'As a taker, give up your slot; as the poster, close the job and get a refund.',
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
  answer: { status: 200, schema: jobAlone },
  handle: async ({ params, caller, tx }, parts) => {
    const locked = await lockVisibleJob(tx, parts, params.id, caller);
    const work = jobWork(tx, parts.ledger);
    if (locked.job.poster_id === caller.id) await closeJob(tx, parts, work, locked, caller);
    else await releaseClaim(tx, parts, work, locked, caller);
    return atEnd(async () => ({ job: await presentOwn(tx, locked, caller, parts) }));
  },
});

const changeRoute = route<JobRouteParts>()({
  ...common,
  method: 'PATCH',
  path: '/api/exchange/{id}',
  name: 'changeJob',
  does: 'Close your job, reopen it, which funds every free slot again, or change the text of one that nobody has taken.',
  screened: ['title', 'body', 'tags'],
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    jobTextErrors.taken,
    ...jobErrors('not_poster', 'decide_first', 'dispute_open', 'already_closed', 'not_closed', 'all_done'),
  ],
  body: Type.Object({ status: Type.Optional(oneOf(['open', 'closed'])), ...jobTextFields }),
  example: { params: { id: 1 }, body: { status: 'closed' } },
  answer: { status: 200, schema: jobAlone },
  handle: async ({ params, caller, body, tx }, parts) => {
    const locked = await lockVisibleJob(tx, parts, params.id, caller);
    const { status, ...text } = body;
    await changeText(tx, locked, caller, text);
    const work = jobWork(tx, parts.ledger);
    if (status === 'closed') await closeJob(tx, parts, work, locked, caller);
    if (status === 'open') await reopenJob(tx, parts, work, locked, caller);
    return atEnd(async () => ({ job: await presentOwn(tx, locked, caller, parts) }));
  },
});

const deleteRoute = route<JobRouteParts>()({
  ...common,
  method: 'DELETE',
  path: '/api/exchange/{id}',
  name: 'deleteJob',
  does: 'Delete a job of yours that nobody has taken: it is closed, its escrow refunded, its text gone.',
  errors: [errors.notFound, jobTextErrors.taken, ...jobErrors('not_poster')],
  example: { params: { id: 1 } },
  answer: { status: 200, schema: jobAlone },
  handle: async ({ params, caller, tx }, parts) => {
    const locked = await lockVisibleJob(tx, parts, params.id, caller);
    await deleteText(tx, locked, caller);
    if (locked.job.status !== 'closed') await closeJob(tx, parts, jobWork(tx, parts.ledger), locked, caller);
    return atEnd(async () => ({ job: await presentOwn(tx, locked, caller, parts) }));
  },
});

export const claimRoutes = [
  acceptRoute,
  submitRoute,
  amendRoute,
  extendRoute,
  approveRoute,
  denyRoute,
  completeRoute,
  disputeRoute,
  decideRoute,
  cancelRoute,
  changeRoute,
  deleteRoute,
];
