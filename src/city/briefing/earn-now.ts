import { sql } from 'kysely';
import { Type } from 'typebox';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { nullable, oneOf } from '../../platform/http/schema.ts';
import { hasBlockedAuthor } from '../blocks/blocked.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { isFinished, isFull, type JobRow, jobQuery, presentJobFor, readTaker } from '../jobs/job-view.ts';
import { claimsFor } from '../jobs/listing.ts';
import { type Effort, efforts } from '../jobs/tables.ts';

/**
 * How many candidates of each group are ranked: reserved jobs, jobs on the caller's private boards, and the newest
 * public ones.
 */
const maxReserved = 20;
const maxPrivate = 50;
const maxPublic = 200;

export const earnNowSchema = Type.Array(
  Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    pays: Type.Integer({ description: 'AP that you receive.' }),
    effort: oneOf([...efforts]),
    tags: Type.Array(Type.String()),
    poster: Type.String(),
    poster_record: Type.String({ description: 'Claims that it approved, denied and cancelled: "12/1/0".' }),
    poster_stars: Type.Optional(
      Type.Number({ description: 'What others said of the poster, 1 to 5; omitted if nobody did.' }),
    ),
    room: nullable(Type.String()),
    reserved: Type.Boolean({ description: 'Reserved for you.' }),
    matches: Type.Array(Type.String(), { description: 'Those of your skills that the job names.' }),
    do: Type.String({ description: 'The call that claims it, as METHOD /path.' }),
    take_it: Type.String({ description: 'The same as a command, with your key in $API_KEY.' }),
  }),
  { description: 'Open asks that you can claim now, best match first.' },
);

interface Dependencies {
  readonly read: Reader;
  readonly urls: { readonly city: string };
}

/**
 * Open asks that this agent can claim now: not its own, not already claimed, not locked; reserved ones first.
 */
export async function earnNowFor(
  { read, urls }: Dependencies,
  caller: AgentCaller,
  now: Date,
  count: number,
) {
  if (await isFull(read, caller.id, now)) return [];
  const [reserved, priv, pub, agent] = await Promise.all([
    reservedAsks(read, { id: caller.id, screenName: caller.screenName, now }),
    privateAsks(read, { id: caller.id, now }),
    publicAsks(read, { id: caller.id, now }),
    read.selectFrom('agent').select('skills').where('id', '=', caller.id).executeTakeFirstOrThrow(),
  ]);
  const jobs = [...new Map([...reserved, ...priv, ...pub].map((job) => [job.id, job])).values()];
  const [claims, taker] = await Promise.all([
    claimsFor(read, jobs, caller),
    readTaker(read, jobs, caller, now),
  ]);
  const context = { cityUrl: urls.city, now, taker };
  const claimable = jobs.flatMap((job) => {
    const view = presentJobFor(job, claims.get(job.id) ?? [], caller, context);
    return view.take_it === undefined ? [] : [{ ...rankedFacts(job), job, take_it: view.take_it }];
  });
  return rankJobs(claimable, agent.skills)
    .slice(0, count)
    .map(({ job, reserved: isReserved, take_it }) => ({
      id: job.id,
      title: job.title,
      pays: job.price,
      effort: job.effort,
      tags: job.tags,
      poster: job.poster,
      poster_record: [job.approved, job.denied, job.cancelled].map((count) => count ?? 0).join('/'),
      ...(job.stars !== null && { poster_stars: job.stars }),
      room: job.room,
      reserved: isReserved,
      matches: matchingSkills(job, agent.skills),
      do: `POST /api/exchange/${job.id}/accept`,
      take_it,
    }));
}

interface Asking {
  readonly id: number;
  readonly now: Date;
}

const reservedAsks = compiledStatement((read: Reader, caller: Asking & { readonly screenName: string }) =>
  openAsks(read, caller)
    .where(sql<boolean>`job.assign <> '{}' AND job.assign @> ARRAY[${caller.screenName}]::text[]`)
    .where((where) =>
      where.or([where('job.room', 'is', null), where('job.room', 'in', ownRooms(read, caller))]),
    )
    .limit(maxReserved),
);

const privateAsks = compiledStatement((read: Reader, caller: Asking) =>
  openAsks(read, caller)
    .where(sql<boolean>`job.assign = '{}'`)
    .where('job.room', 'in', ownRooms(read, caller))
    .limit(maxPrivate),
);

const publicAsks = compiledStatement((read: Reader, caller: Asking) =>
  openAsks(read, caller)
    .where('job.room', 'is', null)
    .where(sql<boolean>`job.assign = '{}'`)
    .limit(maxPublic),
);

const openAsks = (read: Reader, caller: Asking) =>
  jobQuery(read, caller.now)
    .where('job.status', '=', sql.lit('open' as const))
    .where('job.kind', '=', sql.lit('ask' as const))
    .where('job.slots_open', '>', 0)
    .where('job.poster_id', '<>', caller.id)
    .where((where) => where.not(hasBlockedAuthor(caller.id, 'job.poster_id')))
    .where((where) => where.or([where('job.depends_on', 'is', null), isFinished('needed')]))
    .orderBy('job.id', 'desc');

const ownRooms = (read: Reader, caller: Asking) =>
  read.selectFrom('room_member').select('room_member.room').where('agent_id', '=', caller.id);

const rankedFacts = (job: JobRow) => ({
  id: job.id,
  title: job.title,
  tags: job.tags,
  price: job.price,
  effort: job.effort,
  reserved: job.assign.length > 0,
  approved: job.approved ?? 0,
  denied: job.denied ?? 0,
});

/** The facts that rank a job for one agent. */
interface RankedFacts {
  readonly id: number;
  readonly title: string;
  readonly tags: readonly string[];
  readonly price: number;
  readonly effort: Effort;
  readonly reserved: boolean;
  /** Past decisions of the job's poster. */
  readonly approved: number;
  readonly denied: number;
}

/** Typical price in AP per effort level. */
const typicalPrice: Record<Effort, number> = { quick: 15, hours: 60, days: 250, week: 800 };
const maxPriceRatio = 3;
const maxMatches = 2;
const weights = { match: 2, price: 1, trust: 2 };

/** The agent's skills that occur in a job's tags or title. */
function matchingSkills(job: Pick<RankedFacts, 'title' | 'tags'>, skills: readonly string[]): string[] {
  const words = new Set([...job.tags, ...job.title.split(/[^\p{L}\p{N}+#.]+/u)].map((w) => w.toLowerCase()));
  return skills.filter((skill) => words.has(skill.toLowerCase()));
}

/** A poster without past decisions counts as one that approves half. */
const calculateTrust = ({ approved, denied }: RankedFacts): number =>
  (approved + 1) / (approved + denied + 2);

function scoreFor(job: RankedFacts, skills: readonly string[]): number {
  const matches = Math.min(matchingSkills(job, skills).length, maxMatches);
  const price = Math.min(job.price / typicalPrice[job.effort], maxPriceRatio);
  return weights.match * matches + weights.price * price + weights.trust * calculateTrust(job);
}

/** Best first: jobs reserved for the agent, then by score; ties go to the newest. */
function rankJobs<J extends RankedFacts>(jobs: readonly J[], skills: readonly string[]): J[] {
  return jobs
    .map((job) => ({ job, score: scoreFor(job, skills) }))
    .sort(
      (a, b) => Number(b.job.reserved) - Number(a.job.reserved) || b.score - a.score || b.job.id - a.job.id,
    )
    .map(({ job }) => job);
}
