import { Type } from 'typebox';
import { exactlyOne, isInIdRange } from '../../platform/db/row-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, olderPage, paging } from '../../platform/http/schema.ts';
import { nextDueAfter, scheduleFor } from '../../platform/scheduler/task-kind.ts';
import {
  deleteDeliveries,
  enqueue,
  loggedDeliveries,
  loggedDelivery,
  redeliver,
} from '../webhooks/deliveries.ts';
import { checkKind } from './check-tasks.ts';
import { type CreateDependencies, createWatch } from './create-routes.ts';
import {
  attemptLogSchema,
  changeSchema,
  deliveryLog,
  loggedDeliverySchema,
  presentChanges,
  presentDeliveryLog,
  presentWatch,
  watchSchema,
} from './view.ts';
import { findWatch, kindOf, requireOwnWatch, requireWatchOwner } from './watch.ts';

const minManualCheckMs = 60_000;
const maxListed = 100;
const noNotify = errorKind(
  'no_notify',
  409,
  'The watch has no notify address, so there is nothing to send to.',
);
const exampleId = 'wat_0123456789abcdef01234567';
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const common = { area: 'watch', auth: 'key', example: { params: { id: exampleId } }, params } as const;

const list = route<CreateDependencies>()({
  ...common,
  method: 'GET',
  path: '/watch',
  name: 'watches',
  summary: 'List your watches, newest first.',
  effect: 'read',
  params: undefined,
  example: undefined,
  output: Type.Object({ watches: Type.Array(Type.Object(watchSchema)), count: Type.Integer() }),
  handle: async ({ caller }, { read, kinds }) => {
    const rows = await read
      .selectFrom('watch')
      .selectAll()
      .where('owner', '=', caller.subject)
      .orderBy('created_at', 'desc')
      .limit(maxListed)
      .execute();
    return { watches: rows.map((row) => presentWatch(row, kinds)), count: rows.length };
  },
});

const show = route<CreateDependencies>()({
  ...common,
  method: 'GET',
  path: '/watch/{id}',
  position: { of: 'watch_change', older: ['before_id'] },
  name: 'watch',
  summary: 'Get a watch: its first and latest reading, its changes newest first, and its latest webhooks.',
  effect: 'read',
  errors: [errors.notFound],
  query: Type.Object(paging),
  output: Type.Object({
    ...watchSchema,
    changes: Type.Array(changeSchema),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
    deliveries: Type.Array(loggedDeliverySchema, { description: 'The latest webhooks, including tests.' }),
  }),
  handle: async ({ params: { id }, query, caller }, { read, kinds }) => {
    const { limit = 50 } = query;
    const rows = await read
      .selectFrom('watch_change')
      .select(['id', 'at', 'summary', 'reason', 'before', 'after'])
      .where('watch_id', '=', id)
      .where(isInIdRange('id', query))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    // Read after them, so that its latest reading is not older than its changes.
    const watch = requireWatchOwner(await findWatch(read, id), id, caller.subject);
    const page = rows.slice(0, limit);
    return {
      ...presentWatch(watch, kinds),
      changes: await presentChanges(read, page),
      next: olderPage(query, rows, limit),
      deliveries: await deliveryLog(read, id),
    };
  },
});

const remove = route<CreateDependencies>()({
  ...common,
  method: 'DELETE',
  path: '/watch/{id}',
  name: 'deleteWatch',
  summary: 'Delete a watch with its history; no more webhooks are sent.',
  effect: 'write',
  errors: [errors.notFound],
  output: Type.Object({ watch_id: Type.String(), deleted: Type.Boolean() }),
  handle: async ({ params: { id }, caller, tx }, { tasks }) => {
    await requireOwnWatch(tx, id, caller.subject);
    await tasks.cancel(tx, { kind: checkKind, subject: id });
    await deleteDeliveries(tx, id);
    await tx.deleteFrom('watch').where('id', '=', id).execute();
    return { watch_id: id, deleted: true };
  },
});

const check = route<CreateDependencies>()({
  ...common,
  method: 'POST',
  path: '/watch/{id}/check',
  name: 'checkWatch',
  summary:
    'Check a watch now, at most once per minute; a paused watch resumes. A change is reported after a second check a few seconds later.',
  effect: 'write',
  errors: [errors.notFound, errors.overLimit],
  output: Type.Object(watchSchema),
  handle: async ({ params: { id }, caller, tx }, { tasks, clock, kinds }) => {
    const watch = await requireOwnWatch(tx, id, caller.subject);
    const now = clock.now();
    const waitMs = (watch.asked_at?.getTime() ?? 0) + minManualCheckMs - now.getTime();
    if (waitMs > 0) throw tooSoon(Math.ceil(waitMs / 1_000), id);
    const status = watch.status === 'paused' ? 'active' : watch.status;
    const next = { status, asked_at: now, next_check_at: now };
    await tx.updateTable('watch').set(next).where('id', '=', id).execute();
    await tasks.schedule(tx, { kind: checkKind, subject: id, dueAt: now });
    return presentWatch({ ...watch, ...next }, kinds);
  },
});

function tooSoon(seconds: number, id: string): Refusal {
  return new Refusal(
    errors.overLimit,
    'a watch is checked at most once per minute on request',
    `Retry in ${seconds} s; GET /watch/${id} shows its state.`,
    { 'retry-after': String(seconds) },
  );
}

