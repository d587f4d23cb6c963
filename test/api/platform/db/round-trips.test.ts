import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  afterCommit,
  pipelineWrite,
  type Tx,
  violatesConstraint,
} from '../../../../src/platform/db/transaction.ts';
import { watchTransactions } from '../../../harness/round-trips.ts';
import { openFresh } from './open.ts';

const insert = (tx: Tx, id: number) => sql`INSERT INTO counter VALUES (${id}, 0)`.execute(tx);
const read = async (tx: Tx, id: number) =>
  (await sql<{ value: number }>`SELECT value FROM counter WHERE id = ${id}`.execute(tx)).rows[0]?.value;

test('BEGIN is sent with the first statement, COMMIT with the writes that are not awaited', async (t) => {
  const { database, fresh } = await openFresh(t);
  const seen = watchTransactions(t, fresh);
  const [one, two] = await database.transaction(async (tx) => {
    const both = await Promise.all([read(tx, 1), read(tx, 2)]);
    pipelineWrite(tx, insert(tx, 3));
    pipelineWrite(tx, insert(tx, 4));
    return both;
  });
  assert.deepEqual([one, two], [0, 0]);
  assert.equal(seen.length, 1);
  assert.equal(seen[0]?.statements.length, 6);
  assert.equal(seen[0]?.roundTrips, 2);
  assert.equal((await fresh.sql('SELECT FROM counter')).length, 4);
});

test('a transaction that needs no statement sends nothing', async (t) => {
  const { database, fresh } = await openFresh(t);
  const seen = watchTransactions(t, fresh);
  let hooks = 0;
  const work = async (tx: Tx) => {
    afterCommit(tx, () => hooks++);
    return 7;
  };
  assert.equal(await database.transaction(work), 7);
  assert.deepEqual(seen, []);
  assert.equal(hooks, 1);
});

test('a write that was not awaited fails its transaction with its own error, and nothing is kept', async (t) => {
  const { database, fresh } = await openFresh(t);
  let hooks = 0;
  const failing = (after: (tx: Tx) => Promise<unknown>) =>
    database.transaction(async (tx) => {
      afterCommit(tx, () => hooks++);
      pipelineWrite(tx, insert(tx, 3));
      pipelineWrite(tx, insert(tx, 1));
      await after(tx);
    });
  const isDouble = (error: unknown) => violatesConstraint(error, 'counter_pkey');
  await assert.rejects(
    failing(async () => {}),
    isDouble,
    'with the commit right behind',
  );
  await assert.rejects(
    failing((tx) => read(tx, 1)),
    isDouble,
    'with a statement behind that the server skipped',
  );
  const mapped = database.transaction(async (tx) => {
    const named = insert(tx, 1).catch(() => {
      throw new Error('the id is taken');
    });
    pipelineWrite(tx, named);
    await read(tx, 1);
  });
  await assert.rejects(mapped, /the id is taken/);
  assert.equal(hooks, 0);
  assert.equal((await fresh.sql('SELECT FROM counter')).length, 2);
});

test('of statements sent together the one that failed is reported as the cause', async (t) => {
  const { database, fresh } = await openFresh(t);
  const slowToTell = async (tx: Tx) => {
    try {
      return await insert(tx, 1);
    } catch (error) {
      for (let hop = 0; hop < 20; hop++) await null;
      throw new Error('the id is taken', { cause: error });
    }
  };
  // New connections, on which the reads are not prepared yet, and then ones on which they are.
  for (let round = 0; round < 2; round++) {
    const work = database.transaction((tx) =>
      Promise.all([slowToTell(tx), read(tx, 1), insert(tx, 5), read(tx, 2)]),
    );
    await assert.rejects(work, /the id is taken/);
    await database.transaction((tx) => read(tx, 1));
  }
  assert.equal((await fresh.sql('SELECT FROM counter')).length, 2);
});

test('a transaction whose statement could not be sent is not committed', async (t) => {
  const { database, fresh } = await openFresh(t);
  const seen = watchTransactions(t, fresh);
  const unsendable = {
    toPostgres() {
      throw new Error('cannot be sent');
    },
  };
  const work = database.transaction(async (tx) => {
    await insert(tx, 3);
    pipelineWrite(tx, sql`INSERT INTO counter VALUES (4, ${unsendable})`.execute(tx));
  });
  await assert.rejects(work, /cannot be sent/);
  assert.equal(seen[0]?.command, 'ROLLBACK');
  assert.equal((await fresh.sql('SELECT FROM counter')).length, 2);
  assert.equal(await database.transaction((tx) => read(tx, 1)), 0, 'the connection is still usable');
});

test('a BEGIN that the server refuses lets nothing take effect', async (t) => {
  const { database, fresh } = await openFresh(t);
  const wrong = database.transaction((tx) => insert(tx, 3), { isolation: 'none' as 'serializable' });
  await assert.rejects(wrong, { code: '42601' });
  assert.equal((await fresh.sql('SELECT FROM counter')).length, 2);
});

test('nothing is sent on a transaction that has ended', async (t) => {
  const { database } = await openFresh(t);
  let kept: Tx | undefined;
  await database.transaction(async (tx) => {
    kept = tx;
    await read(tx, 1);
  });
  await assert.rejects(read(kept!, 1), /has ended/);
});
