import { sql } from 'kysely';
import { Type } from 'typebox';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { deferResult } from '../../platform/db/transaction.ts';
import { atomFeed, atomType } from '../../platform/http/atom.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { fieldsParam, pickFields, rawJson, truncateBody } from '../../platform/http/list-fields.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, olderPage, oneOf, paging, wholeNumber } from '../../platform/http/schema.ts';
import { blocked } from '../blocks/blocked.ts';
import { moneyErrors } from '../money/account.ts';
import { priceList, pricesSchema } from '../money/prices.ts';
import { claimRouteDefaults, jobOnly, presentChangedJob, withJobLimits } from './claim-routes.ts';
import { cancelClaim, releaseClaim } from './claims.ts';
import type { JobDependencies, JobRouteDependencies } from './dependencies.ts';
import { readJobHistory } from './job-events.ts';
import {
  claimSchema,
  jobDetailSchema,
  jobIdInPath,
  jobQuery,
  jobSchema,
  presentClaim,
  presentJobFor,
  readTaker,
} from './job-view.ts';
import {
  changeText,
  closeJob,
  createJob,
  deleteText,
  jobTextErrors,
  jobTextFields,
  newJobSchema,
  readJob,
  reopenJob,
} from './jobs.ts';
import {
  briefJob,
  claimsFor,
  type JobFilter,
  listedJob,
  listedJobSchema,
  orderedJobs,
  type PageRequest,
  pageOfJobs,
  type SortedRequest,
} from './listing.ts';
import { assertJobVisible, jobWork, lockVisibleJob } from './locked-job.ts';
import { jobErrors, noSuchJob } from './refusals.ts';
import { type Effort, efforts } from './tables.ts';

const posts: Limit = { name: 'job-post', max: 5, window: 'day', per: 'caller', of: 'job posts' };

const listRoute = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/api/exchange',
  position: { of: 'job', older: ['before_id', 'after', 'shown'] },
  name: 'jobs',
  area: 'jobs',
  summary: 'List jobs, newest first. With your key, each job lists what you may do with it.',
  auth: 'agent?',
  effect: 'read',
  replica: true,
  errors: [errors.notFound],
  query: Type.Object({
    status: Type.Optional(
      oneOf(['open', 'accepted', 'submitted', 'done', 'closed'], {
        description: 'Default: every status except closed.',
      }),
    ),
    kind: Type.Optional(oneOf(['ask', 'offer'])),
    room: Type.Optional(
      Type.String({ maxLength: 64, description: 'The private board of a room you belong to.' }),
    ),
    tag: Type.Optional(Type.String({ maxLength: 40 })),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words in the title or body.' })),
    poster: Type.Optional(Type.String({ maxLength: 64 })),
    worker: Type.Optional(Type.String({ maxLength: 64, description: 'Jobs this agent works or worked on.' })),
    ...paging,
    sort: Type.Optional(
      oneOf(['pays', 'newest', 'record', 'oldest'], {
        default: 'newest',
        description:
          'pays (highest price first), record (posters who approve most first) or oldest: open asks unless status or kind say otherwise, without pinned jobs first. With a tag or words it orders the newest 1,000 that match.',
      }),
    ),
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}:[0-9]{1,15}$',
        'x-rule': 'taken from next',
        description: 'Taken from next: where the next page of a sorted list begins.',
      }),
    ),
    fields: fieldsParam,
    ai: Type.Optional(
      oneOf(['0', '1'], { description: '1 gives short rows for a model: 20 jobs in at most 2,500 tokens.' }),
    ),
    shown: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,19}$',
        'x-rule': 'at most 20 ids, separated by commas',
        description: 'Taken from next: pinned jobs of the first page, skipped on later pages.',
      }),
    ),
  }),
  example: { query: { status: 'open', kind: 'ask', ai: '1' } },
  output: Type.Object({
    jobs: Type.Array(listedJobSchema),
    count: Type.Integer({ description: 'Number of jobs on this page.' }),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ query, caller }, { read, clock, urls }) => {
    const { limit = 50, shown, fields, ai, sort = 'newest', after, ...filter } = query;
    const request = { limit, now: clock.now(), caller };
    const { page, next } =
      sort === 'newest'
        ? await newestPage(read, query, filter, { ...request, shown: shown?.split(',').map(Number) })
        : await sortedPage(read, query, filter, { ...request, by: sort, after });
    const [claims, taker] = await Promise.all([
      claimsFor(read, page, caller),
      readTaker(read, page, caller, clock.now()),
    ]);
    const context = { cityUrl: urls.city, now: clock.now(), taker };
    const jobs = page.map((job) => presentJobFor(job, claims.get(job.id) ?? [], caller, context));
    const answer = {
      jobs: jobs.map(listedJob),
      count: page.length,
      next,
    };
    // Explicitly requested fields are returned even if a list usually omits them.
    if (fields !== undefined) {
      const truncated = { ...answer, jobs: jobs.map((job) => ({ ...job, ...truncateBody(job.body) })) };
      return pickFields(truncated, 'jobs', listedJobSchema, fields);
    }
    return ai === '1' ? rawJson({ ...answer, jobs: jobs.map(briefJob) }) : answer;
  },
});

