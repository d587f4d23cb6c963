import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { failedTasks } from '../../../../src/platform/scheduler/task-counts.ts';
import { backoffMs, patientBackoff } from '../../../../src/platform/scheduler/task-kind.ts';
import {
  defineTaskKind,
  openSchedulerFixture,
  type SchedulerFixture,
} from '../../../fixtures/platform/scheduler/scheduler-fixture.ts';
import { until } from '../../../harness/until.ts';

let fixture: SchedulerFixture;
before(async () => {
  fixture = await openSchedulerFixture();
});
after(() => fixture.close());

test('back-off grows with jitter up to its limit', () => {
  for (let attempt = 1; attempt <= 12; attempt++) {
    const full = Math.min(
      patientBackoff.maxMs,
      patientBackoff.firstMs * patientBackoff.factor ** (attempt - 1),
    );
    assert.equal(backoffMs(patientBackoff, attempt, 0), Math.round(full / 2));
    assert.equal(backoffMs(patientBackoff, attempt, 1), full);
  }
  assert.equal(backoffMs(patientBackoff, 10_000, 1), patientBackoff.maxMs);
});

test('a failure is retried after its back-off, for the same due time, and then cleared', async () => {
  const { clock, database } = fixture;
  const tries: string[] = [];
  const kind = defineTaskKind(
    'flaky',
    async (task) => {
      tries.push(`${task.dueAt.toISOString()} ${task.attempt}`);
      if (task.attempt < 3)
        throw new Error(`no\0 luck at https://user:hunter2@example.org ${'x'.repeat(5_000)}`);
      await database.transaction((tx) =>
        task.reschedule(tx, { dueAt: new Date(clock.now().getTime() + 1e9) }),
      );
    },
    { backoff: { firstMs: 60_000, factor: 10, maxMs: 1e9 } },
  );
  const due = clock.now().toISOString();
  await fixture.schedule({ kind: 'flaky', subject: 'f', dueAt: clock.now() });
  await fixture.scheduler([kind]);
  await until(async () => (await row('flaky')).last_error !== null, 'the first failure');
  const failed = await row('flaky');
  assert.ok(failed.last_error!.startsWith('Error: no luck') && failed.last_error!.length <= 1_000);
  assert.ok(!failed.last_error!.includes('hunter2'));
  assert.equal(failed.lease_token, null);
  const pause = failed.ready_at.getTime() - clock.now().getTime();
  assert.ok(pause >= 30_000 && pause <= 60_000);

  clock.move(29_000);
  await fixture.untilPolled();
  assert.equal(tries.length, 1, 'not before the back-off is over');
  clock.move(31_000);
  await until(
    async () => (await row('flaky')).attempts === 2 && (await row('flaky')).lease_token === null,
    'the second',
  );
  clock.move(600_000);
  await until(async () => (await row('flaky')).attempts === 0, 'the third');
  assert.deepEqual(tries, [`${due} 1`, `${due} 2`, `${due} 3`]);
  assert.equal((await row('flaky')).last_error, null);
});

test('a task is given up after its attempts, reported once, kept, and revived by scheduling it', async () => {
  const { clock, database } = fixture;
  let broken = true;
  const kind = defineTaskKind(
    'doomed',
    async () => {
      if (broken) throw new Error('broken');
    },
    {
      onGiveUp: async (tx, task) => {
        assert.deepEqual(task.payload, { video: 7 });
        assert.equal(task.attempts, 3);
        await tx
          .insertInto('effect')
          .values({ subject: `refund: ${task.error}`, due_at: task.dueAt })
          .execute();
      },
    },
  );
  const due = clock.now().toISOString();
  await fixture.schedule({ kind: 'doomed', subject: 'd', dueAt: clock.now(), payload: { video: 7 } });
  await fixture.scheduler([kind]);
  await until(async () => (await row('doomed')).failed_at !== null, 'the giving up');
  assert.deepEqual(await fixture.effects(), [`refund: Error: broken ${due}`]);
  const failed = (await failedTasks(database.read, { limit: 100 })).find(({ kind }) => kind === 'doomed');
  assert.deepEqual([failed?.subject, failed?.attempts, failed?.last_error], ['d', 3, 'Error: broken']);

  broken = false;
  await fixture.schedule({ kind: 'doomed', subject: 'd', dueAt: clock.now() });
  await until(async () => (await rows('doomed')).length === 0, 'the revived task');
});

test('a task that killed its process in every attempt is given up without another run', async () => {
  const { clock, database } = fixture;
  await fixture.schedule({ kind: 'poison', subject: 'p', dueAt: clock.now() });
  await database.transaction((tx) =>
    tx.updateTable('task').set({ attempts: 3 }).where('kind', '=', 'poison').execute(),
  );
  let runs = 0;
  const kind = defineTaskKind('poison', async () => void runs++);
  await fixture.scheduler([kind]);
  await until(async () => (await row('poison')).failed_at !== null, 'the giving up');
  assert.equal(runs, 0);
});

async function rows(kind: string) {
  return fixture.database.read.selectFrom('task').selectAll().where('kind', '=', kind).execute();
}

async function row(kind: string) {
  const [first] = await rows(kind);
  assert.ok(first, `a task of kind ${kind}`);
  return first;
}
