import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/platform/clock.ts';
import type { EventBus } from '../../../src/platform/events/bus.ts';
import { openEventBus } from '../../../src/platform/events/open.ts';
import { TaskQueue } from '../../../src/platform/scheduler/queue.ts';
import { kindOf, until, type Workbench, workbench } from './workbench.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench.close());

/** So long that the poll cannot cause anything in these tests. */
const noPollMs = 600_000;

test('work is scheduled if and only if its cause commits', async () => {
  const { database, queue, clock, bus } = bench;
  const runs: string[] = [];
  let hints = 0;
  bus.subscribe('task.due', () => hints++);
  await bench.scheduler([kindOf('caused', async (task) => void runs.push(task.subject))]);
  const undone = database.transaction(async (tx) => {
    await queue.schedule(tx, { kind: 'caused', subject: 'undone', dueAt: clock.now() });
    throw new Error('the cause failed');
  });
  await assert.rejects(undone, /the cause failed/);
  assert.equal(hints, 0);
  await bench.schedule({ kind: 'caused', subject: 'done', dueAt: clock.now() });
  await until(() => runs.length > 0, 'the committed task');
  await sleep(100);
  assert.deepEqual(runs, ['done']);
});

test('a notification starts work without a poll, in this process and in another', async () => {
  const { database } = bench;
  const buses = await Promise.all(
    [1, 2].map(() => openEventBus({ connection: database.connection }, () => {})),
  );
  const [here, there] = buses as [EventBus, EventBus];
  const runs: string[] = [];
  const kind = kindOf('hinted', async (task) => void runs.push(task.subject));
  await bench.scheduler([kind], { pollMs: noPollMs, bus: there, clock: systemClock });
  const queue = new TaskQueue({ bus: here, clock: systemClock });
  const soon = (ms: number) => new Date(Date.now() + ms);
  await sleep(100);
  await database.transaction((tx) => queue.schedule(tx, { kind: 'hinted', subject: 'now', dueAt: soon(0) }));
  await until(() => runs.length === 1, 'the hinted task');
  await database.transaction((tx) =>
    queue.schedule(tx, { kind: 'hinted', subject: 'soon', dueAt: soon(300) }),
  );
  await until(() => runs.length === 2, 'the task that is due soon');
  await database.transaction((tx) =>
    queue.schedule(tx, { kind: 'hinted', subject: 'later', dueAt: soon(3_000) }),
  );
  await sleep(100);
  assert.deepEqual(runs, ['now', 'soon']);
  await Promise.all(buses.map((bus) => bus.close()));
});

test('a scheduler sleeps until the next due time, without a notification or poll', async () => {
  const { database } = bench;
  const quiet = new TaskQueue({ bus: { ...bench.bus, publish: () => {} } as never, clock: systemClock });
  const runs: string[] = [];
  for (const ms of [200, 400]) {
    const task = { kind: 'timed', subject: `${ms}`, dueAt: new Date(Date.now() + ms) };
    await database.transaction((tx) => quiet.schedule(tx, task));
  }
  const kind = kindOf('timed', async (task) => {
    assert.ok(Date.now() >= task.dueAt.getTime(), 'not early');
    runs.push(task.subject);
  });
  await bench.scheduler([kind], { pollMs: noPollMs, clock: systemClock });
  await until(() => runs.length === 2, 'both tasks');
  assert.deepEqual(runs, ['200', '400']);
});

test('scheduling twice keeps the earlier time and the newer payload; rescheduling replaces both', async () => {
  const { queue, database, clock } = bench;
  const [t1, t2, t3] = [1, 2, 3].map((n) => new Date(clock.now().getTime() + n * 3_600_000)) as [
    Date,
    Date,
    Date,
  ];
  const twice = { kind: 'twice', subject: 's' };
  await bench.schedule({ ...twice, dueAt: t2, payload: ['a'] });
  await bench.schedule({ ...twice, dueAt: t3, payload: ['b'] });
  assert.deepEqual(await stored('twice'), [[t2, ['b']]]);
  await bench.schedule({ ...twice, dueAt: t1 });
  assert.deepEqual(await stored('twice'), [[t1, ['b']]]);
  await database.transaction((tx) => queue.reschedule(tx, { ...twice, dueAt: t3, payload: null }));
  assert.deepEqual(await stored('twice'), [[t3, null]]);
  assert.equal(await database.transaction((tx) => queue.cancel(tx, twice)), true);
  assert.equal(await database.transaction((tx) => queue.cancel(tx, twice)), false);
  assert.deepEqual(await stored('twice'), []);
});

test('a task scheduled during its run is run again after it, and the run is not disturbed', async () => {
  const { clock } = bench;
  const runs: unknown[] = [];
  const kind = kindOf('busy', async (task) => {
    runs.push(task.payload);
    if (runs.length === 1)
      await bench.schedule({ kind: 'busy', subject: 'b', dueAt: clock.now(), payload: 'second' });
  });
  await bench.schedule({ kind: 'busy', subject: 'b', dueAt: clock.now(), payload: 'first' });
  await bench.scheduler([kind]);
  await until(async () => runs.length > 0 && (await stored('busy')).length === 0, 'the end of both');
  assert.deepEqual(runs, ['first', 'second']);
});

test('scheduling does not shorten a back-off', async () => {
  const { clock } = bench;
  let runs = 0;
  const kind = kindOf(
    'pausing',
    async () => {
      runs++;
      throw new Error('down');
    },
    { backoff: { firstMs: 60_000, factor: 1, maxMs: 60_000 } },
  );
  await bench.schedule({ kind: 'pausing', subject: 'p', dueAt: clock.now() });
  await bench.scheduler([kind]);
  await until(async () => (await readyAt('pausing')) > clock.now(), 'the failure');
  await bench.schedule({ kind: 'pausing', subject: 'p', dueAt: clock.now() });
  await sleep(150);
  assert.equal(runs, 1);
});

test('the size of a payload is limited', async () => {
  const dueAt = bench.clock.now();
  await assert.rejects(
    bench.schedule({ kind: 'huge', subject: 'h', dueAt, payload: 'x'.repeat(40_000) }),
    /at most 32768 bytes/,
  );
});

async function stored(kind: string) {
  const rows = await bench.database.read.selectFrom('task').selectAll().where('kind', '=', kind).execute();
  return rows.map((row) => [row.due_at, row.payload]);
}

async function readyAt(kind: string): Promise<Date> {
  const rows = bench.database.read.selectFrom('task').select('ready_at').where('kind', '=', kind);
  return (await rows.executeTakeFirstOrThrow()).ready_at;
}
