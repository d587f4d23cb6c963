import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLost } from '../../../src/platform/scheduler/task-kind.ts';
import { effect, kindOf, until, type Workbench, workbench } from './workbench.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench.close());

test('stopping lets a short run finish, starts no other, and is shared by all callers', async () => {
  const { clock } = bench;
  let begun = 0;
  let ended = 0;
  let aborted = 0;
  const kind = kindOf(
    'short',
    async (task) => {
      begun++;
      await sleep(200);
      ended++;
      if (task.signal.aborted) aborted++;
    },
    { concurrency: 1 },
  );
  for (const subject of ['a', 'b']) await bench.schedule({ kind: 'short', subject, dueAt: clock.now() });
  const scheduler = await bench.scheduler([kind]);
  await until(() => begun === 1, 'the first run');
  const stops = [scheduler.stop(), scheduler.stop()];
  assert.equal(stops[0], stops[1]);
  await Promise.all(stops);
  assert.deepEqual({ begun, ended, aborted }, { begun: 1, ended: 1, aborted: 0 });
});

test('stopping aborts runs of a kind that stops at once before the grace period of the others', async () => {
  const { clock } = bench;
  const gone = Promise.withResolvers<void>();
  const begun = new Set<string>();
  const quick = kindOf(
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
  const patient = kindOf('asked', async (task) => {
    begun.add(task.subject);
    await Promise.race([
      gone.promise,
      new Promise((resolve) => task.signal.addEventListener('abort', resolve)),
    ]);
    aborted = task.signal.aborted;
  });
  await bench.schedule({ kind: 'unasked', subject: 'sample', dueAt: clock.now() });
  await bench.schedule({ kind: 'asked', subject: 'order', dueAt: clock.now() });
  const scheduler = await bench.scheduler([quick, patient]);
  await until(() => begun.size === 2, 'both runs');
  await scheduler.stop(20_000);
  assert.equal(aborted, false);
});

test('an unfinished run is released as if never leased, and cannot commit later', async () => {
  const { clock, database } = bench;
  const gate = Promise.withResolvers<void>();
  const outcomes: unknown[] = [];
  const stubborn = kindOf('render', async (task) => {
    if (task.subject === 'heeds') {
      await new Promise((_, reject) =>
        task.signal.addEventListener('abort', () => reject(task.signal.reason)),
      );
    }
    await gate.promise;
    await database
      .transaction(async (tx) => {
        await effect(tx, task);
        await task.finish(tx);
      })
      .catch((error: unknown) => outcomes.push(error));
  });
  for (const subject of ['heeds', 'ignores'])
    await bench.schedule({ kind: 'render', subject, dueAt: clock.now() });
  const first = await bench.scheduler([stubborn]);
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
  await bench.scheduler([kindOf('render', async (task) => void attempts.push(task.attempt))]);
  await until(() => attempts.length === 2, 'the other process');
  gate.resolve();
  await until(() => outcomes.length === 1, 'the run left behind');
  assert.ok(outcomes[0] instanceof LeaseLost);
  assert.deepEqual(attempts, [1, 1]);
  assert.deepEqual(await bench.effects(), []);
});

async function leased(): Promise<number> {
  const rows = bench.database.read.selectFrom('task').select('id').where('lease_token', 'is not', null);
  return (await rows.execute()).length;
}
