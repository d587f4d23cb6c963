import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseClock } from '../../../../src/platform/db/database-clock.ts';
import { dayMs } from '../../../harness/clock.ts';
import { openFresh } from './open.ts';

/** Far less than the steps of these tests, far more than a busy machine takes. */
const nearMs = dayMs / 24;

test('a machine whose clock is ahead at start uses the time of its database', async (t) => {
  const { database } = await openFresh(t);
  const trueNow = Date.now;
  t.mock.method(Date, 'now', () => trueNow() + 2 * dayMs);
  const clock = new DatabaseClock();
  assert.ok(clock.now().getTime() - trueNow() > dayMs, "before the first query it uses the machine's time");
  const stop = await clock.follow(database.read);
  t.after(stop);
  assert.ok(Math.abs(clock.now().getTime() - trueNow()) < nearMs);
});

test('a clock step of the machine changes nothing, with the database or without', async (t) => {
  const { database } = await openFresh(t);
  const clock = new DatabaseClock();
  const stop = await clock.follow(database.read);
  stop();
  const trueNow = Date.now;
  for (const step of [2 * dayMs, -dayMs]) {
    const { mock } = t.mock.method(Date, 'now', () => trueNow() + step);
    assert.ok(Math.abs(clock.now().getTime() - trueNow()) < nearMs, `a step of ${step} ms`);
    mock.restore();
  }
});

test('time advances', async (t) => {
  const { database } = await openFresh(t);
  const clock = new DatabaseClock();
  t.after(await clock.follow(database.read));
  const before = clock.now().getTime();
  for (let n = 0; n < 3; n++) await database.read.selectNoFrom((is) => is.lit(1).as('one')).execute();
  assert.ok(clock.now().getTime() > before);
});
