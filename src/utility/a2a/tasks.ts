import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { toStorable } from '../../platform/db/row-values.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { asRecord } from '../../platform/decode.ts';
import { dayMs } from '../../platform/duration.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';

type TaskState = 'input-required' | 'completed' | 'canceled';

export interface A2aTask {
  readonly kind: 'task';
  readonly id: string;
  readonly contextId: string;
  readonly status: { state: TaskState; timestamp: string; message?: unknown };
  readonly history: unknown[];
  readonly artifacts?: unknown[];
}

const retentionMs = dayMs;
/** At 64 KB per task, one network stores at most 3 MB and all networks together 640 MB. */
const maxTasksPerNetwork = 50;
const maxTasks = 10_000;

/** Cursor: the last task of a page. */
export interface TaskPosition {
  readonly at: Date;
  readonly id: string;
}

interface TaskListQuery {
  readonly contextId: string;
  readonly network: string;
  readonly state: string | undefined;
  readonly since: Date | undefined;
  readonly after: TaskPosition | undefined;
  readonly limit: number;
}

interface TaskDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
}

/**
 * Conversations waiting for another message. They are stored for one day and readable by anyone who knows the
 * id.
 */
export class Tasks {
  readonly #deps: TaskDependencies;

  constructor(deps: TaskDependencies) {
    this.#deps = deps;
  }

  begin(contextId: string, state: TaskState, about: { message?: unknown; history: unknown[] }): A2aTask {
    return this.#at(
      { kind: 'task', id: randomUUID(), contextId, history: about.history },
      state,
      about.message,
    );
  }

  /** The same task in its next state. */
  transition(
    task: A2aTask,
    state: TaskState,
    more: { message?: unknown; received?: unknown; artifact?: unknown } = {},
  ): A2aTask {
    const history = more.received === undefined ? task.history : [...task.history, more.received];
    const artifacts = more.artifact === undefined ? {} : { artifacts: [more.artifact] };
    return this.#at({ ...task, history, ...artifacts }, state, more.message);
  }

  #at(task: Omit<A2aTask, 'status'>, state: TaskState, message: unknown): A2aTask {
    const timestamp = this.#deps.clock.now().toISOString();
    return { ...task, status: { state, timestamp, ...(message !== undefined && { message }) } };
  }

  /**
   * Stores the task within its size limit; a network's oldest tasks are removed to make room for new ones.
   */
  async save(task: A2aTask, network: string): Promise<void> {
    const row = {
      state: task.status.state,
      task: JSON.stringify(toStorable(fitTask(task))),
      updated_at: new Date(task.status.timestamp),
    };
    await this.#deps.transaction(async (tx) => {
      await tx
        .insertInto('a2a_task')
        .values({ id: task.id, context_id: task.contextId, network, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      await sql`DELETE FROM a2a_task WHERE id IN (
        SELECT id FROM a2a_task WHERE network = ${network} ORDER BY updated_at DESC, (id = ${task.id}) DESC
        OFFSET ${maxTasksPerNetwork})`.execute(tx);
    });
  }

  async find(id: string): Promise<A2aTask | undefined> {
    const row = await this.#deps.read
      .selectFrom('a2a_task')
      .select('task')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.task as A2aTask | undefined;
  }

  /** The tasks of a context that one network started, most recently changed first. */
  async list(
    query: TaskListQuery,
  ): Promise<{ found: A2aTask[]; next: TaskPosition | undefined; total: number }> {
    const { contextId, network, state, since, after, limit } = query;
    let matching = this.#deps.read
      .selectFrom('a2a_task')
      .where('network', '=', network)
      .where('context_id', '=', contextId);
    if (state !== undefined) matching = matching.where('state', '=', state);
    if (since) matching = matching.where('updated_at', '>=', since);
    const { total } = await matching
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    if (after) matching = matching.where(sql<boolean>`(updated_at, id) < (${after.at}, ${after.id})`);
    const rows = await matching
      .select(['id', 'task', 'updated_at'])
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      found: page.map(({ task }) => task as A2aTask),
      next: last && { at: last.updated_at, id: last.id },
      total: Number(total),
    };
  }
}

export function a2aWork({ transaction, clock }: Pick<TaskDependencies, 'transaction' | 'clock'>): TaskKind {
  return recurringTask('prune a2a tasks', 600_000, (task) =>
    transaction(async (tx) => {
      const before = new Date(clock.now().getTime() - retentionMs);
      await tx.deleteFrom('a2a_task').where('updated_at', '<', before).execute();
      await sql`DELETE FROM a2a_task WHERE id IN (
        SELECT id FROM a2a_task ORDER BY updated_at DESC OFFSET ${maxTasks})`.execute(tx);
      await task.finish(tx);
    }),
  );
}

/** Maximum JSON size of one message, and of one stored task. */
export const maxMessageBytes = 65_536;
const maxTaskBytes = 65_536;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Trims a task for storage: drops its oldest messages until it fits, and a result that is too large, which
 * the caller has already received in the response.
 */
function fitTask(task: A2aTask): A2aTask {
  const artifacts = task.artifacts?.map((artifact) =>
    jsonBytes(artifact) > maxTaskBytes / 2 ? withoutResult(artifact) : artifact,
  );
  const bare = { ...task, history: [], ...(artifacts && { artifacts }) };
  let left = maxTaskBytes - jsonBytes(bare);
  const history: unknown[] = [];
  for (const message of task.history.toReversed()) {
    left -= jsonBytes(message) + 1;
    if (left < 0) break;
    history.unshift(message);
  }
  return { ...bare, history };
}

function withoutResult(artifact: unknown): unknown {
  const text = 'The result was too large to keep. Send the message again to compute it.';
  return { ...asRecord(artifact), parts: [{ kind: 'text', text }] };
}
