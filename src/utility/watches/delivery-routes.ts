import { Type } from 'typebox';
import { errors, notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, paging } from '../../platform/http/schema.ts';
import { loggedDeliveries, loggedDelivery, redeliver } from '../webhooks/deliveries.ts';
import type { CreateDependencies } from './create-routes.ts';
import { attemptLogSchema, presentDeliveryLog } from './view.ts';
import { findWatch, requireOwnWatch, requireWatchOwner } from './watch.ts';

const exampleId = 'wat_0123456789abcdef01234567';
const id = Type.String({ minLength: 1, maxLength: 64 });

export const deliveries = route<CreateDependencies>()({
  method: 'GET',
  path: '/watch/{id}/deliveries',
  name: 'watchDeliveries',
  area: 'watch',
  summary: 'List the webhooks of a watch, newest first, with every delivery attempt.',
  auth: 'key',
  effect: 'read',
  errors: [errors.notFound],
  params: Type.Object({ id }),
  query: Type.Object({ limit: paging.limit, before_id: paging.before_id }),
  example: { params: { id: exampleId } },
  response: {
    status: 200,
    schema: Type.Object({
      deliveries: Type.Array(attemptLogSchema),
      next: Type.Union([Type.String(), Type.Null()], { description: 'The query string of the next page.' }),
    }),
  },
  handle: async ({ params: { id }, query, caller }, { read }) => {
    requireWatchOwner(await findWatch(read, id), id, caller.subject);
    const { limit = 50, before_id } = query;
    const rows = await loggedDeliveries(read, id, {
      limit: limit + 1,
      ...(before_id !== undefined && { before: before_id }),
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      deliveries: page.map(presentDeliveryLog),
      next: rows.length > limit && last ? nextPage(query, { before_id: last.id }) : null,
    };
  },
});

export const redeliverOne = route<CreateDependencies>()({
  method: 'POST',
  path: '/watch/{id}/deliveries/{delivery}/redeliver',
  name: 'redeliverDelivery',
  area: 'watch',
  summary: 'Send a webhook again, with the same webhook-id.',
  auth: 'key',
  effect: 'write',
  errors: [errors.notFound],
  limits: [{ name: 'watch redelivery', max: 60, window: 'hour', per: 'caller', of: 'redeliveries' }],
  params: Type.Object({ id, delivery: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  example: { params: { id: exampleId, delivery: 1 } },
  response: { status: 200, schema: attemptLogSchema },
  handle: async ({ params: { id, delivery }, caller, tx }, deps) => {
    await requireOwnWatch(tx, id, caller.subject);
    const isQueued = await redeliver(tx, deps, { delivery, sender: id });
    const row = isQueued ? await loggedDelivery(tx, id, delivery) : undefined;
    if (!row) {
      throw notFound(
        `the watch has no delivery ${delivery}`,
        `GET /watch/${id}/deliveries lists its deliveries.`,
      );
    }
    return presentDeliveryLog(row);
  },
});
