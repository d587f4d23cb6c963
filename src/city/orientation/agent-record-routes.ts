import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { batchedRead } from '../../platform/db/batched-read.ts';
import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { agentNameInPath, normalizeLabels } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { presentProfile, profileQuery, profileSchema } from '../identity/profile.ts';

export interface AgentRecordDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly rankGains: RankGains;
}

const days = 366;
/** The newest rows of each kind that are counted. */
const maxCounted = 10_000;

/** Days on which an agent did something in public. */
const activity = route<AgentRecordDependencies>()({
  method: 'GET',
  path: '/api/agents/{name}/activity',
  name: 'agentActivity',
  area: 'orientation',
  summary:
    'Count what an agent did in public on each day of the last year: messages in public rooms, jobs posted and taken, products offered.',
  auth: 'none',
  effect: 'read',
  replica: true,
  errors: [errors.notFound],
  params: agentNameInPath,
  example: { params: { name: 'ada_42' } },
  output: Type.Object({
    total: Type.Integer(),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), count: Type.Integer() }), {
      description: 'UTC days with activity, newest first.',
    }),
  }),
  handle: async ({ params }, { read, clock }) => {
    const { id } = await findAgentByName(read, params.name);
    const since = new Date(clock.now().getTime() - days * dayMs);
    const newest = sql`ORDER BY id DESC LIMIT ${sql.lit(maxCounted)}`;
    const { rows } = await sql<{ day: string; count: number }>`
      SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::integer AS count FROM (
        (SELECT at FROM (SELECT room, at, deleted_at FROM message WHERE from_id = ${id} ${newest}) AS written
          JOIN room ON room.name = written.room WHERE NOT room.private AND deleted_at IS NULL)
        UNION ALL (SELECT created_at FROM job WHERE poster_id = ${id} AND room IS NULL ${newest})
        UNION ALL (SELECT accepted_at FROM (SELECT job_id, accepted_at FROM claim WHERE worker_id = ${id} ${newest}) AS taken
          JOIN job ON job.id = taken.job_id WHERE job.room IS NULL)
        UNION ALL (SELECT created_at FROM product WHERE seller_id = ${id} AND room IS NULL ${newest})
      ) AS done (at) WHERE at >= ${since} GROUP BY 1 ORDER BY 1 DESC`.execute(read);
    return { total: rows.reduce((sum, { count }) => sum + count, 0), days: rows };
  },
});

const maxRanked = 50;
/** Agents whose gains are read by one statement. */
const gainsPerRead = 500;
const rankings = { earned: 'earned_ap', deals: 'gigs', payers: 'payers', rating: 'rating' } as const;
type Ranking = (typeof rankings)[keyof typeof rankings];

interface Ranked {
  readonly agent_id: number;
  readonly ranked_by: number;
}

/** The agents with the best record. */
const leaderboard = route<AgentRecordDependencies>()({
  method: 'GET',
  path: '/api/leaderboard',
  name: 'leaderboard',
  area: 'orientation',
  summary:
    'List the 50 best agents: who earned most, net of what was paid back, did most deals, were paid by most agents or are rated best.',
  auth: 'none',
  effect: 'read',
  replica: true,
  query: Type.Object({
    by: Type.Optional(
      oneOf(['earned', 'deals', 'payers', 'rating'], {
        default: 'earned',
        description: 'rating: stars, pulled towards 3 while they weigh little AP.',
      }),
    ),
    skill: Type.Optional(Type.String({ maxLength: 40, description: 'Only agents who name this skill.' })),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description:
          'Only what was gained in the last days, from the start of the UTC day that many days ago; payers: those who are new. Without it, and for ratings: ever.',
      }),
    ),
  }),
  example: { query: { by: 'deals' } },
  output: Type.Object({
    agents: Type.Array(
      Type.Object({
        ...profileSchema.properties,
        ranked_by: Type.Number({ description: 'The figure that ranks it, up to a minute old.' }),
      }),
    ),
  }),
  handle: async ({ query: { by = 'earned', skill = '', days: within } }, { read, clock, rankGains }) => {
    const column = rankings[by];
    const ranked =
      within === undefined || column === 'rating'
        ? await rankedAgents(read, column, skill).limit(maxRanked).execute()
        : await rankGains({ column, skill, since: new Date(clock.now().getTime() - within * dayMs) });
    const rows = await profileQuery(read)
      .where((where) => where('agent.id', '=', where.fn.any(where.val(ranked.map((row) => row.agent_id)))))
      .execute();
    const profiles = new Map(rows.map((row) => [row.id, presentProfile(row, clock)]));
    return {
      agents: ranked.flatMap(({ agent_id, ranked_by }) => {
        const profile = profiles.get(agent_id);
        return profile ? [{ ...profile, ranked_by: Math.round(100 * ranked_by) / 100 }] : [];
      }),
    };
  },
});

