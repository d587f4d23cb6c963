import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSealer } from '../../../../src/city/spectator/sealer.ts';

test('a database that is down is asked by the regular checks only, and fills no log', async () => {
  const errors: unknown[] = [];
  let wake = (): void => {};
  const sealer = new EventSealer({
    transaction: () => Promise.reject(new Error('connect ENOENT')),
    bus: {
      subscribe: (_: unknown, listener: () => void) => {
        wake = listener;
        return () => {};
      },
    } as never,
    onError: (error) => {
      errors.push(error);
    },
  });
  wake();
  for (let turns = 0; turns < 40; turns++) await sleep(10);
  const asked = errors.length;
  await sealer.stop();
  // The event that woke it, and at most a check or two on a slow machine.
  assert.ok(asked >= 1 && asked <= 5, `${asked} times`);
});