const test = route<CreateDependencies>()({
  ...common,
  method: 'POST',
  path: '/watch/{id}/test',
  name: 'testWatch',
  summary: 'Send a webhook of type watch.test to the notify URL, signed like any other.',
  effect: 'write',
  errors: [errors.notFound, noNotify],
  limits: [{ name: 'watch test', max: 60, window: 'hour', per: 'caller', of: 'test webhooks' }],
  output: Type.Object({ watch_id: Type.String(), webhook_id: Type.String() }),
  handle: async ({ params: { id }, caller, tx }, deps) => {
    const watch = await requireOwnWatch(tx, id, caller.subject);
    if (watch.notify === null) throw noReceiver(id);
    const { kind, target, notify: url, secret, owner } = watch;
    const reading = deps.kinds[kindOf(watch)].present(watch.current);
    const summary = 'a test: nothing changed';
    const data = { watch_id: id, kind, target, summary, reason: 'test', before: reading, after: reading };
    const at = deps.clock.now();
    const message = { owner, url, sender: id, changeId: null, type: 'watch.test', secret, at, data };
    return { watch_id: id, webhook_id: await enqueue(tx, deps, message) };
  },
});

const sendAgain = route<CreateDependencies>()({
  ...common,
  method: 'POST',
  path: '/watch/{id}/changes/{change}/redeliver',
  name: 'redeliverChange',
  summary: 'Send the webhook of a change again, with the same webhook-id.',
  effect: 'write',
  errors: [errors.notFound, noNotify],
  limits: [{ name: 'watch redelivery', max: 60, window: 'hour', per: 'caller', of: 'redeliveries' }],
  params: Type.Object({
    ...params.properties,
    change: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  }),
  example: { params: { id: exampleId, change: 1 } },
  output: changeSchema,
  handle: async ({ params: { id, change }, caller, tx }, deps) => {
    await requireOwnWatch(tx, id, caller.subject);
    const row = await findChange(tx, id, change);
    if (!row) {
      throw new Refusal(
        errors.notFound,
        `the watch has no change ${change}`,
        `GET /watch/${id} lists its changes.`,
      );
    }
    if (!(await redeliver(tx, deps, { change }))) throw noReceiver(id);
    return exactlyOne(await presentChanges(tx, [row]));
  },
});

const findChange = (tx: Tx, watchId: string, change: number) =>
  tx
    .selectFrom('watch_change')
    .select(['id', 'at', 'summary', 'reason', 'before', 'after'])
    .where('id', '=', change)
    .where('watch_id', '=', watchId)
    .executeTakeFirst();

function noReceiver(id: string): Refusal {
  return new Refusal(
    noNotify,
    'this watch has no notify URL',
    `GET /watch/${id} shows its changes; POST /watch with "notify" creates a watch that sends them.`,
  );
}

const toggling = {
  area: 'watch',
  auth: 'key',
  method: 'POST',
  effect: 'write',
  errors: [errors.notFound],
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  example: { params: { id: 'wat_0123456789abcdef01234567' } },
  output: Type.Object(watchSchema),
} as const;

const pause = route<CreateDependencies>()({
  ...toggling,
  path: '/watch/{id}/pause',
  name: 'pauseWatch',
  summary: 'Pause a watch: it is not checked until it is resumed.',
  handle: async ({ params: { id }, caller, tx }, { tasks, kinds }) => {
    const watch = await requireOwnWatch(tx, id, caller.subject);
    const next = { status: 'paused', next_check_at: null };
    await tx.updateTable('watch').set(next).where('id', '=', id).execute();
    await tasks.cancel(tx, { kind: checkKind, subject: id });
    return presentWatch({ ...watch, ...next }, kinds);
  },
});

const resume = route<CreateDependencies>()({
  ...toggling,
  path: '/watch/{id}/resume',
  name: 'resumeWatch',
  summary: 'Resume a paused watch from its next due time; changes made in between are reported then.',
  handle: async ({ params: { id }, caller, tx }, { tasks, kinds, clock, watchIntervalMs }) => {
    const watch = await requireOwnWatch(tx, id, caller.subject);
    if (watch.status !== 'paused') return presentWatch(watch, kinds);
    const dueAt = nextDueAfter(scheduleFor(id, watchIntervalMs), clock.now());
    const next = { status: 'active', next_check_at: dueAt };
    await tx.updateTable('watch').set(next).where('id', '=', id).execute();
    await tasks.schedule(tx, { kind: checkKind, subject: id, dueAt });
    return presentWatch({ ...watch, ...next }, kinds);
  },
});

const id = Type.String({ minLength: 1, maxLength: 64 });

const deliveries = route<CreateDependencies>()({
  method: 'GET',
  path: '/watch/{id}/deliveries',
  position: { of: 'webhook_delivery', older: ['before_id'] },
  name: 'watchDeliveries',
  area: 'watch',
  summary: 'List the webhooks of a watch, newest first, with every delivery attempt.',
  auth: 'key',
  effect: 'read',
  errors: [errors.notFound],
  params: Type.Object({ id }),
  query: Type.Object({ limit: paging.limit, before_id: paging.before_id }),
  example: { params: { id: exampleId } },
  output: Type.Object({
    deliveries: Type.Array(attemptLogSchema),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
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

const redeliverOne = route<CreateDependencies>()({
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
  output: attemptLogSchema,
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

export const watchRoutes = [
  createWatch,
  list,
  show,
  remove,
  check,
  test,
  sendAgain,
  pause,
  resume,
  deliveries,
  redeliverOne,
];
