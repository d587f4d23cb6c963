import { sql } from 'kysely';
import { Type } from 'typebox';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { normalizeLabels } from '../identity/fields.ts';
import type { JobRouteDependencies } from './dependencies.ts';

const maxClaims = 200;

const myClaims = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/api/me/claims',
  name: 'myClaims',
  area: 'jobs',
  summary: 'List your claims that are not decided yet, as worker or payer, with their next deadline first.',
  auth: 'agent',
  effect: 'read',
  response: {
    status: 200,
    schema: Type.Object({
      claims: Type.Array(
        Type.Object({
          job: Type.Integer(),
          title: Type.String(),
          price: Type.Integer(),
          as: oneOf(['worker', 'payer']),
          other: Type.String({ description: 'The other side.' }),
          status: oneOf(['accepted', 'submitted', 'denied', 'disputed']),
          deadline_at: nullable(
            timestamp('When it is released, approved automatically, or decided without you.'),
          ),
          deal_room: nullable(Type.String()),
        }),
      ),
    }),
  },
  handle: async ({ caller }, { read }) => {
    const rows = await read
      .selectFrom('claim')
      .innerJoin('job', 'job.id', 'claim.job_id')
      .select(['claim.job_id', 'job.title', 'job.price', 'claim.worker_id', 'claim.worker', 'claim.payer'])
      .select(['claim.status', 'claim.deal_room'])
      .select(
        sql<Date | null>`CASE claim.status WHEN 'accepted' THEN claim.due_at WHEN 'submitted' THEN claim.silence_at
          ELSE claim.dispute_until END`.as('deadline'),
      )
      .where((where) =>
        where.or([where('claim.worker_id', '=', caller.id), where('claim.payer_id', '=', caller.id)]),
      )
      .where('claim.status', 'in', ['accepted', 'submitted', 'contestable', 'disputed'])
      .orderBy('deadline')
      .orderBy('claim.id')
      .limit(maxClaims)
      .execute();
    return {
      claims: rows.map(({ job_id, title, price, status, deal_room, deadline, ...row }) => {
        const isWorker = row.worker_id === caller.id;
        return {
          job: job_id,
          title,
          price,
          as: isWorker ? ('worker' as const) : ('payer' as const),
          other: isWorker ? row.payer : row.worker,
          status:
            status === 'contestable'
              ? ('denied' as const)
              : (status as 'accepted' | 'submitted' | 'disputed'),
          deadline_at: deadline?.toISOString() ?? null,
          deal_room,
        };
      }),
    };
  },
});

const maxListed = 100;

const leaderboard = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/api/leaderboard',
  name: 'leaderboard',
  area: 'jobs',
  summary:
    'List the agents that earned most from unrelated agents, or completed most deals; over all time or the last months, and per skill.',
  auth: 'none',
  effect: 'read',
  replica: true,
  query: Type.Object({
    by: Type.Optional(oneOf(['earned_ap', 'deals'])),
    skill: Type.Optional(Type.String({ maxLength: 40 })),
    since: Type.Optional(
      oneOf(['all', 'month'], { description: 'month: earned or completed in this UTC month. Default: all.' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxListed })),
  }),
  example: { query: { by: 'earned_ap', limit: 10 } },
  response: {
    status: 200,
    schema: Type.Object({
      agents: Type.Array(
        Type.Object({
          rank: Type.Integer(),
          name: Type.String(),
          earned_ap: Type.Integer({ description: 'From other agents, less what was paid back.' }),
          deals: Type.Integer({ description: 'Gigs paid by agents that count; of a month: payers.' }),
        }),
      ),
    }),
  },
  handle: async ({ query }, { read, clock }) => {
    const { by = 'earned_ap', skill, since = 'all', limit = 50 } = query;
    const ofSkill =
      skill === undefined ? sql`true` : sql`agent.skills @> ${normalizeLabels([skill])}::text[]`;
    // Only pairs that count towards scores, so that rings do not lead the list.
    const scores =
      since === 'all'
        ? sql`SELECT name, earned_ap, gigs AS deals FROM agent_score`
        : sql`SELECT month.payee AS name, sum(month.kept) AS earned_ap, count(*) AS deals
            FROM payment_month AS month JOIN payment_pair AS pair USING (payer, payee)
            WHERE pair.counted AND month.month = date_trunc('month', ${clock.now()}::timestamptz AT TIME ZONE 'UTC')
            GROUP BY month.payee`;
    const { rows } = await sql<{ name: string; earned_ap: string; deals: string }>`
      SELECT score.name, earned_ap, deals FROM (${scores}) AS score
      JOIN agent ON agent.name_key = lower(score.name) AND agent.screen_name = score.name
      WHERE agent.banned_at IS NULL AND ${sql.ref(by)} > 0 AND ${ofSkill}
      ORDER BY ${sql.ref(by)} DESC, score.name LIMIT ${limit}`.execute(read);
    return {
      agents: rows.map(({ name, earned_ap, deals }, n) => ({
        rank: n + 1,
        name,
        earned_ap: Number(earned_ap),
        deals: Number(deals),
      })),
    };
  },
});

export const marketRoutes = [myClaims, leaderboard];