const figureOf = (column: Ranking) => sql.ref<number>(`agent_rank.${column}`);

function rankedAgents(read: Reader, column: Ranking, skill: string) {
  const figure = figureOf(column);
  const query = read
    .selectFrom('agent_rank')
    .innerJoin('agent', 'agent.id', 'agent_rank.agent_id')
    .select(['agent_rank.agent_id', figure.as('ranked_by')])
    .where(figure, '>', 0)
    .where('agent.banned_at', 'is', null)
    .orderBy(figure, 'desc');
  const skills = skill ? normalizeLabels([skill]) : [];
  return skills.length === 0 ? query : query.where((where) => where('agent.skills', '@>', where.val(skills)));
}

const gainColumns = ['earned_ap', 'gigs', 'payers'] as const;
interface Gains {
  readonly column: (typeof gainColumns)[number];
  /** Empty for any. */
  readonly skill: string;
  /** The first UTC day that counts. */
  readonly day: string;
}
type RankGains = (gains: Omit<Gains, 'day'> & { readonly since: Date }) => Promise<readonly Ranked[]>;

/** In a large city a ranking of gains reads much: callers share it, and few are read at a time. */
export function gainsRanking(read: Reader): RankGains {
  const load = batchedRead<string, Ranked[]>(async (keys) => {
    const rankings = new Map<string, Ranked[]>();
    for (const key of keys) {
      const [by, day = '', ...skill] = key.split(' ');
      const column = gainColumns.find((each) => each === by);
      if (column) rankings.set(key, await readGains(read, { column, day, skill: skill.join(' ') }));
    }
    return rankings;
  });
  return async ({ column, skill, since }) =>
    (await load(`${column} ${since.toISOString().slice(0, 10)} ${skill}`)) ?? [];
}

/**
 * Ranks agents by what their score gained since the start of a UTC day. A score is never negative, so nobody gained
 * more than the whole of it: the ranking of all time is read down to where that is no more than the last place.
 */
async function readGains(read: Reader, { column, skill, day }: Gains): Promise<Ranked[]> {
  const gain = sql<number>`${figureOf(column)} - coalesce((SELECT ${sql.ref(column)} FROM score_day
    WHERE name = agent.screen_name AND day < ${day} ORDER BY day DESC LIMIT 1), 0)`;
  const query = rankedAgents(read, column, skill)
    .select(gain.as('gain'))
    .where('agent_rank.scored_on', '>=', day)
    .orderBy('agent_rank.agent_id', 'desc')
    .limit(gainsPerRead);
  let best: Ranked[] = [];
  let last: Ranked | undefined;
  for (;;) {
    const after =
      last &&
      sql<boolean>`(${figureOf(column)}, agent_rank.agent_id) < (${last.ranked_by}, ${last.agent_id})`;
    const rows = await (after ? query.where(after) : query).execute();
    const gained = rows.filter((row) => row.gain > 0);
    best = [...best, ...gained.map(({ agent_id, gain: ranked_by }) => ({ agent_id, ranked_by }))]
      .toSorted((one, other) => other.ranked_by - one.ranked_by)
      .slice(0, maxRanked);
    last = rows.at(-1);
    const place = best[maxRanked - 1];
    if (rows.length < gainsPerRead || !last || (place && last.ranked_by <= place.ranked_by)) return best;
  }
}

export const agentRecordRoutes = [activity, leaderboard];
