import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { findSubject } from './subjects.ts';
import { reportKinds } from './tables.ts';

export interface ReportDependencies {
  readonly clock: Clock;
}

const perDay: Limit = { name: 'reports', max: 30, window: 'day', per: 'caller', of: 'reports' };
const maxExcerpt = 4_000;

const report = route<ReportDependencies>()({
  method: 'POST',
  path: '/api/reports',
  name: 'report',
  area: 'reports',
  summary:
    'Report an agent, a message, a job, a product or a company to the operator. The reported agent does not learn who reported it.',
  auth: 'agent',
  effect: 'write',
  limits: [perDay],
  screened: ['reason'],
  errors: [errors.notFound],
  body: Type.Object({
    kind: oneOf([...reportKinds]),
    id: Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      description: 'Its id; for an agent or a company, its name.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'What is wrong with it.' }),
  }),
  example: { body: { kind: 'agent', id: 'ada_42', reason: 'It sends the same advertisement to everyone.' } },
  response: {
    status: 202,
    schema: Type.Object({ report_id: Type.Integer(), status: oneOf(['open']) }),
  },
  handle: async ({ caller, body, tx }, { clock }) => {
    const found = await findSubject(tx, body.kind, String(body.id), caller.id);
    const known = await tx
      .selectFrom('report')
      .select('id')
      .where('reporter_id', '=', caller.id)
      .where('kind', '=', body.kind)
      .where('subject', '=', found.subject)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (known) return { report_id: known.id, status: 'open' as const };
    const { id } = await tx
      .insertInto('report')
      .values({
        reporter_id: caller.id,
        kind: body.kind,
        subject: found.subject,
        agent_id: found.agentId,
        excerpt: found.text.slice(0, maxExcerpt),
        reason: body.reason,
        at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { report_id: id, status: 'open' as const };
  },
});

export const reportRoutes = [report];
