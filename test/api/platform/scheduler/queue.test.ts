import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '../../../../src/platform/clock.ts';
import type { EventBus } from '../../../../src/platform/events/bus.ts';
import { openEventBus } from '../../../../src/platform/events/open.ts';
import { TaskQueue } from '../../../../src/platform/scheduler/queue.ts';
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

/** So long that the poll cannot cause anything in these tests. */
const noPollMs = 600_000;

test('work is scheduled if and only if its cause commits', async () => {
  const { database, queue, clock, bus } = fixture;
  const runs: string[] = [];
  let hints = 0;
  bus.subscribe('task.due', () => hints++);
  await fixture.scheduler([defineTaskKind('caused', async (task) => void runs.push(task.subject))]);
  const undone = database.transaction(async (tx) => {
    await queue.schedule(tx, { kind: 'caused', subject: 'undone', dueAt: clock.now() });
    throw new Error('the cause failed');
  });
  await assert.rejects(undone, /the cause failed/);
  assert.equal(hints, 0);
  await fixture.schedule({ kind: 'caused', subject: 'done', dueAt: clock.now() });
  await until(() => runs.length > 0, 'the committed task');
  await fixture.untilPolled();
  assert.deepEqual(runs, ['done']);
});

test('a notification starts work without a poll, in this process and in another', async () => {
  const { database } = fixture;
  const buses = await Promise.all(
    [1, 2].map(() => openEventBus({ connection: database.connection }, () => {})),
  );
  const [here, there] = buses as [EventBus, EventBus];
  const runs: string[] = [];
  const kind = defineTaskKind('hinted', async (task) => void runs.push(task.subject));
  await fixture.scheduler([kind], { pollMs: noPollMs, bus: there, clock: systemClock });
  const queue = new TaskQueue({ bus: here, clock: systemClock });
  const soon = (ms: number) => new Date(Date.now() + ms);
  const schedule = (subject: string, ms: number) =>
    database.transaction((tx) => queue.schedule(tx, { kind: 'hinted', subject, dueAt: soon(ms) }));
  // The first one may be found by the poll that every scheduler starts with.
  await schedule('first', 0);
  await until(() => runs.length === 1, 'the first task');
  await schedule('now', 0);
  await until(() => runs.length === 2, 'the hinted task');
  await schedule('soon', 300);
  await until(() => runs.length === 3, 'the task that is due soon');
  await schedule('later', 600_000);
  await schedule('last', 0);
  await until(() => runs.includes('last'), 'the last task');
  assert.deepEqual(runs, ['first', 'now', 'soon', 'last']);
  await Promise.all(buses.map((bus) => bus.close()));
});

test('a scheduler sleeps until the next due time, without a notification or poll', async () => {
  const { database } = fixture;
  const quiet = new TaskQueue({ bus: { ...fixture.bus, publish: () => {} } as never, clock: systemClock });
  const runs: string[] = [];
  for (const ms of [200, 400]) {
    const task = { kind: 'timed', subject: `${ms}`, dueAt: new Date(Date.now() + ms) };
    await database.transaction((tx) => quiet.schedule(tx, task));
  }
  const kind = defineTaskKind('timed', async (task) => {
    assert.ok(Date.now() >= task.dueAt.getTime(), 'not early');
    runs.push(task.subject);
  });
  await fixture.scheduler([kind], { pollMs: noPollMs, clock: systemClock });
  await until(() => runs.length === 2, 'both tasks');
  assert.deepEqual(runs, ['200', '400']);
});

test('scheduling twice keeps the earlier time and the newer payload; rescheduling replaces both', async () => {
  const { queue, database, clock } = fixture;
  const [t1, t2, t3] = [1, 2, 3].map((n) => new Date(clock.now().getTime() + n * 3_600_000)) as [
    Date,
    Date,
    Date,
  ];
  const twice = { kind: 'twice', subject: 's' };
  await fixture.schedule({ ...twice, dueAt: t2, payload: ['a'] });
  await fixture.schedule({ ...twice, dueAt: t3, payload: ['b'] });
  assert.deepEqual(await stored('twice'), [[t2, ['b']]]);
  await fixture.schedule({ ...twice, dueAt: t1 });
  assert.deepEqual(await stored('twice'), [[t1, ['b']]]);
  await database.transaction((tx) => queue.reschedule(tx, { ...twice, dueAt: t3, payload: null }));
  assert.deepEqual(await stored('twice'), [[t3, null]]);
  assert.equal(await database.transaction((tx) => queue.cancel(tx, twice)), true);
  assert.equal(await database.transaction((tx) => queue.cancel(tx, twice)), false);
  assert.deepEqual(await stored('twice'), []);
});

test('a task scheduled during its run is run again after it, and the run is not disturbed', async () => {
  const { clock } = fixture;
  const runs: unknown[] = [];
  const kind = defineTaskKind('busy', async (task) => {
    runs.push(task.payload);
    if (runs.length === 1)
      await fixture.schedule({ kind: 'busy', subject: 'b', dueAt: clock.now(), payload: 'second' });
  });
  await fixture.schedule({ kind: 'busy', subject: 'b', dueAt: clock.now(), payload: 'first' });
  await fixture.scheduler([kind]);
  await until(async () => runs.length > 0 && (await stored('busy')).length === 0, 'the end of both');
  assert.deepEqual(runs, ['first', 'second']);
});

test('scheduling does not shorten a back-off', async () => {
  const { clock } = fixture;
  let runs = 0;
  const kind = defineTaskKind(
    'pausing',
    async () => {
      runs++;
      throw new Error('down');
    },
    { backoff: { firstMs: 60_000, factor: 1, maxMs: 60_000 } },
  );
  await fixture.schedule({ kind: 'pausing', subject: 'p', dueAt: clock.now() });
  await fixture.scheduler([kind]);
  await until(async () => (await readyAt('pausing')) > clock.now(), 'the failure');
  await fixture.schedule({ kind: 'pausing', subject: 'p', dueAt: clock.now() });
  await fixture.untilPolled();
  assert.equal(runs, 1);
});

test('the size of a payload is limited', async () => {
  const dueAt = fixture.clock.now();
  await assert.rejects(
    fixture.schedule({ kind: 'huge', subject: 'h', dueAt, payload: 'x'.repeat(40_000) }),
    /at most 32768 bytes/,
  );
});

async function stored(kind: string) {
  const rows = await fixture.database.read.selectFrom('task').selectAll().where('kind', '=', kind).execute();
  return rows.map((row) => [row.due_at, row.payload]);
}

async function readyAt(kind: string): Promise<Date> {
  const rows = fixture.database.read.selectFrom('task').select('ready_at').where('kind', '=', kind);
  return (await rows.executeTakeFirstOrThrow()).ready_at;
}
