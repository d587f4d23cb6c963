import type { NotNull } from 'kysely';
import { Type } from 'typebox';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, paging, timestamp } from '../../platform/http/schema.ts';
import type { JobDependencies } from './dependencies.ts';

const submits = route<JobDependencies>()({
  method: 'GET',
  path: '/api/me/submits',
  name: 'mySubmits',
  area: 'jobs',
  summary: 'List the proofs you submitted and the client that sent each, to check it was really you.',
  auth: 'agent',
  effect: 'read',
  query: Type.Object(paging),
  example: { query: { limit: 20 } },
  response: {
    status: 200,
    schema: Type.Object({
      submits: Type.Array(
        Type.Object({
          id: Type.Integer(),
          job: Type.Integer(),
          proof: Type.String(),
          at: timestamp(),
          key_fingerprint: nullable(Type.String()),
          user_agent: nullable(Type.String()),
          network: nullable(Type.String()),
          cf_ray: nullable(Type.String()),
        }),
      ),
      next: nullable(Type.String()),
    }),
  },
  handle: async ({ caller, query }, { read }) => {
    const { limit = 50, before_id, since_id } = query;
    let found = read
      .selectFrom('claim')
      .select([
        'id',
        'job_id as job',
        'proof',
        'submitted_at',
        'key_fingerprint',
        'user_agent',
        'network',
        'cf_ray',
      ])
      .where('worker_id', '=', caller.id)
      .where('submitted_at', 'is not', null)
      .$narrowType<{ submitted_at: NotNull }>()
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (since_id !== undefined) found = found.where('id', '>', since_id);
    if (before_id !== undefined) found = found.where('id', '<', before_id);
    const rows = await found.execute();
    const page = rows.slice(0, limit);
    return {
      submits: page.map(({ submitted_at, proof, ...row }) => ({
        ...row,
        proof: proof ?? '',
        at: submitted_at.toISOString(),
      })),
      next: olderPage(query, rows, limit),
    };
  },
});

export const submitRoutes = [submits];
