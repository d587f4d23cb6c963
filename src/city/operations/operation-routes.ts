import { Type } from 'typebox';
import { toUsd } from '../../payments/currency.ts';
import { paymentsInDoubt } from '../../payments/records.ts';
import type { Reader } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, timestamp, wholeNumber } from '../../platform/http/schema.ts';
import { failedTasks } from '../../platform/scheduler/task-counts.ts';
import { type Operations, storageSchema, versionsSchema } from './operations.ts';

export interface OperationDependencies {
  readonly read: Reader;
  readonly operations: Operations;
}

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 }));
const next = nullable(Type.String({ description: 'The query string of the next page.' }));
const beforeId = Type.Optional(wholeNumber(0, 'Only entries after this id in the list; `next` has it.'));
const seenAt = (description: string) => Type.Optional(timestamp(description));
const example = { query: { limit: 50 } };
const common = { area: 'admin', auth: 'admin', method: 'GET', effect: 'read' } as const;
const toIsoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

const payments = route<OperationDependencies>()({
  ...common,
  path: '/api/admin/payments',
  position: { older: ['after_at', 'after_id'] },
  name: 'adminPayments',
  summary:
    'List payments in doubt, oldest first: sent with no known outcome, or settled with nothing delivered yet.',
  query: Type.Object({
    limit,
    after_at: seenAt('Only newer entries; sent with after_id, and `next` has both.'),
    after_id: Type.Optional(
      Type.String({ pattern: '^([0-9a-f]{2}){1,64}$', 'x-rule': 'the value of next of the page before' }),
    ),
  }),
  example,
  output: Type.Object({
    payments: Type.Array(
      Type.Object({
        id: Type.String(),
        state: oneOf(['settling', 'settled']),
        route: Type.String(),
        usd: Type.String(),
        payer: nullable(Type.String()),
        transaction: nullable(Type.String()),
        created_at: timestamp(),
        settled_at: nullable(timestamp()),
      }),
    ),
    next,
  }),
  handle: async ({ query }, { read }) => {
    const { limit: most = 50, after_at, after_id } = query;
    const after =
      after_at && after_id ? { at: new Date(after_at), id: Buffer.from(after_id, 'hex') } : undefined;
    const found = await paymentsInDoubt(read, most + 1, after);
    const page = found.slice(0, most).map(({ id, state, amount, ...row }) => ({
      ...row,
      id: id.toString('hex'),
      state: state === 'settled' ? ('settled' as const) : ('settling' as const),
      usd: toUsd(amount),
      created_at: row.created_at.toISOString(),
      settled_at: toIsoOrNull(row.settled_at),
    }));
    const last = found.length > most && page.at(-1);
    return {
      payments: page,
      next: last ? nextPage(query, { after_at: last.created_at, after_id: last.id }) : null,
    };
  },
});

const deliveries = route<OperationDependencies>()({
  ...common,
  path: '/api/admin/deliveries',
  position: { of: 'webhook_delivery', older: ['before_id'] },
  name: 'adminDeliveries',
  summary: 'List webhooks that were given up, newest first.',
  query: Type.Object({ limit, before_id: beforeId }),
  example,
  output: Type.Object({
    deliveries: Type.Array(
      Type.Object({
        message_id: Type.String(),
        owner: Type.String(),
        url: Type.String(),
        type: Type.String(),
        attempts: Type.Integer(),
        last_status: nullable(Type.Integer()),
        last_error: nullable(Type.String()),
        last_at: nullable(timestamp()),
        created_at: timestamp(),
      }),
    ),
    next,
  }),
  handle: async ({ query }, { operations }) => {
    const { limit: most = 50, before_id } = query;
    const found = await operations.failedDeliveries(most + 1, before_id);
    const page = found.slice(0, most);
    const last = found.length > most && page.at(-1);
    return {
      deliveries: page.map(({ id: _, ...row }) => ({
        ...row,
        last_at: toIsoOrNull(row.last_at),
        created_at: row.created_at.toISOString(),
      })),
      next: last ? nextPage(query, { before_id: last.id }) : null,
    };
  },
});

const tasks = route<OperationDependencies>()({
  ...common,
  path: '/api/admin/tasks',
  position: { older: ['before_at', 'before_id'] },
  name: 'adminTasks',
  summary: 'List scheduled tasks that were given up, newest first.',
  query: Type.Object({
    limit,
    before_at: seenAt('Only what failed earlier; goes with before_id, and `next` has both.'),
    before_id: beforeId,
  }),
  example,
  output: Type.Object({
    tasks: Type.Array(
      Type.Object({
        kind: Type.String(),
        subject: Type.String(),
        due_at: timestamp(),
        failed_at: timestamp(),
        attempts: Type.Integer(),
        last_error: nullable(Type.String()),
      }),
    ),
    next,
  }),
  handle: async ({ query }, { read }) => {
    const { limit: most = 50, before_at, before_id } = query;
    const after =
      before_at && before_id !== undefined ? { at: new Date(before_at), id: before_id } : undefined;
    const found = await failedTasks(read, { limit: most + 1, after });
    const page = found.slice(0, most);
    const last = found.length > most && page.at(-1);
    return {
      tasks: page.map(({ id: _, ...row }) => ({
        ...row,
        due_at: row.due_at.toISOString(),
        failed_at: row.failed_at.toISOString(),
      })),
      next: last ? nextPage(query, { before_at: last.failed_at.toISOString(), before_id: last.id }) : null,
    };
  },
});

const system = route<OperationDependencies>()({
  ...common,
  path: '/api/admin/system',
  name: 'adminSystem',
  summary: 'Get the versions of the server and its components, and storage use.',
  output: Type.Object({ versions: versionsSchema, storage: storageSchema }),
  handle: async (_, { operations }) => {
    const [versions, storage] = await Promise.all([operations.versions(), operations.storage()]);
    return { versions, storage };
  },
});

export const operationRoutes = [payments, deliveries, tasks, system];
