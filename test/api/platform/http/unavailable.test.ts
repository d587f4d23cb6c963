import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { WriteProbe } from '../../../../src/platform/health/write-probe.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { freshDatabase, ownBackends, type TestDatabase } from '../../../harness/database.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const endConnections = (database: TestDatabase) =>
  database.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name <> '${ownBackends}'`);

test('while the disk refuses writes, callers are told the state and when to retry, and reads work', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const { city } = await startApp(t, { database });
  const { api_key: key } = await register(city);
  await city.call('PUT', '/api/memory/plan', { body: { value: 'a' }, key });
  await database.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
  await database.sql(
    'CREATE TRIGGER refuse BEFORE UPDATE ON note FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
  );
  const refused = await city.call('PUT', '/api/memory/plan', { body: { value: 'b' }, key });
  assertRefused(refused, 503, 'overloaded');
  assert.equal(refused.json.error, 'kith cannot write at the moment: its disk is full');
  assert.equal(refused.headers['retry-after'], '10');
  assert.equal((await city.get('/api/memory/plan', { key })).json.value, 'a');
});

test('a server is ready only while its database can flush a record and allocate blocks', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const { city, utility } = await startApp(t, { database });
  assert.equal((await city.get('/readyz')).status, 200);
  // The next connections may not write a block more than fits into memory.
  await database.sql(`ALTER DATABASE ${database.database} SET temp_file_limit = 0`);
  await endConnections(database);
  const probe = openProbe(t, database);
  assert.match((await probe.check()) ?? '', /^cannot write at the moment: its share of the disk/);
  assert.equal(probe.check(), probe.check(), 'probes are shared by those who ask within 5 s');
  for (const service of [city, utility]) {
    await until(async () => (await service.get('/readyz')).status === 503);
    assert.match((await service.get('/readyz')).json.error, /^kith cannot /);
  }
  assert.equal((await city.get('/api/stats')).status, 200, 'reads keep working');
});

function openProbe(
  t: { after(work: () => Promise<void>): void },
  { host, port, user, database }: TestDatabase,
) {
  const opened = openDatabase(
    { host, port, user, database },
    { name: 'probe', connections: 1, onLost: () => {} },
  );
  t.after(() => opened.close());
  return new WriteProbe({ transaction: opened.transaction, dir: undefined });
}

test('a directory that cannot be written is a reason of its own', async () => {
  const works = async () => undefined as never;
  const probe = new WriteProbe({ transaction: works, dir: '/dev/null/blobs' });
  assert.match((await probe.check()) ?? '', /^cannot write/);
});