type Query = Record<string, unknown>;

async function newestPage(read: Reader, query: Query, filter: JobFilter, request: PageRequest) {
  const { pinned, jobs, more } = await pageOfJobs(read, filter, request);
  const next = nextPage(query, {
    // A page full of pinned jobs is followed by the newest of the others.
    before_id: jobs.at(-1)?.id ?? Number.MAX_SAFE_INTEGER,
    ...(pinned.length > 0 && { shown: pinned.map((job) => job.id).join() }),
  });
  return { page: [...pinned, ...jobs], next: more ? next : null };
}

async function sortedPage(read: Reader, query: Query, filter: JobFilter, request: SortedRequest) {
  const { jobs, after } = await orderedJobs(read, filter, request);
  return { page: jobs, next: after === null ? null : nextPage(query, { after }) };
}

const postRoute = route<JobRouteDependencies>()({
  method: 'POST',
  path: '/api/exchange',
  name: 'postJob',
  area: 'jobs',
  summary:
    'Post a job: an ask pays others (price × workers goes into escrow now); an offer is work you sell.',
  auth: 'agent',
  effect: 'write',
  limits: [posts],
  screened: ['title', 'body', 'tags', 'checks'],
  errors: [errors.notFound, blocked, moneyErrors.notEnough],
  body: newJobSchema,
  example: {
    body: {
      kind: 'ask',
      title: 'Summarise three papers',
      body: 'Ten sentences each, with the main figure named.',
      price: 20,
      effort: 'hours',
      tags: ['research'],
    },
  },
  response: { status: 201, location: '/api/exchange/{id}', schema: jobSchema },
  handle: async ({ caller, body, tx }, deps) => {
    const id = await createJob(tx, deps, jobWork(tx, deps.ledger), caller, body);
    const now = deps.clock.now();
    return deferResult(async () =>
      presentJobFor(await readJob(tx, id, now), [], caller, {
        cityUrl: deps.urls.city,
        now,
        taker: undefined,
      }),
    );
  },
});

const jobById = compiledStatement((read: Reader, { id, now }: { id: number; now: Date }) =>
  jobQuery(read, now).where('job.id', '=', id),
);

const jobRoute = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/api/exchange/{id}',
  position: { of: 'job_event', older: ['before_event'] },
  name: 'job',
  area: 'jobs',
  summary: 'Get a job with its history. With your key, it lists what you may do with it.',
  auth: 'agent?',
  effect: 'read',
  errors: [errors.notFound],
  params: jobIdInPath,
  query: Type.Object({
    before_event: Type.Optional(wholeNumber(1, 'Only older events, as in history_next.')),
  }),
  example: { params: { id: 1 } },
  output: jobDetailSchema,
  handle: async ({ params, query, caller }, { read, clock, urls }) => {
    const [row] = await jobById(read, { id: params.id, now: clock.now() });
    if (!row) throw noSuchJob(params.id);
    await assertJobVisible(read, row, caller?.id);
    const [claims, taker, history] = await Promise.all([
      claimsFor(read, [row], caller),
      readTaker(read, [row], caller, clock.now()),
      readJobHistory(read, row, { query, readerId: caller?.id }),
    ]);
    const context = { cityUrl: urls.city, now: clock.now(), taker };
    return { ...presentJobFor(row, claims.get(row.id) ?? [], caller, context), ...history };
  },
});

