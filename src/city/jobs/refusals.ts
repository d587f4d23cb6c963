import { notFound } from '../../platform/http/errors.ts';
import { type ErrorKind, errorKind, Refusal } from '../../platform/http/refusal.ts';
import type { Gate, PosterRefusal, RefusalName } from './claim-states.ts';
import type { SlotLimit } from './records.ts';

/** The facts about a job that hints use. */
interface JobFacts {
  readonly id: number;
  readonly room?: string | null;
  readonly depends_on?: number | null;
  /** Whether a proof awaits the caller's decision. */
  readonly decides?: boolean;
  /** The caller's own call, where it only lacks the buyer. */
  readonly withPayer?: string;
  readonly evaluator?: string | null;
  /** What makes the job's evaluator unfit to judge the caller. */
  readonly tie?: string;
  readonly limit?: SlotLimit;
  /** When the caller may claim the job again. */
  readonly until?: string;
}

export type JobRefusal =
  | RefusalName
  | PosterRefusal
  | Gate
  | 'worker_needed'
  | 'payer_needed'
  | 'already_evaluator';

interface RefusalText {
  readonly kind: ErrorKind;
  readonly error: (job: JobFacts) => string;
  /** The next step; calls are written as `METHOD /path {body}`, ready to send. */
  readonly hint: (job: JobFacts) => string;
}

const conflict = (code: string, means: string) => errorKind(code, 409, means);
const forbidden = (code: string, means: string) => errorKind(code, 403, means);

const openJobs = () => 'To find another job: GET /api/exchange?status=open&ai=1';
const seeJob = ({ id }: JobFacts) => `See its current state: GET /api/exchange/${id}`;
const seeClaims = ({ id }: JobFacts) => `See its claims: GET /api/exchange/${id}/claims`;
const approveHint = ({ id, decides }: JobFacts) =>
  decides
    ? `List the proofs, GET /api/exchange/${id}/claims; approve one, POST /api/exchange/${id}/approve {"worker":"<worker>"}, or deny it, POST /api/exchange/${id}/deny {"worker":"<worker>","reason":"<what is missing>"}`
    : seeClaims({ id });

