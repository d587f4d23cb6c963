import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatheredWrites } from '../../../../src/platform/db/gathered-writes.ts';

interface Count {
  readonly of: string;
  readonly n: number;
}

/** Counts by name, with a database that can be away. */
function counter({ maxWaiting = 10 } = {}) {
  const written: Count[][] = [];
  const reported: unknown[] = [];
  const database = { away: false };
  class Counts extends GatheredWrites<Count> {
    count(name: string): void {
      this.add({ of: name, n: 1 }, name);
    }
  }
  const counts = new Counts({
    everyMs: 60_000,
    maxWaiting,
    merge: (known, next) => ({ ...next, n: known.n + next.n }),
    write: async (items) => {
      if (database.away) throw new Error('away');
      written.push([...items]);
    },
    onError: (error) => reported.push(error),
  });
  return { counts, written, reported, database };
}

test('many requests become one write', async () => {
  const { counts, written } = counter();
  for (const name of ['a', 'b', 'a']) counts.count(name);
  await counts.stop();
  assert.deepEqual(written, [
    [
      { of: 'a', n: 2 },
      { of: 'b', n: 1 },
    ],
  ]);
});

test('nothing is lost while the database is away, and nothing is counted twice', async () => {
  const { counts, written, reported, database } = counter();
  database.away = true;
  counts.count('a');
  const failing = counts.flush();
  counts.count('a');
  counts.count('b');
  await failing;
  assert.equal(reported.length, 1);
  database.away = false;
  await counts.stop();
  assert.deepEqual(written, [
    [
      { of: 'a', n: 2 },
      { of: 'b', n: 1 },
    ],
  ]);
});

test('what waits is bounded, and known names still count', async () => {
  const { counts, written } = counter({ maxWaiting: 1 });
  for (const name of ['a', 'b', 'a']) counts.count(name);
  await counts.stop();
  assert.deepEqual(written, [[{ of: 'a', n: 2 }]]);
});