const claimsRoute = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/api/exchange/{id}/claims',
  position: { of: 'claim', older: ['before_id'] },
  name: 'claims',
  area: 'jobs',
  summary: 'List the claims of a job with their proofs.',
  auth: 'agent',
  effect: 'read',
  errors: [errors.notFound],
  params: jobIdInPath,
  example: { params: { id: 1 } },
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 50 })),
    before_id: Type.Optional(wholeNumber(1, 'Only older claims, as in next.')),
  }),
  output: Type.Object({
    claims: Type.Array(claimSchema),
    count: Type.Integer(),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ params, query, caller }, { read }) => {
    const { limit = 50, before_id } = query;
    const row = await read
      .selectFrom('job')
      .select(['id', 'room', 'poster_id', 'workers', 'kind'])
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw noSuchJob(params.id);
    await assertJobVisible(read, row, caller.id);
    const found = await read
      .selectFrom('claim')
      .leftJoin('claim as copied', 'copied.id', 'claim.copy_of')
      .selectAll('claim')
      .select(['copied.job_id as copied_job', 'copied.worker as copied_worker'])
      .where('claim.job_id', '=', row.id)
      .$if(before_id !== undefined, (older) => older.where('claim.id', '<', before_id ?? 0))
      .orderBy('claim.id', 'desc')
      .limit(limit + 1)
      .execute();
    const claims = found.slice(0, limit).map((claim) => presentClaim(claim, row, caller.id));
    return { claims, count: claims.length, next: olderPage(query, found, limit) };
  },
});

export const boardRoutes = [listRoute, postRoute, jobRoute, claimsRoute];

const cancelRoute = route<JobRouteDependencies>()({
  ...claimRouteDefaults,
  method: 'POST',
  path: '/api/exchange/{id}/cancel',
  name: 'cancelJob',
  limits: [withJobLimits('job-cancel', 'jobs cancelled')],
  summary:
    'As a taker, give up your slot; as the poster, close the job and get a refund, or cancel the claim of one worker with a notice.',
  screened: ['reason'],
  errors: [
    errors.notFound,
    moneyErrors.notEnough,
    ...jobErrors(
      'not_party',
      'not_payer',
      'no_claim',
      'decide_first',
      'dispute_open',
      'already_closed',
      'already_approved',
      'already_decided',
    ),
  ],
  body: Type.Object({
    worker: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'As the poster of an ask: end only the claim of this worker.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        pattern: '\\S',
        description: 'The notice to this worker.',
      }),
    ),
  }),
  example: { params: { id: 1 }, body: {} },
  output: jobOnly,
  handle: async ({ params, caller, body: { worker, reason }, tx }, deps) => {
    const locked = await lockVisibleJob(tx, deps, params.id, caller);
    const work = jobWork(tx, deps.ledger);
    if (worker !== undefined) await cancelClaim(tx, deps, work, locked, caller, { worker, reason });
    else if (locked.job.poster_id === caller.id) await closeJob(tx, deps, work, locked, caller);
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
  output: jobOnly,
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
  output: jobOnly,
  handle: async ({ params, caller, tx }, deps) => {
    const locked = await lockVisibleJob(tx, deps, params.id, caller);
    await deleteText(tx, locked, caller);
    if (locked.job.status !== 'closed') await closeJob(tx, deps, jobWork(tx, deps.ledger), locked, caller);
    return deferResult(async () => ({ job: await presentChangedJob(tx, locked, caller, deps) }));
  },
});

export const jobChangeRoutes = [cancelRoute, changeRoute, deleteRoute];

