import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { migrations } from '../../../../src/app/migrations.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { readSchema, takenAway } from './schema-changes.ts';

test('migrations of this minor version only add: an old process works on the new schema', async (t) => {
  const { host, port, user, database, drop } = await freshDatabase({ empty: true });
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  t.after(() => client.end().then(drop));
  const [baseline, ...later] = migrations;
  await client.query(baseline?.sql ?? '');
  let before = await readSchema(client);
  for (const { name, sql } of later) {
    await client.query(sql);
    const after = await readSchema(client);
    assert.deepEqual(takenAway(before, after), [], name);
    before = after;
  }
});

test('a migration that removes something an old process needs is found', async (t) => {
  const { host, port, user, database, drop } = await freshDatabase({ empty: true });
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  t.after(() => client.end().then(drop));
  await client.query(`CREATE TABLE thing (id int PRIMARY KEY, kind text, size int NOT NULL DEFAULT 0);
    CREATE TABLE gone (id int); CREATE UNIQUE INDEX thing_kind ON thing (kind)`);
  const before = await readSchema(client);
  const changesOf = async (sql: string) => {
    await client.query(`BEGIN; ${sql}`);
    const after = await readSchema(client);
    await client.query('ROLLBACK');
    return takenAway(before, after);
  };
  for (const sql of [
    'CREATE TABLE more (id int PRIMARY KEY, n int NOT NULL)',
    'ALTER TABLE thing ADD note text, ADD n int NOT NULL DEFAULT 1, ADD CHECK (n > 0), ADD UNIQUE (note)',
    'CREATE INDEX ON thing (size)',
    'ALTER TABLE thing ALTER size DROP NOT NULL',
  ])
    assert.deepEqual(await changesOf(sql), [], sql);
  for (const [sql, expected] of [
    ['DROP TABLE gone', 'removes table gone'],
    ['ALTER TABLE thing DROP size', 'removes thing.size'],
    ['ALTER TABLE thing ALTER size TYPE bigint', 'changes the type of thing.size'],
    ['ALTER TABLE thing ALTER kind SET NOT NULL', 'requires thing.kind'],
    ['ALTER TABLE thing ALTER size DROP DEFAULT', 'removes the default of thing.size'],
    ['ALTER TABLE thing ADD n int NOT NULL', 'adds thing.n, required without a default'],
    ['ALTER TABLE thing ADD CONSTRAINT small CHECK (size < 9)', 'adds the rule thing small'],
    ['CREATE UNIQUE INDEX one_size ON thing (size)', 'adds the rule thing one_size'],
    ['DROP INDEX thing_kind', 'removes thing thing_kind, which ON CONFLICT may name'],
  ] as const)
    assert.deepEqual(await changesOf(sql), [expected], sql);
  assert.deepEqual(await changesOf('ALTER TABLE thing RENAME kind TO sort'), ['removes thing.kind']);
});
