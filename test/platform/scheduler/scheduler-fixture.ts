import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../../src/platform/clock.ts';
import { type Database, openDatabase } from '../../../src/platform/db/database.ts';
import { migrate } from '../../../src/platform/db/migrations.ts';
import type { Tx } from '../../../src/platform/db/transaction.ts';
import type { EventBus } from '../../../src/platform/events/bus.ts';
import { LocalBus } from '../../../src/platform/events/local-bus.ts';
import { createLog } from '../../../src/platform/log.ts';
import { TaskQueue } from '../../../src/platform/scheduler/queue.ts';
import { Scheduler } from '../../../src/platform/scheduler/scheduler.ts';
import { schedulerMigrations, taskTraceMigrations } from '../../../src/platform/scheduler/tables.ts';
import type { Json, Task, TaskKind } from '../../../src/platform/scheduler/task-kind.ts';
import { freshDatabase } from '../../harness/database.ts';
import { until } from '../../harness/until.ts';

declare module '../../../src/platform/db/tables.ts' {
  interface Tables {
    effect: { subject: string; due_at: Date };
  }
}

/** No unique key: a duplicate must be visible, not refused. */
const effects = {
  name: 'effects',
  sql: 'CREATE TABLE effect (subject text NOT NULL, due_at timestamptz NOT NULL)',
};

class MovedClock implements Clock {
  #now: number;

  constructor(start = '2030-01-01T00:00:00Z') {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  move(ms: number): void {
    this.#now += ms;
  }
}

export interface SchedulerFixture {
  readonly url: string;
  readonly database: Database;
  readonly clock: MovedClock;
  readonly bus: LocalBus;
  readonly queue: TaskQueue;
  schedule(task: { kind: string; subject: string; dueAt: Date; payload?: Json }): Promise<void>;
  /** A started scheduler, as in a separate process; stopped with the fixture. */
  scheduler(
    kinds: TaskKind[],
    options?: { pollMs?: number; bus?: EventBus; clock?: Clock },
  ): Promise<Scheduler>;
  /** Resolves once schedulers have looked for due tasks again, twice. */
  untilPolled(): Promise<void>;
  /** Subject and ISO due time of every effect. */
  effects(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openSchedulerFixture(): Promise<SchedulerFixture> {
  const { url, drop, ...connection } = await freshDatabase({ empty: true });
  await migrate(connection, [...schedulerMigrations, ...taskTraceMigrations, effects]);
  const database = openDatabase(connection, { name: 'scheduler test', connections: 12, onLost: () => {} });
  const [clock, bus, log] = [new MovedClock(), new LocalBus(), createLog({ level: 'silent', pretty: false })];
  const queue = new TaskQueue({ bus, clock });
  const schedulers: Scheduler[] = [];
  const markers = new Set<string>();
  const marker = defineTaskKind('marker', async (task) => void markers.add(task.subject));
  return {
    url,
    database,
    clock,
    bus,
    queue,
    schedule: (task) => database.transaction((tx) => queue.schedule(tx, task)),
    scheduler: async (kinds, options = {}) => {
      const { read, transaction } = database;
      const scheduler = new Scheduler({
        read,
        transaction,
        clock,
        bus,
        log,
        kinds: [...kinds, marker],
        pollMs: 25,
        ...options,
      });
      schedulers.push(scheduler);
      await scheduler.start();
      return scheduler;
    },
    untilPolled: async () => {
      for (const _ of ['first', 'second']) {
        const subject = randomUUID();
        await database.transaction((tx) =>
          queue.schedule(tx, { kind: 'marker', subject, dueAt: clock.now() }),
        );
        await until(() => markers.has(subject), 'a poll');
      }
    },
    effects: async () => {
      const rows = await database.read
        .selectFrom('effect')
        .selectAll()
        .orderBy('subject')
        .orderBy('due_at')
        .execute();
      return rows.map((row) => `${row.subject} ${row.due_at.toISOString()}`);
    },
    close: async () => {
      await Promise.all(schedulers.map((scheduler) => scheduler.stop(0)));
      await database.close();
      await drop();
    },
  };
}

export async function recordEffect(tx: Tx, task: Task): Promise<void> {
  await tx.insertInto('effect').values({ subject: task.subject, due_at: task.dueAt }).execute();
}

/** A kind for a test to change one property of: short leases, immediate retry after a failure. */
export function defineTaskKind(kind: string, run: TaskKind['run'], rest: Partial<TaskKind> = {}): TaskKind {
  const backoff = { firstMs: 0, factor: 1, maxMs: 0 };
  return { kind, leaseMs: 5_000, maxAttempts: 3, backoff, concurrency: 4, run, ...rest };
}

export function tasksLeft({ database }: SchedulerFixture): Promise<number> {
  return database.read
    .selectFrom('task')
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
    .then((row) => row.n);
}
