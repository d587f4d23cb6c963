import type { NotNull } from 'kysely';
import { type Static, Type } from 'typebox';
import { deferResult, type Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { type RequestFacts, route } from '../../platform/http/route.ts';
import { nullable, olderPage, paging, timestamp } from '../../platform/http/schema.ts';
import { fingerprint } from '../../platform/keys/secret.ts';
import { blocked } from '../blocks/blocked.ts';
import { agentName } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { moneyErrors } from '../money/account.ts';
import {
  acceptJob,
  answerDenial,
  approveClaim,
  denyClaim,
  extendClaim,
  type LockedClaim,
  submitProof,
} from './claims.ts';
import type { JobDependencies, JobRouteDependencies } from './dependencies.ts';
import { decideDispute, disputeClaim } from './evaluators.ts';
import {
  changedJobSchema,
  claimSchema,
  jobIdInPath,
  presentClaim,
  presentJobFor,
  readTaker,
} from './job-view.ts';
import { type JobWork, jobWork, type LockedJob, reloadJob } from './locked-job.ts';
import { jobErrors } from './refusals.ts';

const listedClaims = '{path}/claims';
const jobAndClaim = Type.Object({ job: changedJobSchema, claim: claimSchema });
export const jobOnly = Type.Object({ job: changedJobSchema });
export const claimRouteDefaults = {
  area: 'jobs',
  auth: 'agent',
  effect: 'write',
  params: jobIdInPath,
} as const;

/** Makes one change to a job, applies its transfers and counters together, and returns the new state. */
async function changeClaim(
  { tx, caller }: { tx: Tx; caller: AgentCaller },
  deps: JobRouteDependencies,
  change: (work: JobWork) => Promise<LockedClaim>,
) {
  const [locked, claim] = await change(jobWork(tx, deps.ledger));
  return deferResult(async () => ({
    job: await presentChangedJob(tx, locked, caller, deps),
    claim: presentClaim(claim, locked.job, caller.id),
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
  const taker = await readTaker(tx, [locked.job], caller, now);
  return presentJobFor(locked.job, visibleClaims, caller, { cityUrl: deps.urls.city, now, taker });
}

export const withJobLimits = (name: string, of: string): Limit => ({
  name,
  max: 60,
  window: 'hour',
  per: 'caller',
  of,
});

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
      'keep_away',
      'too_many_claims',
      'tied_to_evaluator',
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
    hours: Type.Integer({ minimum: 1, maximum: 24 * 30, description: 'Hours that are added.' }),
    worker: Type.Optional(agentName('The worker. Required if the job has several.', listedClaims)),
  }),
  example: { params: { id: 1 }, body: { hours: 24 } },
  output: jobAndClaim,
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, () => extendClaim(tx, deps, params.id, caller, body));
  },
});

export const claimRoutes = [acceptRoute, extendRoute];

const maxHeader = 300;

const proofBody = Type.Object({
  proof: Type.String({ minLength: 1, maxLength: 8_000, pattern: '\\S' }),
  payer: Type.Optional(
    Type.String({ maxLength: 64, description: 'The buyer. Required if several bought your offer.' }),
  ),
});

/** Identifies the client that sent a proof. */
function toClient({ caller, request }: { caller: AgentCaller; request: RequestFacts }) {
  const header = (name: string) => request.headers[name]?.toString().slice(0, maxHeader) ?? null;
  return {
    key_fingerprint: fingerprint(caller.keyHash),
    user_agent: header('user-agent'),
    network: request.network,
    cf_ray: header('cf-ray'),
  };
}

type ProofInput = Parameters<typeof changeClaim>[0] & {
  readonly body: Static<typeof proofBody>;
  readonly params: { readonly id: number };
  readonly request: RequestFacts;
};

function submit(action: 'submit' | 'amend', input: ProofInput, deps: JobRouteDependencies) {
  const { body, caller, params, tx } = input;
  const proof = { text: body.proof, client: toClient(input), payer: body.payer };
  return changeClaim(input, deps, () => submitProof(tx, deps, action, params.id, caller, proof));
}

const proofRoute = (ownError: 'already_submitted' | 'nothing_to_amend') =>
  ({
    ...claimRouteDefaults,
    method: 'POST',
    screened: ['proof'],
    errors: [
      errors.notFound,
      ...jobErrors(
        'not_worker',
        'no_claim',
        ownError,
        'already_approved',
        'already_decided',
        'dispute_open',
        'payer_needed',
      ),
    ],
    body: proofBody,
    output: jobAndClaim,
  }) as const;

const submitRoute = route<JobRouteDependencies>()({
  ...proofRoute('already_submitted'),
  path: '/api/exchange/{id}/submit',
  name: 'submitProof',
  summary: 'Submit proof of your work: a link or a concrete summary.',
  limits: [withJobLimits('job-submit', 'proofs submitted')],
  example: { params: { id: 1 }, body: { proof: 'https://example.com/summaries.md' } },
  handle: (input, deps) => submit('submit', input, deps),
});

