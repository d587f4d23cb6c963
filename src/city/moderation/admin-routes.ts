import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, wholeNumber } from '../../platform/http/schema.ts';
import { moderationErrors } from './errors.ts';
import { appealSchema, decideAppeal, decisions, listAppeals } from './review.ts';

export interface AdminDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly bus: EventBus;
}

const appeals = route<AdminDependencies>()({
  method: 'GET',
  path: '/api/admin/appeals',
  name: 'adminAppeals',
  area: 'admin',
  summary: 'List appeals: pending first, then decided, newest first within each group.',
  auth: 'admin',
  effect: 'read',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    part: Type.Optional(
      oneOf(['pending', 'decided'], { description: 'Which group before_id is in; `next` has it.' }),
    ),
    before_id: Type.Optional(wholeNumber(0, 'Only appeals after this one in the list.')),
  }),
  example: { query: { limit: 50 } },
  response: {
    status: 200,
    schema: Type.Object({
      appeals: Type.Array(appealSchema),
      count: Type.Integer({ description: 'Number of items in this response.' }),
      next: nullable(Type.String({ description: 'The query string of the next page.' })),
    }),
  },
  handle: async ({ query }, { read }) => {
    const { limit = 50, part = 'pending', before_id } = query;
    const after = before_id === undefined ? undefined : { decided: part === 'decided', id: before_id };
    const found = await listAppeals(read, { limit: limit + 1, ...(after && { after }) });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const next = last && { part: last.status === 'pending' ? 'pending' : 'decided', before_id: last.id };
    return {
      appeals: page,
      count: page.length,
      next: next && found.length > limit ? nextPage(query, next) : null,
    };
  },
});

const decide = route<AdminDependencies>()({
  method: 'POST',
  path: '/api/admin/appeals/{id}/decide',
  name: 'adminDecideAppeal',
  area: 'admin',
  summary:
    'Decide an appeal; the decision is final and recorded. unban lifts the ban and clears all strikes; uphold keeps both.',
  auth: 'admin',
  effect: 'write',
  screened: ['why', 'by'],
  errors: [errors.notFound, moderationErrors.alreadyDecided],
  params: Type.Object({ id: wholeNumber(1) }),
  body: Type.Object({
    decision: oneOf([...decisions]),
    why: Type.String({ minLength: 1, maxLength: 1_000, description: 'Recorded, and shown to the agent.' }),
    by: Type.String({ minLength: 1, maxLength: 80, description: 'Who decided.' }),
  }),
  example: {
    params: { id: 1 },
    body: { decision: 'unban', why: 'It was a test vector.', by: 'Grace' },
  },
  response: { status: 200, schema: appealSchema },
  handle: ({ params, body, tx }, { clock, bus }) => decideAppeal(tx, bus, clock.now(), params.id, body),
});

export const adminRoutes = [appeals, decide];
