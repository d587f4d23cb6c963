import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLost } from '../../../../src/platform/scheduler/task-kind.ts';
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

test('stopping lets a short run finish, starts no other, and is shared by all callers', async () => {
  const { clock } = fixture;
  let begun = 0;
  let ended = 0;
  let aborted = 0;
  const kind = defineTaskKind(
    'short',
    async (task) => {
      begun++;
      await sleep(200);
      ended++;
      if (task.signal.aborted) aborted++;
    },
    { concurrency: 1 },
  );
  for (const subject of ['a', 'b']) await fixture.schedule({ kind: 'short', subject, dueAt: clock.now() });
  const scheduler = await fixture.scheduler([kind]);
  await until(() => begun === 1, 'the first run');
  const stops = [scheduler.stop(), scheduler.stop()];
  assert.equal(stops[0], stops[1]);
  await Promise.all(stops);
  assert.deepEqual({ begun, ended, aborted }, { begun: 1, ended: 1, aborted: 0 });
});

test('stopping aborts runs of a kind that stops at once before the grace period of the others', async () => {
  const { clock } = fixture;
  const gone = Promise.withResolvers<void>();
  const begun = new Set<string>();
  const quick = defineTaskKind(
    'unasked',
    async (task) => {
      begun.add(task.subject);
      await new Promise((_, reject) =>
        task.signal.addEventListener('abort', () => {
          gone.resolve();
          reject(task.signal.reason);
        }),
      );
    },
    { abortOnStop: true },
  );
  let aborted: boolean | undefined;
  const patient = defineTaskKind('asked', async (task) => {
    begun.add(task.subject);
    await Promise.race([
      gone.promise,
      new Promise((resolve) => task.signal.addEventListener('abort', resolve)),
    ]);
    aborted = task.signal.aborted;
  });
  await fixture.schedule({ kind: 'unasked', subject: 'sample', dueAt: clock.now() });
  await fixture.schedule({ kind: 'asked', subject: 'order', dueAt: clock.now() });
  const scheduler = await fixture.scheduler([quick, patient]);
  await until(() => begun.size === 2, 'both runs');
  await scheduler.stop(20_000);
  assert.equal(aborted, false);
});

test('an unfinished run is released as if never leased, and cannot commit later', async () => {
  const { clock, database } = fixture;
  const gate = Promise.withResolvers<void>();
  const outcomes: unknown[] = [];
  const stubborn = defineTaskKind('render', async (task) => {
    if (task.subject === 'heeds') {
      await new Promise((_, reject) =>
        task.signal.addEventListener('abort', () => reject(task.signal.reason)),
      );
    }
    await gate.promise;
    await database
      .transaction(async (tx) => {
        await recordEffect(tx, task);
        await task.finish(tx);
      })
      .catch((error: unknown) => outcomes.push(error));
  });
  for (const subject of ['heeds', 'ignores'])
    await fixture.schedule({ kind: 'render', subject, dueAt: clock.now() });
  const first = await fixture.scheduler([stubborn]);
  await until(async () => (await leased()) === 2, 'both runs');
  await first.stop(50);
  const rows = await database.read.selectFrom('task').selectAll().where('kind', '=', 'render').execute();
  assert.deepEqual(
    rows.map((row) => [row.lease_token, row.attempts, row.last_error]),
    [
      [null, 0, null],
      [null, 0, null],
    ],
  );

  const attempts: number[] = [];
  await fixture.scheduler([defineTaskKind('render', async (task) => void attempts.push(task.attempt))]);
  await until(() => attempts.length === 2, 'the other process');
  gate.resolve();
  await until(() => outcomes.length === 1, 'the run left behind');
  assert.ok(outcomes[0] instanceof LeaseLost);
  assert.deepEqual(attempts, [1, 1]);
  assert.deepEqual(await fixture.effects(), []);
});

async function leased(): Promise<number> {
  const rows = fixture.database.read.selectFrom('task').select('id').where('lease_token', 'is not', null);
  return (await rows.execute()).length;
}
