import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { afterCommit, type Tx, violatesConstraint } from '../../../../src/platform/db/transaction.ts';
import { openFresh } from './open.ts';

const counterOf = async (tx: Tx, id: number): Promise<number> =>
  (await sql<{ value: number }>`SELECT value FROM counter WHERE id = ${id}`.execute(tx)).rows[0]!.value;
const add = (tx: Tx, id: number, n = 1) =>
  sql`UPDATE counter SET value = value + ${n} WHERE id = ${id}`.execute(tx);

test('outside a transaction the server itself refuses to write', async (t) => {
  const { database } = await openFresh(t);
  for (const statement of [
    sql`UPDATE counter SET value = 1`,
    sql`INSERT INTO counter VALUES (9, 9)`,
    sql`DELETE FROM counter`,
    sql`CREATE TABLE more (id integer)`,
  ])
    await assert.rejects(statement.execute(database.read as Tx), { code: '25006' });
  await assert.rejects(database.pool.query('UPDATE counter SET value = 1'), { code: '25006' });
  assert.equal((await database.pool.query('SELECT sum(value)::int AS sum FROM counter')).rows[0].sum, 0);
});

test('serialization failures are retried: 12 concurrent read-then-write updates are all kept', async (t) => {
  const { database } = await openFresh(t);
  let attempts = 0;
  let hooks = 0;
  await Promise.all(
    Array.from({ length: 12 }, () =>
      database.transaction(
        async (tx) => {
          attempts++;
          afterCommit(tx, () => hooks++);
          const value = await counterOf(tx, 1);
          await sql`UPDATE counter SET value = ${value + 1} WHERE id = 1`.execute(tx);
        },
        { isolation: 'serializable' },
      ),
    ),
  );
  assert.equal(await database.transaction((tx) => counterOf(tx, 1)), 12);
  assert.ok(attempts > 12, 'there were conflicts');
  assert.equal(hooks, 12, 'a hook runs once, however often its transaction was tried');
});

test('a deadlock is retried: both transactions commit', async (t) => {
  const { database, fresh } = await openFresh(t);
  await fresh.sql(`ALTER DATABASE ${fresh.database} SET deadlock_timeout = '20ms'`);
  let attempts = 0;
  let arrived = 0;
  const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>();
  const cross = (first: number, second: number) =>
    database.transaction(async (tx) => {
      attempts++;
      await add(tx, first);
      if (++arrived === 2) resolve();
      await bothHoldOne;
      await add(tx, second);
    });
  await Promise.all([cross(1, 2), cross(2, 1)]);
  assert.equal(attempts, 3);
  assert.deepEqual(await fresh.sql('SELECT value FROM counter ORDER BY id'), [{ value: 2 }, { value: 2 }]);
});

test('other failures are not retried, and roll back', async (t) => {
  const { database, fresh } = await openFresh(t);
  let attempts = 0;
  let hooks = 0;
  const failing = (fail: (tx: Tx) => Promise<unknown>) =>
    database.transaction(async (tx) => {
      attempts++;
      afterCommit(tx, () => hooks++);
      await add(tx, 1);
      await fail(tx);
    });
  await assert.rejects(
    failing(async () => {
      throw new Error('no');
    }),
    /no/,
  );
  await assert.rejects(
    failing((tx) => sql`INSERT INTO counter VALUES (1, 1)`.execute(tx)),
    (error) => violatesConstraint(error, 'counter_pkey') && !violatesConstraint(error, 'other'),
  );
  assert.deepEqual([attempts, hooks], [2, 0]);
  assert.deepEqual(await fresh.sql('SELECT value FROM counter WHERE id = 1'), [{ value: 0 }]);
});

test('a conflict that does not end is given up with its error', async (t) => {
  const { database } = await openFresh(t);
  let attempts = 0;
  const always = database.transaction(async (tx) => {
    attempts++;
    await sql`DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`.execute(tx);
  });
  await assert.rejects(always, { code: '40001' });
  assert.equal(attempts, 10);
});

test('hooks run in order after the commit is visible; one that fails affects neither the others nor the result', async (t) => {
  const failed: unknown[] = [];
  const { database, fresh } = await openFresh(t, { onHookError: (error) => failed.push(error) });
  const ran: string[] = [];
  let seen: Promise<unknown[]> | undefined;
  const result = await database.transaction(async (tx) => {
    afterCommit(tx, () => {
      ran.push('first');
      seen = fresh.sql('SELECT value FROM counter WHERE id = 1');
    });
    afterCommit(tx, () => {
      throw new Error('a listener is broken');
    });
    afterCommit(tx, () => ran.push('last'));
    await add(tx, 1, 7);
    assert.deepEqual(ran, []);
    return 'done';
  });
  assert.equal(result, 'done');
  assert.deepEqual(ran, ['first', 'last']);
  assert.deepEqual(await seen, [{ value: 7 }]);
  assert.match(String(failed), /a listener is broken/);
});

test('a hook needs its transaction', () => {
  assert.throws(() => afterCommit({} as Tx, () => {}), /afterCommit needs/);
});

test('a connection that the server closes is replaced', async (t) => {
  const { database, fresh } = await openFresh(t);
  await database.transaction((tx) => add(tx, 1));
  await fresh.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test' AND datname = current_database()`,
  );
  await assert.doesNotReject(async () => {
    // The loss is reported in the next turns of the event loop; until then a query may still get the dead connection.
    for (let tries = 0; ; tries++) {
      try {
        return await database.transaction((tx) => add(tx, 1));
      } catch (error) {
        if (tries === 20) throw error;
      }
    }
  });
  assert.deepEqual(await fresh.sql('SELECT value FROM counter WHERE id = 1'), [{ value: 2 }]);
});

test('statements are prepared once per connection, and integers beyond 2^53 are an error', async (t) => {
  const { database } = await openFresh(t);
  const names = await database.transaction(async (tx) => {
    for (let i = 0; i < 3; i++) await counterOf(tx, 1 + (i % 2));
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_prepared_statements
      WHERE statement LIKE 'SELECT value FROM counter%'`.execute(tx);
    return rows[0]!.n;
  });
  assert.equal(names, 1);
  await assert.rejects(database.pool.query('SELECT 9007199254740993::bigint'), RangeError);
});

test('closing ends the connections of a database that was only written to', async (t) => {
  const { database } = await openFresh(t);
  await database.transaction((tx) => add(tx, 1));
  assert.equal(database.pool.totalCount, 1);
  await database.close();
  assert.deepEqual([database.pool.totalCount, database.pool.ended], [0, true]);
});
