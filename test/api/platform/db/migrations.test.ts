import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { migrations as real } from '../../../../src/app/migrations.ts';
import { BadSchema, type Migration, migrate } from '../../../../src/platform/db/migrations.ts';
import { freshDatabase } from '../../../harness/database.ts';

const one: Migration = { name: '1', sql: 'CREATE TABLE one (id integer); INSERT INTO one VALUES (1)' };
const two: Migration = { name: '2', sql: 'ALTER TABLE one ADD COLUMN more text' };

async function empty(t: TestContext) {
  const fresh = await freshDatabase({ empty: true });
  t.after(() => fresh.drop());
  const { host, port, user, database } = fresh;
  return { ...fresh, run: (steps: readonly Migration[]) => migrate({ host, port, user, database }, steps) };
}

test('8 concurrent processes: every migration runs once, in order', async (t) => {
  const { run, sql } = await empty(t);
  const slow = { name: '3', sql: 'SELECT pg_sleep(0.1); INSERT INTO one VALUES (3)' };
  const applied = await Promise.all(Array.from({ length: 8 }, () => run([one, two, slow])));
  assert.deepEqual(applied.flat().toSorted(), ['1', '2', '3']);
  assert.deepEqual(await sql('SELECT id FROM one ORDER BY id'), [{ id: 1 }, { id: 3 }]);
  assert.deepEqual(await run([one, two, slow]), []);
});

test('a new migration is added to the existing ones', async (t) => {
  const { run } = await empty(t);
  assert.deepEqual(await run([one]), ['1']);
  assert.deepEqual(await run([one, two]), ['2']);
});

test('a failing migration leaves nothing, keeps earlier ones, and runs once it is fixed', async (t) => {
  const { run, sql } = await empty(t);
  const broken = { name: '2', sql: 'CREATE TABLE two (id integer); INSERT INTO nowhere VALUES (1)' };
  await assert.rejects(run([one, broken]), (error) => {
    assert.ok(error instanceof BadSchema);
    assert.match(error.message, /migration "2": .*nowhere/);
    return true;
  });
  assert.deepEqual(await sql('SELECT name FROM migration'), [{ name: '1' }]);
  assert.deepEqual(await sql(`SELECT to_regclass('two') AS two`), [{ two: null }]);
  assert.deepEqual(await run([one, two]), ['2']);
});

test('a migration changed after it ran is refused', async (t) => {
  const { run, sql } = await empty(t);
  await run([one, two]);
  await assert.rejects(run([{ ...one, sql: `${one.sql} ` }, two]), /migration "1" differs/);
  assert.equal((await sql('SELECT 1 FROM one')).length, 1);
});

test('a database of a newer kith is not touched by an older one', async (t) => {
  const { run, sql } = await empty(t);
  await run([one, two]);
  await assert.rejects(run([one, { name: '1b', sql: 'DROP TABLE one' }]), /newer kith \(migration "2"\)/);
  assert.equal((await sql('SELECT 1 FROM one')).length, 1);
});

test('a database from before the baseline is not touched', async (t) => {
  const { run, sql } = await empty(t);
  await run([{ name: '0001 early', sql: 'CREATE TABLE early (id integer)' }]);
  await assert.rejects(run([one, two]), /created before kith 1: back it up/);
  assert.deepEqual(await sql(`SELECT to_regclass('one') AS one`), [{ one: null }]);
});

test('migrations are the files of their folder, in the order of their names', () => {
  const names = real.slice(1).map(({ name }) => name);
  for (const name of names) assert.match(name, /^\d{14}-[a-z0-9-]+$/);
  const files = globSync(path.join(import.meta.dirname, '../../../../src/app/migrations/*.ts'));
  assert.deepEqual(names, files.map((file) => path.basename(file, '.ts')).toSorted());
});

test('two migrations with one name are refused', async (t) => {
  const { run } = await empty(t);
  await assert.rejects(run([one, { ...two, name: '1' }]), /the same name/);
});

test('the real migrations run on an empty database', async (t) => {
  const { run } = await empty(t);
  assert.deepEqual(
    await run(real),
    real.map((migration) => migration.name),
  );
});
