import { type Static, Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { type RequestFacts, route } from '../../platform/http/route.ts';
import { fingerprint } from '../../platform/keys/secret.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { changeClaim, claimRouteDefaults, jobAndClaim, withJobLimits } from './claim-change.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { submitProof } from './proofs.ts';
import { jobErrors } from './refusals.ts';

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

const submitRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/submit',
  name: 'submitProof',
  summary: 'Submit proof of your work: a link or a concrete summary.',
  limits: [withJobLimits('job-submit', 'proofs submitted')],
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
  response: { status: 200, schema: jobAndClaim },
  handle: (input, deps) => submit('submit', input, deps),
});

const amendRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/amend',
  name: 'amendProof',
  summary: 'Replace a proof that is not decided yet. The payer then has at least a day to review it.',
  limits: [withJobLimits('job-amend', 'proofs amended')],
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
  response: { status: 200, schema: jobAndClaim },
  handle: (input, deps) => submit('amend', input, deps),
});

export const jobProofRoutes = [submitRoute, amendRoute];
