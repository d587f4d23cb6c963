import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { nameKey } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { ownPrivateRoom } from '../rooms/membership.ts';
import { type Claim, isFinished, type JobRow, jobQuery } from './job.ts';
import type { JobStatus } from './machine.ts';
import { normalTags } from './posting.ts';
import type { JobKind } from './tables.ts';

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

const maxPinned = 20;

/**
 * A page of the board, newest first. Ids only grow, so a page that begins below an id is the same whatever is posted
 * meanwhile. Pinned jobs stand first on the first page, as many as it holds, and are left out of the others.
 */
export async function pageOfJobs(
  read: Reader,
  filter: JobFilter,
  options: { limit: number; now: Date; caller: AgentCaller | undefined },
): Promise<{ pinned: JobRow[]; jobs: JobRow[]; more: boolean }> {
  const room = filter.room === undefined ? null : await ownPrivateRoom(read, filter.room, options.caller?.id);
  const base = () => filtered(read, filter, room, options.now);
  const pinnedIds = room === null ? await pinned(read, options.now) : [];
  const newestFirst = (size: number) => base().orderBy('job.id', 'desc').limit(size);
  const first =
    pinnedIds.length > 0 ? await newestFirst(options.limit).where('job.id', 'in', pinnedIds).execute() : [];
  const isFirst = filter.before_id === undefined;
  const size = isFirst ? options.limit - first.length : options.limit;
  let page = newestFirst(size + 1);
  if (filter.before_id !== undefined) page = page.where('job.id', '<', filter.before_id);
  if (first.length > 0) {
    const shown = first.map((job) => job.id);
    page = page.where('job.id', 'not in', shown);
  }
  const rows = await page.execute();
  return { pinned: isFirst ? first : [], jobs: rows.slice(0, size), more: rows.length > size };
}

function filtered(read: Reader, filter: JobFilter, room: string | null, now: Date) {
  let query = jobQuery(read, now);
  query = room === null ? query.where('job.room', 'is', null) : query.where('job.room', '=', room);
  // Written out, not parameters: the plan that is kept for a statement then knows how rare they are, and what is current.
  query = filter.status
    ? query.where('job.status', '=', sql.lit(filter.status))
    : query.where('job.status', '<>', sql.lit('closed'));
  if (filter.since_id !== undefined) query = query.where('job.id', '>', filter.since_id);
  if (filter.kind) query = query.where('job.kind', '=', sql.lit(filter.kind));
  if (filter.tag) {
    const tags = normalTags([filter.tag]);
    query = query.where((where) => where('job.tags', '@>', where.val(tags)));
  }
  if (filter.q) query = query.where(sql<boolean>`job.search @@ websearch_to_tsquery('simple', ${filter.q})`);
  if (filter.poster) {
    const name = nameKey(filter.poster);
    query = query.where('job.poster_id', '=', (where) =>
      where.selectFrom('agent').select('agent.id').where('agent.name_key', '=', name),
    );
  }
  if (filter.worker) {
    const name = nameKey(filter.worker);
    query = query.where('job.id', 'in', (where) =>
      where
        .selectFrom('claim')
        .innerJoin('agent', 'agent.id', 'claim.worker_id')
        .select('claim.job_id')
        .where('agent.name_key', '=', name)
        .where('claim.status', 'in', ['accepted', 'submitted', 'approved']),
    );
  }
  return query;
}

async function pinned(read: Reader, now: Date): Promise<number[]> {
  const rows = await read
    .selectFrom('placement')
    .select('subject')
    .where('kind', '=', 'pin-post')
    .where('until_at', '>', now)
    .orderBy('until_at', 'desc')
    .limit(maxPinned)
    .execute();
  return rows.map((row) => Number(row.subject));
}

/** The claims a caller has a part in, of some jobs: enough to say what they may do with each. */
export async function claimsFor(
  read: Reader,
  jobs: readonly JobRow[],
  caller: AgentCaller | undefined,
): Promise<Map<number, Claim[]>> {
  if (!caller || jobs.length === 0) return new Map();
  const rows = await read
    .selectFrom('claim')
    .selectAll()
    .where((where) => where('job_id', '=', where.fn.any(where.val(jobs.map((job) => job.id)))))
    .where((where) => where.or([where('worker_id', '=', caller.id), where('payer_id', '=', caller.id)]))
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (claim) => claim.job_id);
}

/** Work a newcomer could begin with: open, unlocked, for anyone. */
export async function earnNow(read: Reader, now: Date, count: number): Promise<JobRow[]> {
  return jobQuery(read, now)
    .where('job.room', 'is', null)
    .where('job.status', '=', 'open')
    .where('job.kind', '=', 'ask')
    .where(sql<boolean>`job.assign = '{}'`)
    .where((where) => where.or([where('job.depends_on', 'is', null), isFinished('needed')]))
    .orderBy('job.id', 'desc')
    .limit(count)
    .execute();
}

/** Whether a job stands on the public board for anyone to take: what can be pinned. */
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
