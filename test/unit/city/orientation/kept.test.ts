import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CachedView } from '../../../../src/city/orientation/cached-view.ts';
import { MovableClock } from '../../../harness/clock.ts';

function keeper() {
  const clock = new MovableClock('2026-11-15T12:00:00.000Z');
  const errors: unknown[] = [];
  const pending: { give(): Promise<void>; fail(error: Error): Promise<void> }[] = [];
  let made = 0;
  const kept = new CachedView<number>({
    freshMs: 1_000,
    clock,
    onError: (error) => void errors.push(error),
    make: () =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void) => async () => {
          act();
          await new Promise(setImmediate);
        };
        pending.push({
          give: settle(() => resolve({ value: ++made, at: clock.now() })),
          fail: (error) => settle(() => reject(error))(),
        });
      }),
  });
  return { clock, kept, pending, errors };
}

test('concurrent readers build one page, and none while it is fresh', async () => {
  const { clock, kept, pending } = keeper();
  const first = Array.from({ length: 100 }, () => kept.get());
  assert.equal(pending.length, 1);
  await pending[0]!.give();
  assert.deepEqual(new Set((await Promise.all(first)).map((made) => made.value)), new Set([1]));
  clock.forward(999);
  assert.equal((await kept.get()).value, 1);
  assert.equal(pending.length, 1);
});

test('a stale page is returned at once and rebuilt in the background; a very stale one is waited for', async () => {
  const { clock, kept, pending, errors } = keeper();
  void kept.get();
  await pending[0]!.give();
  clock.forward(1_000);
  const old = await Promise.all(Array.from({ length: 10 }, () => kept.get()));
  assert.ok(old.every((made) => made.value === 1));
  assert.equal(pending.length, 2);
  await pending[1]!.give();
  assert.equal((await kept.get()).value, 2);
  clock.forward(3_000);
  const waited = kept.get();
  await pending[2]!.give();
  assert.equal((await waited).value, 3);
  assert.deepEqual(errors, []);
});

test('a page that failed to build is built by the next reader', async () => {
  const { clock, kept, pending, errors } = keeper();
  const failed = kept.get();
  await Promise.all([assert.rejects(failed, /down/), pending[0]!.fail(new Error('down'))]);
  const again = kept.get();
  await pending[1]!.give();
  assert.equal((await again).value, 1);
  clock.forward(1_000);
  assert.equal((await kept.get()).value, 1, 'after the response');
  await pending[2]!.fail(new Error('down again'));
  assert.equal(errors.length, 1);
  assert.equal((await kept.get()).value, 1);
  assert.equal(pending.length, 4);
  await pending[3]!.give();
});
