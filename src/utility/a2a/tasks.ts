import { randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Migration } from '../../platform/db/migrations.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { every, type Kind } from '../../platform/scheduler/kind.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    a2a_task: { id: string; context_id: string; state: string; task: unknown; updated_at: Date };
  }
}

export const a2aMigrations: Migration[] = [
  {
    name: '0095 a2a tasks',
    sql: `CREATE TABLE a2a_task (
      id text PRIMARY KEY, context_id text NOT NULL, state text NOT NULL, task jsonb NOT NULL,
      updated_at timestamptz NOT NULL);
      CREATE INDEX a2a_task_age ON a2a_task (updated_at)`,
  },
];

const keptMs = 24 * 3_600_000;
export type TaskState = 'input-required' | 'completed' | 'canceled';

export interface A2aTask {
  readonly kind: 'task';
  readonly id: string;
  readonly contextId: string;
  readonly status: { state: TaskState; timestamp: string; message?: unknown };
  readonly history: unknown[];
  readonly artifacts?: unknown[];
}

/** Talks that need another word: kept for a day, for whoever knows the id. */
export class Tasks {
  readonly #parts: { readonly read: Reader; readonly transaction: Transact; readonly clock: Clock };

  constructor(parts: { readonly read: Reader; readonly transaction: Transact; readonly clock: Clock }) {
    this.#parts = parts;
  }

  begin(contextId: string, state: TaskState, about: { message?: unknown; history: unknown[] }): A2aTask {
    return this.#at(
      { kind: 'task', id: randomUUID(), contextId, history: about.history },
      state,
      about.message,
    );
  }

  /** The same task, further on. */
  move(
    task: A2aTask,
    state: TaskState,
    more: { message?: unknown; said?: unknown; artifact?: unknown } = {},
  ): A2aTask {
    const history = more.said === undefined ? task.history : [...task.history, more.said].slice(-50);
    const artifacts = more.artifact === undefined ? {} : { artifacts: [more.artifact] };
    return this.#at({ ...task, history, ...artifacts }, state, more.message);
  }

  #at(task: Omit<A2aTask, 'status'>, state: TaskState, message: unknown): A2aTask {
    const timestamp = this.#parts.clock.now().toISOString();
    return { ...task, status: { state, timestamp, ...(message !== undefined && { message }) } };
  }

  async keep(task: A2aTask): Promise<void> {
    const row = { state: task.status.state, task: JSON.stringify(task), updated_at: this.#parts.clock.now() };
    await this.#parts.transaction((tx) =>
      tx
        .insertInto('a2a_task')
        .values({ id: task.id, context_id: task.contextId, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute(),
    );
  }

  async find(id: string): Promise<A2aTask | undefined> {
    const row = await this.#parts.read
      .selectFrom('a2a_task')
      .select('task')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.task as A2aTask | undefined;
  }
}

export function a2aWork({
  transaction,
  clock,
}: {
  readonly transaction: Transact;
  readonly clock: Clock;
}): Kind {
  return every('forget old a2a tasks', 3_600_000, (task) =>
    transaction(async (tx) => {
      const before = new Date(clock.now().getTime() - keptMs);
      await tx.deleteFrom('a2a_task').where('updated_at', '<', before).execute();
      await task.finish(tx);
    }),
  );
}
