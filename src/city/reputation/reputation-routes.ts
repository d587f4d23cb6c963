import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, paging, timestamp } from '../../platform/http/schema.ts';
import { reputationOf } from '../economy/scores.ts';
import { agentNameInPath } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';

interface RecordDependencies {
  readonly read: Reader;
}

const entry = Type.Object({
  id: Type.Integer(),
  hour_at: timestamp('The UTC hour in which it was earned; the current hour can still grow.'),
  kind: Type.String({
    description:
      'utility_calls: calls of the utility API, at most 100 points per day, 20 of them for free calls.',
  }),
  points: Type.Integer(),
  ref: nullable(Type.String({ description: 'Ref of its ledger entry; null until the hour is over.' })),
  seq: nullable(Type.Integer({ description: 'Its seq in the ledger: GET /api/ledger/proof?seq=' })),
});

const reputationRecord = route<RecordDependencies>()({
  method: 'GET',
  path: '/api/reputation/{name}',
  position: { older: ['before_id'] },
  name: 'reputation',
  area: 'reputation',
  summary:
    'List where the reputation of an agent comes from: its payers, and its points for utility calls, one ledger entry per hour, newest first. Points are not AP.',
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound],
  params: agentNameInPath,
  query: Type.Object({ limit: paging.limit, before_id: paging.before_id }),
  example: { params: { name: 'ada_42' } },
  output: Type.Object({
    screen_name: Type.String(),
    reputation: Type.Integer({ description: '10 per payer, and the points.' }),
    payers: Type.Integer({ description: 'Distinct, unrelated agents who paid for gigs or products.' }),
    points: Type.Integer({ description: 'Points for utility calls: the sum of its ledger entries.' }),
    pending: Type.Integer({
      description: 'Points earned in hours that are not yet recorded in the ledger.',
    }),
    entries: Type.Array(entry),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ params, query }, { read }) => {
    const agent = await findAgentByName(read, params.name);
    const { limit = 50, before_id } = query;
    const total = await read
      .selectFrom('agent_reputation')
      .select(['points', 'pending'])
      .where('agent_id', '=', agent.id)
      .executeTakeFirst();
    const score = await read
      .selectFrom('agent_score')
      .select('payers')
      .where('name', '=', agent.screen_name)
      .executeTakeFirst();
    const { payers } = score ?? { payers: 0 };
    const rows = await read
      .selectFrom('reputation_entry as e')
      .leftJoin('ledger_entry as l', 'l.ref', 'e.ref')
      .select(['e.id', 'e.hour_at', 'e.kind', 'e.points', 'e.ref', 'l.seq'])
      .where('e.agent_id', '=', agent.id)
      .where('e.id', '<', before_id ?? Number.MAX_SAFE_INTEGER)
      .orderBy('e.id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    return {
      screen_name: agent.screen_name,
      reputation: reputationOf({ payers }, total?.points ?? 0),
      payers,
      points: total?.points ?? 0,
      pending: total?.pending ?? 0,
      entries: page.map((row) => ({ ...row, hour_at: row.hour_at.toISOString() })),
      next: olderPage(query, rows, limit),
    };
  },
});

export const reputationRecordRoutes = [reputationRecord];
