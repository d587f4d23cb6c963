import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { recurringTask } from '../../../../src/platform/scheduler/task-kind.ts';
import {
  defineTaskKind,
  openSchedulerFixture,
  recordEffect,
  type SchedulerFixture,
  tasksLeft,
} from '../../../fixtures/platform/scheduler/scheduler-fixture.ts';
import { until } from '../../../harness/until.ts';

let fixture: SchedulerFixture;
before(async () => {
  fixture = await openSchedulerFixture();
});
after(() => fixture.close());

const hourMs = 3_600_000;

test('two schedulers run every task of a long queue once', async () => {
  const { database, clock } = fixture;
  const subjects = Array.from({ length: 300 }, (_, n) => `once-${n}`);
  await database.transaction(async (tx) => {
    for (const subject of subjects)
      await fixture.queue.schedule(tx, { kind: 'once', subject, dueAt: clock.now() });
  });
  const kind = defineTaskKind('once', (task) =>
    database.transaction(async (tx) => {
      await recordEffect(tx, task);
      await sleep(Math.random() * 4);
      await task.finish(tx);
    }),
  );
  await fixture.scheduler([kind]);
  await fixture.scheduler([kind]);
  await until(async () => (await tasksLeft(fixture)) === 0, 'an empty queue');
  const due = clock.now().toISOString();
  assert.deepEqual(await fixture.effects(), subjects.map((subject) => `${subject} ${due}`).sort());
});

test('a payroll pays every missed period once, in order', async () => {
  const { database, clock } = fixture;
  const paid: string[] = [];
  const payroll = defineTaskKind('payroll', (task) =>
    database
      .transaction(async (tx) => {
        await recordEffect(tx, task);
        await task.reschedule(tx, { dueAt: new Date(task.dueAt.getTime() + hourMs) });
      })
      .then(() => void paid.push(task.dueAt.toISOString())),
  );
  const first = clock.now();
  await fixture.schedule({ kind: 'payroll', subject: 'acme', dueAt: first });
  clock.move(5.5 * hourMs);
  await fixture.scheduler([payroll]);
  await fixture.scheduler([payroll]);
  await until(() => paid.length >= 6, 'six periods');
  clock.move(hourMs);
  await until(() => paid.length >= 7, 'the seventh period');
  clock.move(-3 * hourMs);
  await fixture.untilPolled();
  assert.deepEqual(
    paid,
    Array.from({ length: 7 }, (_, n) => new Date(first.getTime() + n * hourMs).toISOString()),
  );
  assert.equal((await fixture.effects()).filter((line) => line.startsWith('acme')).length, 7);
});

test('a recurring task runs once per interval over two schedulers, once after downtime, on its grid', async () => {
  const { clock } = fixture;
  const runTimes: Date[] = [];
  const chore = recurringTask('sweep', hourMs, async (task) => void runTimes.push(task.dueAt));
  await fixture.scheduler([chore]);
  await fixture.scheduler([chore]);
  await fixture.untilPolled();
  assert.equal(runTimes.length, 0, 'not before its first beat');
  for (const [moved, count] of [
    [hourMs, 1],
    [hourMs, 2],
    [7 * hourMs, 3],
    [hourMs, 4],
  ] as const) {
    clock.move(moved);
    await until(async () => (await dueAt('sweep')) > clock.now(), `the end of beat ${count}`);
    assert.equal(runTimes.length, count);
  }
  await fixture.untilPolled();
  const steps = runTimes.slice(1).map((beat, n) => (beat.getTime() - runTimes[n]!.getTime()) / hourMs);
  assert.deepEqual(steps, [1, 1, 7]);
  assert.equal((await dueAt('sweep')).getTime() - runTimes[3]!.getTime(), hourMs);
});

test('a failing recurring task stays at its interval until it succeeds', async () => {
  const { clock } = fixture;
  const seen: string[] = [];
  const flaky = recurringTask('flaky', 1_000, async (task) => {
    seen.push(`${task.dueAt.getTime()}#${task.attempt}`);
    if (task.attempt < 3) throw new Error('not yet');
  });
  await fixture.scheduler([flaky]);
  clock.move(1_000);
  for (let count = 1; count <= 3; count++) {
    await until(() => seen.length >= count, `${count} attempts`);
    clock.move(1_000);
  }
  const runTime = seen[0]!.split('#')[0];
  assert.deepEqual(seen.slice(0, 3), [`${runTime}#1`, `${runTime}#2`, `${runTime}#3`]);
});

async function dueAt(kind: string): Promise<Date> {
  const task = fixture.database.read.selectFrom('task').select('due_at').where('kind', '=', kind);
  return (await task.executeTakeFirstOrThrow()).due_at;
}