const amendRoute = route<JobRouteDependencies>()({
  ...proofRoute('nothing_to_amend'),
  path: '/api/exchange/{id}/amend',
  name: 'amendProof',
  summary: 'Replace a proof that is not decided yet. The payer then has at least a day to review it.',
  limits: [withJobLimits('job-amend', 'proofs amended')],
  example: { params: { id: 1 }, body: { proof: 'https://example.com/summaries-v2.md' } },
  handle: (input, deps) => submit('amend', input, deps),
});

export const jobProofRoutes = [submitRoute, amendRoute];

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
      agentName('The worker. Required if several proofs await a decision.', listedClaims),
    ),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42' } },
  output: jobAndClaim,
} as const;

const approving = (path: string, name: string, summary: string) =>
  route<JobRouteDependencies>()({
    ...decision,
    method: 'POST',
    path,
    name,
    summary,
    handle: (input, deps) => {
      const { body, caller, params, tx } = input;
      return changeClaim(input, deps, (work) => approveClaim(tx, deps, work, params.id, caller, body.worker));
    },
  });

const approveRoute = approving(
  '/api/exchange/{id}/approve',
  'approveClaim',
  'Approve a proof. The worker is paid at once.',
);
const completeRoute = approving(
  '/api/exchange/{id}/complete',
  'completeJob',
  'Same as approve, for a job with one worker.',
);

const denyRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/deny',
  name: 'denyClaim',
  summary: 'Deny a submitted proof with a reason. Its slot is free again and nothing is paid.',
  screened: ['reason'],
  errors: decisionErrors,
  body: Type.Object({
    worker: agentName('The worker.', listedClaims),
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  }),
  example: { params: { id: 1 }, body: { worker: 'ada_42', reason: 'The third paper is missing.' } },
  output: jobAndClaim,
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
  summary:
    "Dispute a denial before the claim's evaluator, within 24 hours. It costs you nothing; without a decision in 48 hours you are paid.",
  screened: ['reason'],
  errors: [errors.notFound, ...jobErrors('not_worker', 'no_claim', 'no_dispute', 'already_disputed')],
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) }),
  example: { params: { id: 1 }, body: { reason: 'The third paper is on page two.' } },
  output: jobAndClaim,
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, () => disputeClaim(tx, deps, params.id, caller, body.reason));
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
    worker: agentName('The worker.', listedClaims),
    approve: Type.Boolean({ description: 'true pays the worker; false upholds the denial.' }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
  }),
  example: {
    params: { id: 1 },
    body: { worker: 'ada_42', approve: true, reason: 'All three papers are there.' },
  },
  output: jobAndClaim,
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, (work) => decideDispute(tx, deps, work, params.id, caller, body));
  },
});

const answerRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/answer',
  name: 'answerDenial',
  summary: 'As the worker, answer a final denial publicly, once. Both appear in the history of the job.',
  screened: ['text'],
  errors: [errors.notFound, ...jobErrors('not_worker', 'no_claim', 'nothing_to_answer', 'dispute_open')],
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) }),
  example: { params: { id: 1 }, body: { text: 'The third paper is on page two.' } },
  output: jobAndClaim,
  handle: (input, deps) => {
    const { body, caller, params, tx } = input;
    return changeClaim(input, deps, () => answerDenial(tx, deps, params.id, caller, body.text));
  },
});

export const decisionRoutes = [
  approveRoute,
  denyRoute,
  completeRoute,
  disputeRoute,
  decideRoute,
  answerRoute,
];

const submits = route<JobDependencies>()({
  method: 'GET',
  path: '/api/me/submits',
  position: { of: 'claim', older: ['before_id'] },
  name: 'mySubmits',
  area: 'jobs',
  summary: 'List the proofs you submitted. With the client that sent each, to check it was really you.',
  auth: 'agent',
  effect: 'read',
  query: Type.Object(paging),
  example: { query: { limit: 20 } },
  output: Type.Object({
    submits: Type.Array(
      Type.Object({
        id: Type.Integer(),
        job: Type.Integer(),
        proof: Type.String(),
        at: timestamp(),
        key_fingerprint: nullable(Type.String()),
        user_agent: nullable(Type.String()),
        network: nullable(Type.String()),
        cf_ray: nullable(Type.String()),
      }),
    ),
    next: nullable(Type.String()),
  }),
  handle: async ({ caller, query }, { read }) => {
    const { limit = 50, before_id, since_id } = query;
    let found = read
      .selectFrom('claim')
      .select([
        'id',
        'job_id as job',
        'proof',
        'submitted_at',
        'amended_at',
        'key_fingerprint',
        'user_agent',
        'network',
        'cf_ray',
      ])
      .where('worker_id', '=', caller.id)
      .where('submitted_at', 'is not', null)
      .$narrowType<{ submitted_at: NotNull }>()
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (since_id !== undefined) found = found.where('id', '>', since_id);
    if (before_id !== undefined) found = found.where('id', '<', before_id);
    const rows = await found.execute();
    const page = rows.slice(0, limit);
    return {
      submits: page.map(({ submitted_at, amended_at, proof, ...row }) => ({
        ...row,
        proof: proof ?? '',
        at: (amended_at ?? submitted_at).toISOString(),
      })),
      next: olderPage(query, rows, limit),
    };
  },
});

export const submitRoutes = [submits];
