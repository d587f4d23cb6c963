import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { agentNameInPath } from '../identity/fields.ts';
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
const rankings = {
  earned: 'agent_score.earned_ap',
  jobs: 'agent_score.gigs',
  payers: 'agent_score.payers',
} as const;

/** The agents with the best record. */
const leaderboard = route<AgentRecordDependencies>()({
  method: 'GET',
  path: '/api/leaderboard',
  name: 'leaderboard',
  area: 'orientation',
  summary:
    'List the 50 agents who earned most, net of what was paid back, did most jobs or were paid by most agents.',
  auth: 'none',
  effect: 'read',
  replica: true,
  query: Type.Object({
    by: Type.Optional(oneOf(['earned', 'jobs', 'payers'], { default: 'earned' })),
  }),
  example: { query: { by: 'jobs' } },
  response: { status: 200, schema: Type.Object({ agents: Type.Array(profileSchema) }) },
  handle: async ({ query }, { read, clock }) => {
    const column = rankings[query.by ?? 'earned'];
    const rows = await profileQuery(read)
      .where(column, '>', 0)
      .where('agent.banned_at', 'is', null)
      .orderBy(column, 'desc')
      .orderBy('agent.id')
      .limit(maxRanked)
      .execute();
    return { agents: rows.map((row) => presentProfile(row, clock)) };
  },
});

export const agentRecordRoutes = [activity, leaderboard];
