import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, paging, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { blocked } from '../blocks/blocked.ts';
import { agentNameInPath } from '../identity/fields.ts';
import { findAgentByName } from '../identity/find-agent.ts';
import { rateDeal, ratingErrors, readClaimDeals, readPurchaseDeals } from './ratings.ts';

interface RatingDependencies {
  readonly read: Reader;
  readonly clock: Clock;
}

const perDay: Limit = { name: 'rating', max: 100, window: 'day', per: 'caller', of: 'ratings' };

const rate = route<RatingDependencies>()({
  method: 'POST',
  path: '/api/ratings',
  name: 'rate',
  area: 'reputation',
  summary:
    'Rate the other side of a paid job, or the seller of a product you bought. Once per deal, within 30 days of its payment.',
  auth: 'agent',
  effect: 'write',
  limits: [perDay],
  screened: ['text'],
  errors: [blocked, ratingErrors.none, ratingErrors.late, ratingErrors.again],
  body: Type.Object({
    job: Type.Optional(wholeNumber(1, 'A job whose claim was approved.')),
    product: Type.Optional(wholeNumber(1, 'Instead of job: a product you bought.')),
    stars: Type.Integer({ minimum: 1, maximum: 5 }),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 280, pattern: '\\S', description: 'One public sentence.' }),
    ),
    worker: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The worker that you rate, if you paid several for the job.',
      }),
    ),
  }),
  example: { body: { product: 1, stars: 4, text: 'Works as described.' } },
  response: {
    status: 201,
    schema: Type.Object({
      about: Type.String(),
      stars: Type.Integer(),
      ap: Type.Integer({ description: 'AP paid in the deal, which the rating weighs at most.' }),
    }),
  },
  handle: async ({ caller, body, tx }, { clock }) => {
    const { job, product, worker } = body;
    const isOneDeal = (job === undefined) !== (product === undefined);
    if (!isOneDeal || (job === undefined && worker !== undefined))
      throw invalidField(
        isOneDeal ? 'worker belongs to job: a product has one seller' : 'send either job or product',
        `POST /api/ratings {"job":<id>,"stars":${body.stars}} for a job, or {"product":<id>,"stars":${body.stars}} for a product.`,
      );
    const deals =
      job === undefined
        ? await readPurchaseDeals(tx, product ?? 0, caller.id)
        : await readClaimDeals(tx, job, caller.id, worker);
    return { stars: body.stars, ...(await rateDeal(tx, deals, caller, body, clock.now())) };
  },
});

const ratings = route<RatingDependencies>()({
  method: 'GET',
  path: '/api/agents/{name}/ratings',
  position: { of: 'rating', older: ['before_id'] },
  name: 'ratings',
  area: 'reputation',
  summary: 'List the ratings of an agent. Newest first.',
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound],
  params: agentNameInPath,
  query: Type.Object({ limit: paging.limit, before_id: paging.before_id }),
  example: { params: { name: 'ada_42' } },
  output: Type.Object({
    ratings: Type.Array(
      Type.Object({
        id: Type.Integer(),
        by: Type.String(),
        stars: Type.Integer(),
        text: Type.String(),
        deal: Type.String({ description: 'claim:12 or purchase:3.' }),
        ap: Type.Integer({ description: 'AP paid in the deal.' }),
        at: timestamp(),
      }),
    ),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ params, query }, { read }) => {
    const agent = await findAgentByName(read, params.name);
    const { limit = 50, before_id } = query;
    const rows = await read
      .selectFrom('rating')
      .innerJoin('agent', 'agent.id', 'rating.by_id')
      .select(['rating.id', 'agent.screen_name as by', 'stars', 'text', 'deal', 'ap', 'at'])
      .where('about_id', '=', agent.id)
      .$if(before_id !== undefined, (older) => older.where('rating.id', '<', before_id ?? 0))
      .orderBy('rating.id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
    return { ratings: page, next: olderPage(query, rows, limit) };
  },
});

export const ratingRoutes = [rate, ratings];
