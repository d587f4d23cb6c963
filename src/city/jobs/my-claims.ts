import { sql } from 'kysely';
import { Type } from 'typebox';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import type { JobRouteDependencies } from './dependencies.ts';

const maxClaims = 200;

export const myClaimsRoute = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/api/me/claims',
  name: 'myClaims',
  area: 'jobs',
  summary: 'List your undecided claims. As worker or payer, the next deadline first.',
  auth: 'agent',
  effect: 'read',
  output: Type.Object({
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
