import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { Type } from 'typebox';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { idsBySegment, searchStart, segmentsBetween } from '../../platform/db/index-segments.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { wordQuery } from '../../platform/db/word-query.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { bodyCutSchema, truncateBody } from '../../platform/http/list-fields.ts';
import { nameKey, normalizeLabels } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { ownPrivateRoom } from '../rooms/membership.ts';
import type { JobStatus } from './claim-states.ts';
import { type Claim, isFinished, type JobRow, jobQuery, jobSchema, type presentJobFor } from './job-view.ts';
import type { Effort, JobKind } from './tables.ts';

export interface JobFilter {
  status?: JobStatus;
  kind?: JobKind;
  room?: string;
  tag?: string;
  q?: string;
  poster?: string;
  worker?: string;
  before_id?: number;
  since_id?: number;
}

/** Orders of the board besides the newest first, each by an index. */
const orders = {
  oldest: { key: 'job.id', direction: 'asc' },
  pays: { key: 'job.price', direction: 'desc' },
  record: { key: 'job.poster_rank', direction: 'desc' },
} as const;

/** Matches of a tag or of words that are put in an order: the newest. */
const maxOrdered = 1_000;

const maxPinned = 20;

export interface PageRequest {
  readonly limit: number;
  readonly now: Date;
  readonly caller: AgentCaller | undefined;
  /** Jobs pinned on the first page: later pages skip them even if their pins have expired. */
  readonly shown?: readonly number[] | undefined;
}

/**
 * A page of the board, newest first. Ids only grow, so a page below an id does not shift when jobs are
 * posted. Pinned jobs come first on the first page.
 */
export async function pageOfJobs(
  read: Reader,
  filter: JobFilter,
  { limit, now, caller, shown = [] }: PageRequest,
): Promise<{ pinned: JobRow[]; jobs: JobRow[]; more: boolean }> {
  const room = filter.room === undefined ? null : await ownPrivateRoom(read, filter.room, caller?.id);
  const isFirst = filter.before_id === undefined;
  const pinned = isFirst && room === null ? await pinnedJobs(read, filter, limit, now) : [];
  const skipped = isFirst ? pinned.map((job) => job.id) : shown;
  const size = limit - pinned.length;
  const rows = await newestJobs(read, { filter, room, skipped, limit: size + 1, now });
  return { pinned, jobs: rows.slice(0, size), more: rows.length > size };
}

export interface SortedRequest extends PageRequest {
  readonly by: keyof typeof orders;
  readonly after: string | undefined;
}

interface PageQuery {
  readonly filter: JobFilter;
  readonly room: string | null;
  readonly skipped: readonly number[];
  readonly limit: number;
  readonly now: Date;
}

async function newestJobs(read: Reader, wanted: PageQuery): Promise<JobRow[]> {
  const { filter, room, skipped, limit, now } = wanted;
  // A room, poster or worker has few enough jobs to scan.
  const isNarrow = room !== null || filter.poster !== undefined || filter.worker !== undefined;
  if (isNarrow || (!filter.tag && !filter.q)) {
    return jobQuery(read, now)
      .where(filterCondition(filter, room, skipped))
      .orderBy('job.id', 'desc')
      .limit(limit)
      .execute();
  }
  const ids = await newestIds(read, wanted);
  if (ids.length === 0) return [];
  return jobQuery(read, now)
    .where((where) => where('job.id', '=', where.fn.any(where.val(ids))))
    .orderBy('job.id', 'desc')
    .execute();
}

/**
 * A page of open jobs in an order; asks, unless offers are wanted. `after` is the last job of the page before, as
 * key:id.
 */
export async function orderedJobs(
  read: Reader,
  given: JobFilter,
  { by, after, limit, now, caller }: SortedRequest,
): Promise<{ jobs: JobRow[]; after: string | null }> {
  const filter = { ...given, status: given.status ?? 'open', kind: given.kind ?? 'ask' } as const;
  const room = filter.room === undefined ? null : await ownPrivateRoom(read, filter.room, caller?.id);
  const { key, direction } = orders[by];
  let query = jobQuery(read, now).where(filterCondition(filter, room));
  if (room === null && (filter.tag || filter.q)) {
    const ids = await newestIds(read, { filter, room, skipped: [], limit: maxOrdered, now });
    query = query.where((where) => where('job.id', '=', where.fn.any(where.val(ids))));
  }
  if (after !== undefined) {
    const [value, id] = after.split(':').map(Number);
    const compare = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(sql<boolean>`(${sql.ref(key)}, job.id) ${compare} (${value}::bigint, ${id}::bigint)`);
  }
  const rows = await query
    .orderBy(key, direction)
    .orderBy('job.id', direction)
    .limit(limit + 1)
    .execute();
  const last = rows[limit - 1];
  const value = { oldest: last?.id, pays: last?.price, record: last?.poster_rank }[by];
  return { jobs: rows.slice(0, limit), after: last && rows.length > limit ? `${value}:${last.id}` : null };
}

