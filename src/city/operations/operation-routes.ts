import { Type } from 'typebox';
import { paymentsInDoubt } from '../../payments/in-doubt.ts';
import { usdOf } from '../../payments/usdc.ts';
import type { Reader } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { failedTasks } from '../../platform/scheduler/counts.ts';
import type { Operations } from './operations.ts';

export interface OperationParts {
  readonly read: Reader;
  readonly operations: Operations;
}

const query = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })) });
const example = { query: { limit: 50 } };
const common = { area: 'admin', auth: 'admin', method: 'GET', effect: 'read' } as const;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const payments = route<OperationParts>()({
  ...common,
  path: '/api/admin/payments',
  name: 'adminPayments',
  does: 'Payments in doubt, the oldest first: sent with no known outcome, or settled with nothing delivered yet.',
  query,
  example,
  answer: {
    status: 200,
    schema: Type.Object({
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
    }),
  },
  handle: async ({ query: { limit = 50 } }, { read }) => ({
    payments: (await paymentsInDoubt(read, limit)).map(({ id, state, amount, ...row }) => ({
      ...row,
      id: id.toString('hex'),
      state: state === 'settled' ? ('settled' as const) : ('settling' as const),
      usd: usdOf(amount),
      created_at: row.created_at.toISOString(),
      settled_at: iso(row.settled_at),
    })),
  }),
});

const deliveries = route<OperationParts>()({
  ...common,
  path: '/api/admin/deliveries',
  name: 'adminDeliveries',
  does: 'Webhooks that were given up, the newest first.',
  query,
  example,
  answer: {
    status: 200,
    schema: Type.Object({
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
    }),
  },
  handle: async ({ query: { limit = 50 } }, { operations }) => ({
    deliveries: (await operations.failedDeliveries(limit)).map((row) => ({
      ...row,
      last_at: iso(row.last_at),
      created_at: row.created_at.toISOString(),
    })),
  }),
});

const tasks = route<OperationParts>()({
  ...common,
  path: '/api/admin/tasks',
  name: 'adminTasks',
  does: 'Scheduled tasks that were given up, the newest first.',
  query,
  example,
  answer: {
    status: 200,
    schema: Type.Object({
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
    }),
  },
  handle: async ({ query: { limit = 50 } }, { read }) => ({
    tasks: (await failedTasks(read, limit)).map((row) => ({
      ...row,
      due_at: row.due_at.toISOString(),
      failed_at: row.failed_at.toISOString(),
    })),
  }),
});

const bytes = (description: string) => Type.Integer({ description });

const system = route<OperationParts>()({
  ...common,
  path: '/api/admin/system',
  name: 'adminSystem',
  does: 'Versions of the server and its parts, and what is stored.',
  answer: {
    status: 200,
    schema: Type.Object({
      versions: Type.Object({
        kith: Type.String(),
        node: Type.String(),
        postgres: Type.String(),
        schema: Type.String({ description: 'The migration that was applied last.' }),
        platform: Type.String(),
      }),
      storage: Type.Object({
        database: bytes('Bytes of the whole database.'),
        tables: Type.Array(
          Type.Object({
            name: Type.String(),
            bytes: bytes('With its indexes.'),
            rows: Type.Integer({ description: 'As the planner estimates it.' }),
          }),
          { description: 'The largest tables.' },
        ),
        files: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer(), bytes: Type.Integer() })),
        free: nullable(
          bytes('Bytes free on the disk of the data directory; null where files are in a bucket.'),
        ),
      }),
    }),
  },
  handle: async (_, { operations }) => {
    const [versions, storage] = await Promise.all([operations.versions(), operations.storage()]);
    return { versions, storage: { ...storage, tables: [...storage.tables], files: [...storage.files] } };
  },
});

export const operationRoutes = [payments, deliveries, tasks, system];