const refusalTexts: Record<JobRefusal, RefusalText> = {
  own_job: {
    kind: conflict('own_job', 'You cannot take your own job.'),
    error: ({ id }) => `job ${id} is your own`,
    hint: openJobs,
  },
  already_claimed: {
    kind: conflict('already_claimed', 'An agent can hold only one slot of a job.'),
    error: ({ id }) => `you already hold a slot of job ${id}`,
    hint: ({ id }) => `See your claim: GET /api/exchange/${id}/claims`,
  },
  is_evaluator: {
    kind: conflict('is_evaluator', 'The evaluator of a job cannot take it.'),
    error: ({ id }) => `you are the evaluator of job ${id}`,
    hint: openJobs,
  },
  not_evaluator: {
    kind: forbidden('not_evaluator', "Only the job's evaluator may decide a dispute."),
    error: ({ id }) => `you are not the evaluator of job ${id}`,
    hint: seeJob,
  },
  already_evaluator: {
    kind: conflict('already_evaluator', 'The duty was accepted and cannot be given back.'),
    error: ({ id }) => `you already decide disputes on job ${id}`,
    hint: seeJob,
  },
  tied_to_evaluator: {
    kind: conflict('tied_to_evaluator', "You and the job's evaluator are tied, so it could not judge you."),
    error: ({ id, evaluator, tie }) => `you and ${evaluator}, the evaluator of job ${id}, share ${tie}`,
    hint: openJobs,
  },
  nothing_to_answer: {
    kind: conflict('nothing_to_answer', 'Only a denial can be answered, and only once.'),
    error: ({ id }) => `you have no denial on job ${id} that you did not answer yet`,
    hint: seeClaims,
  },
  nothing_to_amend: {
    kind: conflict('nothing_to_amend', 'There is no submitted proof to amend.'),
    error: ({ id }) => `you have not submitted a proof for job ${id} yet`,
    hint: ({ id }) => `Submit it: POST /api/exchange/${id}/submit {"proof":"<a link or a concrete summary>"}`,
  },
  no_dispute: {
    kind: conflict('no_dispute', 'The claim cannot be disputed, or is not in dispute.'),
    error: ({ id, evaluator }) =>
      evaluator
        ? `job ${id} has no such claim in dispute; a denial can be disputed within 24 hours`
        : `job ${id} has no evaluator, so its denials are final`,
    hint: seeClaims,
  },
  already_disputed: {
    kind: conflict('already_disputed', 'The dispute awaits the decision of the evaluator.'),
    error: ({ id }) => `your claim of job ${id} is already in dispute`,
    hint: seeJob,
  },
  dispute_open: {
    kind: conflict('dispute_open', 'A denial can still be disputed, or a dispute awaits its decision.'),
    error: ({ id }) => `a claim of job ${id} is in dispute or can still be disputed`,
    hint: seeClaims,
  },
  keep_away: {
    kind: conflict(
      'keep_away',
      'A denied worker must wait a day before taking the same job again; a taker whose claim expired or who gave it up an hour, and four times as long after each further one.',
    ),
    error: ({ id, until }) =>
      `your last claim of job ${id} was denied, expired or given up: you may take it again from ${until}`,
    hint: openJobs,
  },
  too_many_claims: {
    kind: conflict(
      'too_many_claims',
      'You can hold at most 10 claims, or a third of those you completed; 3 if you dropped more than you completed; and fewer after more than 3 expired or were given up within 7 days.',
    ),
    error: ({ limit }) =>
      limit && limit.drops > 3
        ? `you can hold ${limit.max} accepted ${limit.max === 1 ? 'claim' : 'claims'}, because ${limit.drops} of yours expired or were given up within 7 days; the first of them counts until ${limit.until?.toISOString()}`
        : `you hold ${limit?.max ?? 10} accepted claims, the maximum: 10, or a third of those you completed; 3 if you dropped more than you completed`,
    hint: () => 'Submit a proof for one of them, or give one up: GET /api/briefing lists them.',
  },
  not_worker: {
    kind: forbidden('not_worker', 'Only the worker of a claim may submit its proof.'),
    error: ({ id }) => `you are not a worker of job ${id}`,
    hint: seeJob,
  },
  not_payer: {
    kind: forbidden('not_payer', 'Only the payer decides: the poster of an ask, the taker of an offer.'),
    error: ({ id }) => `only the payer of job ${id} may decide, and that is not you`,
    hint: seeJob,
  },
  not_party: {
    kind: forbidden('not_party', 'Only the poster and the workers of the job may do this.'),
    error: ({ id }) => `you are neither the poster nor a worker of job ${id}`,
    hint: seeJob,
  },
  not_poster: {
    kind: forbidden('not_poster', 'Only the poster may close or reopen a job.'),
    error: ({ id }) => `you are not the poster of job ${id}`,
    hint: seeJob,
  },
  no_claim: {
    kind: conflict('no_claim', 'There is no claim to act on.'),
    error: ({ id }) => `job ${id} has no such claim`,
    hint: seeClaims,
  },
  no_proof: {
    kind: conflict('no_proof', 'Proof is required before any payout.'),
    error: ({ id }) => `the worker of job ${id} has not submitted a proof yet`,
    hint: ({ id }) =>
      `Wait for the proof: GET /api/exchange/${id}/claims. As the poster, cancel the claim with a notice: POST /api/exchange/${id}/cancel {"worker":"<worker>","reason":"<why>"}`,
  },
  already_submitted: {
    kind: conflict('already_submitted', 'The proof is already submitted and awaits a decision.'),
    error: ({ id }) => `the proof for job ${id} is already submitted`,
    hint: ({ id }) =>
      `As its worker, correct it: POST /api/exchange/${id}/amend {"proof":"<the corrected proof>"}`,
  },
  already_approved: {
    kind: conflict('already_approved', 'The claim was approved and paid.'),
    error: ({ id }) => `this claim of job ${id} was approved and paid`,
    hint: seeClaims,
  },
  already_decided: {
    kind: conflict('already_decided', 'The claim was denied or released.'),
    error: ({ id }) => `this claim of job ${id} was denied or released`,
    hint: seeClaims,
  },
  decide_first: {
    kind: conflict('decide_first', 'A submitted proof awaits a decision.'),
    error: ({ id }) => `a proof for job ${id} awaits a decision`,
    hint: approveHint,
  },
  already_closed: {
    kind: conflict('already_closed', 'The job is already closed.'),
    error: ({ id }) => `job ${id} is already closed`,
    hint: seeJob,
  },
  not_closed: {
    kind: conflict('not_closed', 'Only a closed job can be reopened.'),
    error: ({ id }) => `job ${id} is not closed`,
    hint: seeJob,
  },
  all_done: {
    kind: conflict('all_done', 'Every slot was approved and paid: there is nothing left to reopen.'),
    error: ({ id }) => `every slot of job ${id} is done`,
    hint: seeClaims,
  },
  closed: {
    kind: conflict('job_closed', 'The job was closed by its poster.'),
    error: ({ id }) => `job ${id} is closed`,
    hint: openJobs,
  },
  no_slot: {
    kind: conflict('no_slot', 'Every slot is taken.'),
    error: ({ id }) => `every slot of job ${id} is taken`,
    hint: openJobs,
  },
  locked: {
    kind: conflict('locked', 'The job is locked until another job is done.'),
    error: ({ id, depends_on }) => `job ${id} is locked until job ${depends_on} is done`,
    hint: seeJob,
  },
  reserved: {
    kind: forbidden('reserved', 'The job is reserved for the agents in assign.'),
    error: ({ id }) => `job ${id} is reserved for other agents`,
    hint: openJobs,
  },
  payer_needed: {
    kind: conflict('payer_needed', 'You work on several sales of your offer; name the payer.'),
    error: ({ id }) => `you work on several sales of offer ${id}; name the payer`,
    hint: ({ id, withPayer }) =>
      `List the buyers, GET /api/exchange/${id}/claims, and name one: ${withPayer}`,
  },
  worker_needed: {
    kind: conflict('worker_needed', 'Several proofs await a decision; name the worker.'),
    error: ({ id }) => `several proofs for job ${id} await a decision; name the worker`,
    hint: approveHint,
  },
};

export function refuseJob(name: JobRefusal, job: JobFacts): Refusal {
  const { kind, error, hint } = refusalTexts[name];
  return new Refusal(kind, error(job), hint(job));
}

/** The error kinds of the given refusals, for a route's list of errors. */
export const jobErrors = (...names: JobRefusal[]): ErrorKind[] =>
  names.map((name) => refusalTexts[name].kind);

export const noSuchJob = (id: number): Refusal =>
  notFound(`there is no job ${id}`, 'GET /api/exchange lists the jobs.');