/** Ids of one page of the public board, filtered by tag or words. */
async function newestIds(read: Reader, { filter, skipped, limit }: PageQuery): Promise<number[]> {
  const { newest, indexed } = await searchStart(read, 'job', filter.q);
  if (!filter.tag && !indexed) throw refuseNegatedOnly();
  const top = Math.min(newest, (filter.before_id ?? Number.MAX_SAFE_INTEGER) - 1);
  const segments = segmentsBetween(top, filter.since_id ?? 0);
  const inSegment = read
    .selectFrom('job')
    .select('job.id')
    .where(filterCondition(filter, null, skipped))
    .where(
      sql<boolean>`job_segments(job.status, job.kind, job.id)
        && ARRAY[${sql.join(segmentPrefixes(filter).map((prefix) => sql`${sql.lit(prefix)} || segment.name`))}]`,
    )
    .where(sql<boolean>`job.id + 0 <= segment.top`)
    // Ordering by an expression makes the planner use the word index instead of scanning all jobs by id.
    .orderBy(sql`job.id + 0`, 'desc');
  const { rows } = await idsBySegment(segments, inSegment, limit).execute(read);
  return rows.map((row) => row.id);
}

const refuseNegatedOnly = () =>
  invalidField(
    'q must contain at least one word that is not excluded with -',
    'For example: GET /api/exchange?q=<word>',
  );

/** Index segment prefixes of a status and a kind, as job_segments() assigns them. */
function segmentPrefixes({ status, kind }: JobFilter): string[] {
  if (!status && !kind) return [''];
  const statuses = status ? [status] : (['open', 'accepted', 'submitted', 'done'] as const);
  const kinds = kind ? [kind] : (['ask', 'offer'] as const);
  return statuses.flatMap((each) => kinds.map((other) => `${each}/${other}/`));
}

function filterCondition(filter: JobFilter, room: string | null, skipped: readonly number[] = []) {
  const job = expressionBuilder<Tables, 'job'>();
  const all: Expression<SqlBool>[] = [
    room === null ? job('job.room', 'is', null) : job('job.room', '=', room),
    // Literals instead of parameters, so that the cached plan can use partial indexes and per-value
    // statistics.
    filter.status
      ? job('job.status', '=', sql.lit(filter.status))
      : job('job.status', '<>', sql.lit('closed' as const)),
  ];
  if (filter.since_id !== undefined) all.push(job('job.id', '>', filter.since_id));
  if (filter.before_id !== undefined) all.push(job('job.id', '<', filter.before_id));
  if (skipped.length > 0) all.push(job('job.id', 'not in', skipped));
  if (filter.kind) all.push(job('job.kind', '=', sql.lit(filter.kind)));
  if (filter.tag) all.push(job('job.tags', '@>', job.val(normalizeLabels([filter.tag]))));
  if (filter.q) all.push(sql<boolean>`job.search @@ ${wordQuery(filter.q)}`);
  if (filter.poster) all.push(job('job.poster_id', '=', agentId(nameKey(filter.poster))));
  if (filter.worker) {
    const claims = job
      .selectFrom('claim')
      .select('claim.job_id')
      .where('claim.worker_id', '=', agentId(nameKey(filter.worker)))
      .where('claim.status', 'in', ['accepted', 'submitted', 'approved']);
    all.push(job('job.id', 'in', claims));
  }
  return job.and(all);
}

const agentId = (name: string) =>
  expressionBuilder<Tables, never>()
    .selectFrom('agent')
    .select('agent.id')
    .where('agent.name_key', '=', name)
    .$asScalar();

async function pinnedJobs(read: Reader, filter: JobFilter, limit: number, now: Date): Promise<JobRow[]> {
  const rows = await read
    .selectFrom('placement')
    .select('subject')
    .where('kind', '=', 'pin-post')
    .where('until_at', '>', now)
    .orderBy('until_at', 'desc')
    .limit(maxPinned)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => Number(row.subject));
  return jobQuery(read, now)
    .where('job.id', 'in', ids)
    .where(filterCondition(filter, null))
    .orderBy('job.id', 'desc')
    .limit(limit)
    .execute();
}

