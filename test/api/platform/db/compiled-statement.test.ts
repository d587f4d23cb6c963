import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { compiledStatement } from '../../../../src/platform/db/compiled-statement.ts';
import type { Reader } from '../../../../src/platform/db/database.ts';
import { openFresh } from './open.ts';

test('a statement is built once, and every execution brings its own values', async (t) => {
  const { database } = await openFresh(t);
  let built = 0;
  const difference = compiledStatement((_: Reader, { from, less }: { from: number; less: number }) => {
    built++;
    return sql<{ left: number }>`SELECT ${from}::integer - ${less}::integer - ${1}::integer AS left`;
  });
  assert.deepEqual(await difference(database.read, { from: 10, less: 3 }), [{ left: 6 }]);
  assert.deepEqual(await difference(database.read, { less: 10, from: 30 }), [{ left: 19 }]);
  assert.equal(built, 1);
});

test('a build that computes with a value, or leaves one out, fails at once', async (t) => {
  const { database } = await openFresh(t);
  const computes = compiledStatement(
    (_: Reader, { at }: { at: number }) => sql`SELECT ${at * 2}::integer AS doubled`,
  );
  await assert.rejects(computes(database.read, { at: 1 }), /at is not known when a statement is compiled/);
  const leavesOut = compiledStatement((_: Reader, values: { used: number; unused: number }) => {
    void values.unused;
    return sql`SELECT ${values.used}::integer AS used`;
  });
  await assert.rejects(leavesOut(database.read, { used: 1, unused: 2 }), /unused is not a parameter/);
});
