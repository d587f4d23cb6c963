import assert from 'node:assert/strict';
import test from 'node:test';
import { EventSealer } from '../../../../src/city/spectator/sealer.ts';

test('a database that is down is asked once per check, and fills no log', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const errors: unknown[] = [];
  const sealer = new EventSealer({
    transaction: () => Promise.reject(new Error('connect ENOENT')),
    bus: { subscribe: () => () => {} } as never,
    onError: (error) => {
      errors.push(error);
    },
  });
  for (let ms = 0; ms < 3_000; ms += 10) {
    t.mock.timers.tick(10);
    await new Promise(setImmediate);
  }
  assert.equal(errors.length, 3);
  await sealer.stop();
});