/** The caller's claims on the given jobs, enough to derive its actions on each. */
export async function claimsFor(
  read: Reader,
  jobs: readonly JobRow[],
  caller: AgentCaller | undefined,
): Promise<Map<number, Claim[]>> {
  if (!caller || jobs.length === 0) return new Map();
  const ids = jobs.map((job) => job.id);
  const evaluated = jobs.filter((job) => job.evaluator_id === caller.id).map((job) => job.id);
  const rows = await claimsOf(read, { ids, evaluated, callerId: caller.id });
  return Map.groupBy(rows, (claim) => claim.job_id);
}

const claimsOf = compiledStatement(
  (read: Reader, { ids, evaluated, callerId }: { ids: number[]; evaluated: number[]; callerId: number }) =>
    read
      .selectFrom('claim')
      .selectAll()
      .where((where) => where('job_id', '=', where.fn.any(where.val(ids))))
      .where((where) =>
        where.or([
          where('worker_id', '=', callerId),
          where('payer_id', '=', callerId),
          // An evaluator sees the claims it may have to decide.
          where('job_id', '=', where.fn.any(where.val(evaluated))),
        ]),
      )
      .orderBy('id'),
);

/** The public fields of a job that any agent can claim. */
interface OpenJob {
  readonly id: number;
  readonly title: string;
  readonly price: number;
  readonly effort: Effort;
  readonly poster: string;
}

/**
 * Jobs that any agent can claim now: open, unlocked, not reserved; newest first. The query has no parameters, so the
 * server plans it once: planning costs more than reading.
 */
export const openJobs = (count: number): ((read: Reader) => Promise<OpenJob[]>) => {
  const query = compiledStatement(
    (_: Reader, __: object) => sql<OpenJob>`
      SELECT id, title, price, effort, poster FROM job
      WHERE room IS NULL AND kind = 'ask' AND status = 'open' AND slots_open > 0 AND assign = '{}'
        AND (depends_on IS NULL
          OR EXISTS (SELECT FROM job AS needed WHERE needed.id = job.depends_on AND ${isFinished('needed')}))
      ORDER BY id DESC LIMIT ${sql.lit(count)}`,
  );
  return (read) => query(read, {});
};

/** Whether a job is open on the public board and can be pinned. */
export async function isOpenJob(read: Reader, jobId: number): Promise<boolean> {
  const row = await read
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where('room', 'is', null)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

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
  evaluator_accepted: Type.Optional(all.evaluator_accepted),
  evaluator_record: Type.Optional(all.evaluator_record),
  kill_fee_pct: Type.Optional(all.kill_fee_pct),
  checks: Type.Optional(all.checks),
  auto: Type.Optional(all.auto),
  actions: Type.Optional(all.actions),
});

/** The list row of a job: a long body is cut; optional fields that are null, empty or false are omitted. */
export function listedJob(job: PresentedJob) {
  const { poster_reputation, deadline_h, kill_fee_pct, checks, auto, actions, ...others } = job;
  const { evaluator, evaluator_fee, evaluator_accepted, evaluator_record, ...row } = others;
  const { approved, denied, cancelled, ratings } = poster_reputation;
  // take_it already shows that the job can be accepted.
  const further = actions.filter(({ action }) => action !== 'accept');
  return {
    ...row,
    ...truncateBody(job.body),
    ...(approved + denied + cancelled + ratings > 0 && { poster_reputation }),
    ...(deadline_h !== null && { deadline_h }),
    ...(evaluator !== null && { evaluator, evaluator_fee, evaluator_accepted, evaluator_record }),
    ...(kill_fee_pct > 0 && { kill_fee_pct }),
    ...(checks.length > 0 && { checks }),
    ...(auto && { auto }),
    ...(further.length > 0 && { actions: further }),
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
    ...(job.poster_reputation.stars !== null && { poster_stars: job.poster_reputation.stars }),
    ...(claimable && { do: `POST /api/exchange/${id}/accept` }),
    ...(kind !== 'ask' && { kind }),
    ...(status !== 'open' && { status }),
    ...(workers > 1 && { workers, slots_open }),
    ...(room !== null && { room }),
    ...(assign.length > 0 && { assign }),
    ...(locked && { locked, depends_on: job.depends_on }),
  };
}
