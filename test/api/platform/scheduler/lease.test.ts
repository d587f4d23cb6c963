import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { LeaseLost, type Task } from '../../../../src/platform/scheduler/task-kind.ts';
import {
  defineTaskKind,
  openSchedulerFixture,
  recordEffect,
  type SchedulerFixture,
} from '../../../fixtures/platform/scheduler/scheduler-fixture.ts';
import { until } from '../../../harness/until.ts';

let fixture: SchedulerFixture;
before(async () => {
  fixture = await openSchedulerFixture();
});
after(() => fixture.close());

const neverEnds = new Promise<never>(() => {});

/** What another process does with an expired lease, without the wait. */
async function takeOver(subject: string): Promise<void> {
  await fixture.database.transaction((tx) =>
    tx
      .updateTable('task')
      .set({ lease_token: sql`gen_random_uuid()` })
      .where('subject', '=', subject)
      .execute(),
  );
}

test('a run whose lease was taken over cannot commit, and is notified', async () => {
  const { database, clock } = fixture;
  let outcome: unknown;
  let reason: unknown;
  const kind = defineTaskKind(
    'overtaken',
    async (task) => {
      await takeOver(task.subject);
      const abortEvent = new Promise((resolve) => task.signal.addEventListener('abort', resolve));
      await abortEvent;
      reason = task.signal.reason;
      outcome = await database
        .transaction(async (tx) => {
          await recordEffect(tx, task);
          await task.finish(tx);
          return 'committed';
        })
        .catch((error: unknown) => error);
    },
    { leaseMs: 300 },
  );
  await fixture.schedule({ kind: 'overtaken', subject: 'late', dueAt: clock.now() });
  const scheduler = await fixture.scheduler([kind]);
  await until(() => outcome !== undefined, 'the run');
  await scheduler.stop(0);
  assert.ok(outcome instanceof LeaseLost);
  assert.ok(reason instanceof LeaseLost);
  assert.deepEqual(await fixture.effects(), []);
});

test('a lease is renewed for a run that is longer than it', async () => {
  const { clock } = fixture;
  let runs = 0;
  let aborted = false;
  const kind = defineTaskKind(
    'long',
    async (task) => {
      runs++;
      await sleep(4_000);
      aborted = task.signal.aborted;
    },
    { leaseMs: 3_000 },
  );
  await fixture.schedule({ kind: 'long', subject: 'render', dueAt: clock.now() });
  await fixture.scheduler([kind]);
  await fixture.scheduler([kind]);
  await until(async () => (await tasksOf('long')) === 0, 'the end of the run');
  assert.deepEqual({ runs, aborted }, { runs: 1, aborted: false });
});

test('a task of a dead process is taken over, and the death used an attempt', async () => {
  const { clock, database } = fixture;
  await fixture.schedule({ kind: 'orphan', subject: 'orphan', dueAt: clock.now() });
  await database.transaction((tx) =>
    sql`UPDATE task SET lease_token = gen_random_uuid(), lease_owner = 'dead', attempts = 1,
      lease_until = now() + interval '300 milliseconds' WHERE kind = 'orphan'`.execute(tx),
  );
  const attempts: number[] = [];
  await fixture.scheduler([defineTaskKind('orphan', async (task) => void attempts.push(task.attempt))]);
  await until(async () => (await tasksOf('orphan')) === 0, 'the orphan');
  assert.deepEqual(attempts, [2]);
});

test('a hanging run that ignores its signal loses its slot and its task', async () => {
  const { clock } = fixture;
  let first: Task | undefined;
  const kind = defineTaskKind(
    'hung',
    async (task) => {
      if (task.attempt > 1) return;
      first = task;
      await neverEnds;
    },
    { leaseMs: 300, maxRunMs: 50, concurrency: 1 },
  );
  await fixture.schedule({ kind: 'hung', subject: 'hung', dueAt: clock.now() });
  await fixture.scheduler([kind]);
  await until(async () => (await tasksOf('hung')) === 0, 'the second attempt');
  assert.match(String(first?.signal.reason), /longer than its kind allows/);
});

test('cancelling and rescheduling take the task away from its run', async () => {
  const { clock, database, queue } = fixture;
  const outcomes: unknown[] = [];
  const kind = defineTaskKind('withdrawn', async (task) => {
    await database.transaction(async (tx) => {
      const { kind, subject } = { kind: 'withdrawn', subject: task.subject };
      if (subject === 'cancel') await queue.cancel(tx, { kind, subject });
      else await queue.reschedule(tx, { kind, subject, dueAt: new Date(clock.now().getTime() + 60_000) });
    });
    await database
      .transaction(async (tx) => {
        await recordEffect(tx, task);
        await task.finish(tx);
      })
      .catch((error: unknown) => {
        outcomes.push(error);
        throw error;
      });
  });
  for (const subject of ['cancel', 'later'])
    await fixture.schedule({ kind: 'withdrawn', subject, dueAt: clock.now() });
  await fixture.scheduler([kind]);
  await until(() => outcomes.length === 2, 'both runs');
  assert.ok(outcomes.every((outcome) => outcome instanceof LeaseLost));
  assert.deepEqual(await fixture.effects(), []);
  const left = await database.read.selectFrom('task').selectAll().where('kind', '=', 'withdrawn').execute();
  assert.deepEqual(
    left.map((row) => [row.subject, row.attempts, row.lease_token, row.last_error]),
    [['later', 0, null, null]],
  );
});

test('a rolled-back and swallowed finish counts as a failure', async () => {
  const { clock, database } = fixture;
  let attempts = 0;
  const kind = defineTaskKind('quiet', async (task) => {
    attempts++;
    await database
      .transaction(async (tx) => {
        await recordEffect(tx, task);
        await task.finish(tx);
        if (task.attempt === 1) throw new Error('undone');
      })
      .catch(() => {});
  });
  await fixture.schedule({ kind: 'quiet', subject: 'quiet', dueAt: clock.now() });
  await fixture.scheduler([kind]);
  await until(async () => (await tasksOf('quiet')) === 0, 'the second attempt');
  assert.equal(attempts, 2);
  assert.equal((await fixture.effects()).length, 1);
});

async function tasksOf(kind: string): Promise<number> {
  const rows = await fixture.database.read.selectFrom('task').select('id').where('kind', '=', kind).execute();
  return rows.length;
}
