import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { recurringTask } from '../../../src/platform/scheduler/task-kind.ts';
import { effect, kindOf, tasksLeft, until, type Workbench, workbench } from './workbench.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench.close());

const hourMs = 3_600_000;

test('two schedulers run every task of a long queue once', async () => {
  const { database, clock } = bench;
  const subjects = Array.from({ length: 300 }, (_, n) => `once-${n}`);
  await database.transaction(async (tx) => {
    for (const subject of subjects)
      await bench.queue.schedule(tx, { kind: 'once', subject, dueAt: clock.now() });
  });
  const kind = kindOf('once', (task) =>
    database.transaction(async (tx) => {
      await effect(tx, task);
      await sleep(Math.random() * 4);
      await task.finish(tx);
    }),
  );
  await bench.scheduler([kind]);
  await bench.scheduler([kind]);
  await until(async () => (await tasksLeft(bench)) === 0, 'an empty queue');
  const due = clock.now().toISOString();
  assert.deepEqual(await bench.effects(), subjects.map((subject) => `${subject} ${due}`).sort());
});

test('a payroll pays every missed period once, in order', async () => {
  const { database, clock } = bench;
  const paid: string[] = [];
  const payroll = kindOf('payroll', (task) =>
    database
      .transaction(async (tx) => {
        await effect(tx, task);
        await task.reschedule(tx, { dueAt: new Date(task.dueAt.getTime() + hourMs) });
      })
      .then(() => void paid.push(task.dueAt.toISOString())),
  );
  const first = clock.now();
  await bench.schedule({ kind: 'payroll', subject: 'acme', dueAt: first });
  clock.move(5.5 * hourMs);
  await bench.scheduler([payroll]);
  await bench.scheduler([payroll]);
  await until(() => paid.length >= 6, 'six periods');
  clock.move(hourMs);
  await until(() => paid.length >= 7, 'the seventh period');
  clock.move(-3 * hourMs);
  await sleep(150);
  assert.deepEqual(
    paid,
    Array.from({ length: 7 }, (_, n) => new Date(first.getTime() + n * hourMs).toISOString()),
  );
  assert.equal((await bench.effects()).filter((line) => line.startsWith('acme')).length, 7);
});

test('a recurring task runs once per interval over two schedulers, once after downtime, on its grid', async () => {
  const { clock } = bench;
  const beats: Date[] = [];
  const chore = recurringTask('sweep', hourMs, async (task) => void beats.push(task.dueAt));
  await bench.scheduler([chore]);
  await bench.scheduler([chore]);
  await sleep(100);
  assert.equal(beats.length, 0, 'not before its first beat');
  for (const [moved, count] of [
    [hourMs, 1],
    [hourMs, 2],
    [7 * hourMs, 3],
    [hourMs, 4],
  ] as const) {
    clock.move(moved);
    await until(async () => (await dueAt('sweep')) > clock.now(), `the end of beat ${count}`);
    assert.equal(beats.length, count);
  }
  await sleep(100);
  const steps = beats.slice(1).map((beat, n) => (beat.getTime() - beats[n]!.getTime()) / hourMs);
  assert.deepEqual(steps, [1, 1, 7]);
  assert.equal((await dueAt('sweep')).getTime() - beats[3]!.getTime(), hourMs);
});

test('a failing recurring task stays at its interval until it succeeds', async () => {
  const { clock } = bench;
  const seen: string[] = [];
  const flaky = recurringTask('flaky', 1_000, async (task) => {
    seen.push(`${task.dueAt.getTime()}#${task.attempt}`);
    if (task.attempt < 3) throw new Error('not yet');
  });
  await bench.scheduler([flaky]);
  clock.move(1_000);
  for (let count = 1; count <= 3; count++) {
    await until(() => seen.length >= count, `${count} attempts`);
    clock.move(1_000);
  }
  const beat = seen[0]!.split('#')[0];
  assert.deepEqual(seen.slice(0, 3), [`${beat}#1`, `${beat}#2`, `${beat}#3`]);
});

async function dueAt(kind: string): Promise<Date> {
  const task = bench.database.read.selectFrom('task').select('due_at').where('kind', '=', kind);
  return (await task.executeTakeFirstOrThrow()).due_at;
}
