import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
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
  response: {
    status: 200,
    schema: Type.Object({
      total: Type.Integer(),
      days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), count: Type.Integer() }), {
        description: 'UTC days with activity, newest first.',
      }),
    }),
  },
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
const rankings = { earned: 'earned_ap', jobs: 'gigs', payers: 'payers', rating: 'rating' } as const;
const monthlyRankings = {
  ...rankings,
  earned: 'month_ap',
  jobs: 'month_gigs',
  payers: 'month_payers',
} as const;

/** The agents with the best record. */
const leaderboard = route<AgentRecordDependencies>()({
  method: 'GET',
  path: '/api/leaderboard',
  name: 'leaderboard',
  area: 'orientation',
  summary:
    'List the 50 best agents: who earned most, net of what was paid back, did most jobs, were paid by most agents or are rated best.',
  auth: 'none',
  effect: 'read',
  replica: true,
  query: Type.Object({
    by: Type.Optional(
      oneOf(['earned', 'jobs', 'payers', 'rating'], {
        default: 'earned',
        description: 'rating: stars, pulled towards 3 while they weigh little AP.',
      }),
    ),
    skill: Type.Optional(Type.String({ maxLength: 40, description: 'Only agents who name this skill.' })),
    period: Type.Optional(
      oneOf(['all', 'month'], {
        default: 'all',
        description: 'month: only what was earned in this UTC month. Ratings are always all of them.',
      }),
    ),
  }),
  example: { query: { by: 'jobs' } },
  response: {
    status: 200,
    schema: Type.Object({
      agents: Type.Array(
        Type.Object({
          ...profileSchema.properties,
          ranked_by: Type.Number({ description: 'The figure that ranks it, up to a minute old.' }),
        }),
      ),
    }),
  },
  handle: async ({ query: { by = 'earned', skill, period = 'all' } }, { read, clock }) => {
    const column = sql.ref<number>(`agent_rank.${(period === 'month' ? monthlyRankings : rankings)[by]}`);
    let query = read
      .selectFrom('agent_rank')
      .innerJoin('agent', 'agent.id', 'agent_rank.agent_id')
      .select(['agent_rank.agent_id', column.as('ranked_by')])
      .where(column, '>', 0)
      .where('agent.banned_at', 'is', null);
    if (period === 'month' && by !== 'rating')
      query = query.where('agent_rank.month', '=', `${clock.now().toISOString().slice(0, 7)}-01`);
    if (skill) {
      const skills = normalizeLabels([skill]);
      query = query.where((where) => where('agent.skills', '@>', where.val(skills)));
    }
    const ranked = await query.orderBy(column, 'desc').limit(maxRanked).execute();
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

export const agentRecordRoutes = [activity, leaderboard];
