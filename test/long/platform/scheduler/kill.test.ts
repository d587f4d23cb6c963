import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  openSchedulerFixture,
  type SchedulerFixture,
  tasksLeft,
} from '../../../fixtures/platform/scheduler/scheduler-fixture.ts';
import { until } from '../../../harness/until.ts';

let fixture: SchedulerFixture;
before(async () => {
  fixture = await openSchedulerFixture();
});
after(() => fixture.close());

const periodMs = 3_600_000;
const periods = 3;
const kills = 4;

test('two processes pay every subject once per period, whenever they are killed', async () => {
  const { database, queue, clock } = fixture;
  const first = clock.now().getTime() - periods * 10 * 365 * 24 * periodMs;
  const last = first + (periods - 1) * periodMs;
  const subjects = Array.from({ length: 200 }, (_, n) => `agent-${n}`);
  await database.transaction(async (tx) => {
    for (const subject of subjects)
      await queue.schedule(tx, { kind: 'pay', subject, dueAt: new Date(first) });
  });

  const begin = () =>
    fork(path.join(import.meta.dirname, 'worker.ts'), [fixture.url, `${periodMs}`, `${last}`]);
  const workers: ChildProcess[] = [begin(), begin()];
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    await sleep(Math.random() * 150);
    const slot = kill % 2;
    workers[slot]!.kill('SIGKILL');
    await once(workers[slot]!, 'exit');
    if ((await tasksLeft(fixture)) > 0) interrupted++;
    workers[slot] = begin();
    await once(workers[slot], 'message');
  }
  await until(async () => (await tasksLeft(fixture)) === 0, 'the end of the last period');
  for (const worker of workers) worker.kill('SIGKILL');

  const expected = subjects.flatMap((subject) =>
    Array.from({ length: periods }, (_, n) => `${subject} ${new Date(first + n * periodMs).toISOString()}`),
  );
  assert.deepEqual((await fixture.effects()).sort(), expected.sort());
  assert.ok(interrupted >= 1, 'no kill came before the end: the test proves nothing');
});
