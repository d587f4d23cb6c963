import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { batchedRead } from '../../../../src/platform/db/batched-read.ts';

test('concurrent callers share a query, and each gets its own answer', async () => {
  const batches: number[][] = [];
  const read = batchedRead<number, string>(async (keys) => {
    batches.push(keys);
    return new Map(keys.filter((key) => key % 2).map((key) => [key, `value ${key}`]));
  });
  const answers = await Promise.all([1, 2, 3, 1].map(read));
  assert.deepEqual(answers, ['value 1', undefined, 'value 3', 'value 1']);
  assert.deepEqual(batches, [[1, 2, 3]]);
});

test('a caller only joins a query that starts after its call', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.nat(5), pause: fc.nat(3) }), { minLength: 1, maxLength: 60 }),
      fc.scheduler(),
      async (asked, scheduler) => {
        let now = 0;
        let running = 0;
        const read = batchedRead<number, number>(async (keys) => {
          running++;
          assert.ok(running <= 2, 'two queries at once at the most');
          const startedAt = ++now;
          await scheduler.schedule(Promise.resolve());
          running--;
          return new Map(keys.map((key) => [key, startedAt]));
        });
        const answers: Promise<void>[] = [];
        for (const { key, pause } of asked) {
          for (let i = 0; i < pause; i++) await Promise.resolve();
          const askedAt = ++now;
          answers.push(
            read(key).then((startedAt) => assert.ok(startedAt !== undefined && startedAt > askedAt)),
          );
        }
        await scheduler.waitFor(Promise.all(answers));
      },
    ),
  );
});

test('callers who come during a query share the next one, and only many start a second beside it', async () => {
  const queries: { keys: number[]; answer: () => void }[] = [];
  const read = batchedRead<number, number>(
    (keys) =>
      new Promise((resolve) => {
        queries.push({ keys, answer: () => resolve(new Map(keys.map((key) => [key, key]))) });
      }),
  );
  const started = async (count: number) => {
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    assert.equal(queries.length, count);
  };
  const answers = [read(0)];
  await started(1);
  answers.push(read(1), read(2));
  await started(1);
  queries[0]!.answer();
  await started(2);
  assert.deepEqual(queries[1]!.keys, [1, 2]);

  const many = Array.from({ length: 32 }, (_, i) => 10 + i);
  answers.push(...many.map(read));
  await started(3);
  assert.deepEqual(queries[2]!.keys, many);
  answers.push(...many.map(read), read(3));
  await started(3);
  queries[1]!.answer();
  await started(4);
  queries[2]!.answer();
  queries[3]!.answer();
  assert.deepEqual(await Promise.all(answers), [0, 1, 2, ...many, ...many, 3]);
});

test('10,000 concurrent keys are read in queries of 500', async () => {
  const sizes: number[] = [];
  const read = batchedRead<number, number>(async (keys) => {
    sizes.push(keys.length);
    return new Map(keys.map((key) => [key, key]));
  });
  const keys = Array.from({ length: 10_000 }, (_, i) => i);
  assert.deepEqual(await Promise.all(keys.map(read)), keys);
  assert.ok(sizes.every((size) => size <= 500));
});

test('a failed query fails for its callers only', async () => {
  let fail = true;
  const read = batchedRead<string, string>(async (keys) => {
    if (fail) throw new Error('database away');
    return new Map(keys.map((key) => [key, key]));
  });
  const failed = await Promise.allSettled([read('a'), read('b')]);
  assert.deepEqual(
    failed.map((each) => each.status),
    ['rejected', 'rejected'],
  );
  fail = false;
  assert.equal(await read('a'), 'a');
});
