import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader } from '../../../../src/platform/db/database.ts';
import { LocalBus } from '../../../../src/platform/events/local-bus.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { Scheduler } from '../../../../src/platform/scheduler/scheduler.ts';
import { taskCounts } from '../../../../src/platform/scheduler/task-counts.ts';
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
after(async () => {
  await Promise.all(counted.map((scheduler) => scheduler.stop(0)));
  await fixture.close();
});

const counted: Scheduler[] = [];

test('a stuck kind with a long queue delays no other and leases no more than it runs', async () => {
  const { clock, database, queue } = fixture;
  const gate = Promise.withResolvers<void>();
  let quick = 0;
  let most = 0;
  let running = 0;
  const slow = defineTaskKind(
    'slow',
    async () => {
      most = Math.max(most, ++running);
      await gate.promise;
      running--;
    },
    { concurrency: 2 },
  );
  const fast = defineTaskKind('fast', async () => void quick++);
  await database.transaction(async (tx) => {
    for (let n = 0; n < 40; n++) {
      const dueAt = new Date(clock.now().getTime() - 60_000);
      await queue.schedule(tx, { kind: 'slow', subject: `${n}`, dueAt });
      await queue.schedule(tx, { kind: 'fast', subject: `${n}`, dueAt: clock.now() });
    }
    await queue.schedule(tx, {
      kind: 'nobody runs',
      subject: 'x',
      dueAt: new Date(clock.now().getTime() + 5_000),
    });
    await queue.schedule(tx, { kind: 'gone wrong', subject: 'x', dueAt: clock.now() });
    await sql`UPDATE task SET failed_at = now() WHERE kind = 'gone wrong'`.execute(tx);
  });
  await fixture.scheduler([slow, fast]);
  await until(() => quick === 40 && running === 2, 'the fast kind');
  await until(
    async () => (await taskCounts(database.read, clock.now())).length === 3,
    'the end of the fast kind',
  );
  const none = { scheduled: 0, overdue: 0, running: 0, failed: 0, lag_ms: 0 };
  assert.deepEqual(await taskCounts(database.read, clock.now()), [
    { ...none, kind: 'gone wrong', failed: 1 },
    { ...none, kind: 'nobody runs', scheduled: 1 },
    { ...none, kind: 'slow', running: 2, overdue: 38, lag_ms: 60_000 },
  ]);
  gate.resolve();
  await until(async () => (await taskCounts(database.read, clock.now())).length === 2, 'the slow kind');
  assert.equal(most, 2);
});

test('a locked row costs a few polls, not a busy loop', async () => {
  const { clock, database } = fixture;
  await fixture.schedule({ kind: 'locked', subject: 'l', dueAt: clock.now() });
  const { scheduler, queries } = counting([defineTaskKind('locked', async () => {})]);
  let late = 1;
  await database.transaction(async (tx) => {
    await sql`SELECT 1 FROM task WHERE kind = 'locked' FOR UPDATE`.execute(tx);
    await scheduler.start();
    late = await wait(600);
  });
  assert.ok(queries() < 40 * late, `${queries()} queries in 0.6 s`);
  await until(async () => (await left('locked')) === 0, 'the unlocked task');
  await scheduler.stop(0);
});

test('an idle scheduler queries once per poll', async () => {
  const { scheduler, queries } = counting([defineTaskKind('idle', async () => {})]);
  await scheduler.start();
  const late = await wait(600);
  await scheduler.stop(0);
  assert.ok(queries() <= 3 * late, `${queries()} queries in 0.6 s`);
});

test('a scheduler survives a database outage, polling with back-off', async () => {
  const { clock } = fixture;
  let runs = 0;
  const { scheduler, queries, away } = counting([defineTaskKind('patient', async () => void runs++)]);
  away(true);
  await fixture.schedule({ kind: 'patient', subject: 'p', dueAt: clock.now() });
  await scheduler.start();
  const late = await wait(700);
  assert.ok(queries() <= 6 * late, `${queries()} queries in 0.7 s`);
  assert.equal(runs, 0);
  away(false);
  await until(() => runs === 1, 'the recovery');
  await scheduler.stop(0);
});

/** Waits, and returns how many times too long that took, or 1: beside other work timers are late. */
async function wait(ms: number): Promise<number> {
  const startedAt = performance.now();
  await sleep(ms);
  return Math.max(1, (performance.now() - startedAt) / (1.3 * ms));
}

/** A scheduler whose transactions and reads are counted and can be made to fail. */
function counting(kinds: ConstructorParameters<typeof Scheduler>[0]['kinds']) {
  const { database, clock } = fixture;
  let count = 0;
  let isAway = false;
  const ask = () => {
    count++;
    if (isAway) throw new Error('connection refused');
  };
  const getExecutor = () => {
    ask();
    return database.read.getExecutor();
  };
  const read = { getExecutor } as unknown as Reader;
  const scheduler = new Scheduler({
    read,
    transaction: async (work, options) => {
      ask();
      return database.transaction(work, options);
    },
    clock,
    bus: new LocalBus(),
    log: createLog({ level: 'silent' }),
    kinds,
  });
  counted.push(scheduler);
  const away = (now: boolean) => {
    isAway = now;
  };
  return { scheduler, queries: () => count, away };
}

async function left(kind: string): Promise<number> {
  const rows = fixture.database.read.selectFrom('task').select('id').where('kind', '=', kind);
  return (await rows.execute()).length;
}
