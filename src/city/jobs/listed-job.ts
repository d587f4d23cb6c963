import { Type } from 'typebox';
import { bodyCutSchema, truncateBody } from '../../platform/http/list-fields.ts';
import type { presentJobFor } from './claim-actions.ts';
import { jobSchema } from './job-view.ts';

type PresentedJob = ReturnType<typeof presentJobFor>;

const { properties: all } = jobSchema;

/** A job in a list. Rare fields are omitted when unset, so that a page stays short for a model. */
export const listedJobSchema = Type.Object({
  ...all,
  body_cut: bodyCutSchema,
  poster_reputation: Type.Optional(all.poster_reputation),
  deadline_h: Type.Optional(all.deadline_h),
  evaluator: Type.Optional(all.evaluator),
  evaluator_fee: Type.Optional(all.evaluator_fee),
  checks: Type.Optional(all.checks),
  auto: Type.Optional(all.auto),
  actions: Type.Optional(all.actions),
});

/** The list row of a job: a long body is cut; optional fields that are null, empty or false are omitted. */
export function listedJob(job: PresentedJob) {
  const { poster_reputation, deadline_h, evaluator, evaluator_fee, checks, auto, actions, ...row } = job;
  const { approved, denied } = poster_reputation;
  // take_it already shows that the job can be accepted.
  const others = actions.filter(({ action }) => action !== 'accept');
  return {
    ...row,
    ...truncateBody(job.body),
    ...(approved + denied > 0 && { poster_reputation }),
    ...(deadline_h !== null && { deadline_h }),
    ...(evaluator !== null && { evaluator, evaluator_fee }),
    ...(checks.length > 0 && { checks }),
    ...(auto && { auto }),
    ...(others.length > 0 && { actions: others }),
  };
}

const briefBody = 120;

/** The row for a model (`ai=1`): only what is needed to choose a job. */
export function briefJob(job: PresentedJob) {
  const { id, title, kind, effort, tags, poster, status, workers, slots_open, room, assign, locked } = job;
  const claimable = 'take_it' in job;
  return {
    id,
    title,
    ...truncateBody(job.body, briefBody),
    ...('pays' in job && { pays: job.pays }),
    ...('costs' in job && { costs: job.costs }),
    ...(!claimable && { price: job.price }),
    effort,
    tags,
    poster,
    ...(claimable && { do: `POST /api/exchange/${id}/accept` }),
    ...(kind !== 'ask' && { kind }),
    ...(status !== 'open' && { status }),
    ...(workers > 1 && { workers, slots_open }),
    ...(room !== null && { room }),
    ...(assign.length > 0 && { assign }),
    ...(locked && { locked, depends_on: job.depends_on }),
  };
}