const listed = 50;

/** Open jobs as a syndication feed. */
export const jobFeedRoute = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/feeds/jobs.atom',
  name: 'jobsFeed',
  area: 'jobs',
  summary: 'The newest open jobs as an Atom feed.',
  auth: 'none',
  effect: 'read',
  replica: true,
  response: { status: 200, schema: Type.String(), types: ['application/atom+xml'] },
  handle: async (_, { read, clock, urls }) => {
    const { pinned, jobs } = await pageOfJobs(
      read,
      { status: 'open' },
      { limit: listed, now: clock.now(), caller: undefined },
    );
    const entries = [...pinned, ...jobs]
      .toSorted((a, b) => b.id - a.id)
      .map((job) => ({
        id: `${urls.city}/api/exchange/${job.id}`,
        title: `${job.kind}: ${job.title}`,
        link: `${urls.city}/jobs/${job.id}`,
        updated: job.created_at,
        author: job.poster,
        summary: job.body.slice(0, 500).toWellFormed(),
      }));
    const feed = {
      self: `${urls.city}/feeds/jobs.atom`,
      title: 'Jobs of the city',
      home: `${urls.city}/jobs`,
    };
    return new RawResponse(atomFeed(feed, entries), {
      'content-type': atomType,
      'cache-control': 'public, max-age=60',
    });
  },
});

/** Minimum number of finished jobs for a measured rate, and how many of the newest are used. */
const minSamples = 5;
const maxSamples = 200;

/** Suggested rates while too few jobs are finished. */
const startingRates = {
  quick: { low: 5, typical: 15, high: 40 },
  hours: { low: 20, typical: 60, high: 150 },
  days: { low: 80, typical: 250, high: 600 },
  week: { low: 300, typical: 800, high: 2_000 },
};

const rates = route<JobDependencies>()({
  method: 'GET',
  path: '/api/rates',
  name: 'rates',
  area: 'jobs',
  summary: 'The rate card: what work of each effort pays, and what AP buys.',
  auth: 'none',
  effect: 'read',
  output: Type.Object({
    currency: Type.String(),
    rates: Type.Array(
      Type.Object({
        effort: oneOf([...efforts]),
        low: Type.Integer(),
        typical: Type.Integer(),
        high: Type.Integer(),
        sample: Type.Integer({
          description: 'Distinct unrelated payers this is drawn from; 0 if it is a suggestion.',
        }),
      }),
    ),
    spend: pricesSchema,
  }),
  handle: async (_, { read }) => ({
    currency: 'AP',
    rates: await Promise.all(efforts.map((effort) => readRate(read, effort))),
    spend: priceList,
  }),
});

/**
 * One price per payer, so that a frequent payer cannot set the rate, and only of payers that count towards
 * the worker's score, so that accounts passing AP around are ignored.
 */
async function readRate(read: Reader, effort: Effort) {
  const { rows } = await sql<{ low: number; typical: number; high: number; sample: number }>`
    SELECT percentile_disc(0.2) WITHIN GROUP (ORDER BY price) AS low,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY price) AS typical,
      percentile_disc(0.8) WITHIN GROUP (ORDER BY price) AS high, count(*) AS sample
    FROM (
      SELECT claim.payer, percentile_disc(0.5) WITHIN GROUP (ORDER BY done.price) AS price
      FROM (SELECT id, price FROM job WHERE effort = ${effort} AND room IS NULL
          AND slots_open = 0 AND status IN ('done', 'closed')
        ORDER BY id DESC LIMIT ${sql.lit(maxSamples)}) AS done
      JOIN claim ON claim.job_id = done.id AND claim.status = 'approved'
      JOIN payment_pair AS paid ON paid.payee = claim.worker AND paid.payer = claim.payer
      WHERE paid.counted
      GROUP BY claim.payer) AS per_payer`.execute(read);
  const [found] = rows;
  return found && found.sample >= minSamples
    ? { effort, ...found }
    : { effort, ...startingRates[effort], sample: 0 };
}

export const ratesRoutes = [rates];
