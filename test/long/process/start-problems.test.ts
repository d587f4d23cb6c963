import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../../chaos/site/ports.ts';
import { freshDatabase } from '../../harness/database.ts';
import { beginKith, onDatabase, runKith, spawnKith } from '../../harness/process.ts';
import { until } from '../../harness/until.ts';

async function folder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'kith-start-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function database(t: TestContext) {
  const fresh = await freshDatabase();
  t.after(() => fresh.drop());
  return fresh;
}

test('each start problem is one line that says what to do', async (t) => {
  const dir = await folder(t);
  const env = { ...onDatabase(await database(t)), KITH_DATA_DIR: path.join(dir, 'data') };
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => void taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  await writeFile(path.join(dir, 'file'), '');
  const cases: [Record<string, string>, RegExp][] = [
    [{ KITH_CITY_PORT: String(port) }, new RegExp(`port ${port} is in use: .*KITH_CITY_PORT`)],
    [{ KITH_HOST: '203.0.113.77' }, /203\.0\.113\.77 is not an address of this machine: set KITH_HOST/],
    [{ KITH_DATA_DIR: path.join(dir, 'file') }, /file.* is not a directory: set KITH_DATA_DIR/],
    [{ KITH_DATA_DIR: '/proc/kith/data' }, /\/proc\/kith.* cannot be written.*KITH_DATA_DIR/],
    [{ KITH_DATA_DIR: '/proc' }, /\/proc cannot be written.*KITH_DATA_DIR/],
    [{ KITH_DATA_DIR: '/sys/kith' }, /\/sys\/kith.* (cannot|may not) be written.*KITH_DATA_DIR/],
    [
      { KITH_EVENTS_URL: 'nats://127.0.0.1:1' },
      /NATS of KITH_EVENTS_URL cannot be reached at 127\.0\.0\.1:1/,
    ],
    [
      {
        KITH_BLOBS_URL: 's3://files?endpoint=http://127.0.0.1:1&region=x',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
      },
      /bucket files of KITH_BLOBS_URL cannot be used: /,
    ],
  ];
  for (const [more, says] of cases) {
    const ended = await runKith(['serve'], { ...env, ...more });
    const what = `${JSON.stringify(more)} ${ended.stderr}`;
    assert.equal(ended.code, 1, what);
    assert.match(ended.stderr, /^kith: [^\n]+\n$/, what);
    assert.match(ended.stderr, says, what);
  }
});

test('a start waits for its database, whenever it comes, and exits only for what waiting cannot heal', async (t) => {
  const fresh = await database(t);
  const { host, port, database: name, user } = fresh;
  const gate = createServer((client) => {
    const server = connect(path.join(host, `.s.PGSQL.${port}`));
    client.on('error', () => server.destroy()).pipe(server);
    server.on('error', () => client.destroy()).pipe(client);
  });
  const listen = (at: number) => once(gate.listen(at, '127.0.0.1'), 'listening');
  // Nobody listens on it until the database comes up there.
  const free = await freePort();
  const urlOf = (who: string, what: string) => `postgresql://${who}@127.0.0.1:${free}/${what}`;
  const env = { ...onDatabase(fresh), KITH_DATA_DIR: await folder(t), DATABASE_URL: urlOf(user, name) };
  const stopped = beginKith(t, env);
  const waits = ({ printed }: typeof stopped) =>
    until(() => /waiting for the database/.test(printed()), 'it says that it waits');
  await waits(stopped);
  assert.match(stopped.printed(), /ECONNREFUSED 127\.0\.0\.1/);
  assert.equal(await stopped.kill('SIGTERM'), 0);

  const starting = beginKith(t, env);
  await waits(starting);
  await listen(free);
  t.after(() => void gate.close());
  const kith = await starting.up;
  assert.equal((await kith.city.get('/readyz')).status, 200);
  assert.equal(await kith.kill(), 0);
  for (const [url, says] of [
    [
      urlOf(user, 'no_such_database'),
      /^kith: the database of DATABASE_URL refused[^\n]+no_such_database[^\n]+\n$/,
    ],
    [urlOf('nobody_here', name), /^kith: the database of DATABASE_URL [^\n]+nobody_here[^\n]+\n$/],
  ] as const) {
    const refused = await runKith(['serve'], { ...env, DATABASE_URL: url });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, says);
  }
});

test('a different directory for files is refused, the same one mounted elsewhere is not', async (t) => {
  const [one, two] = [await folder(t), await folder(t)];
  const env = onDatabase(await database(t));
  const first = await spawnKith(t, { ...env, KITH_DATA_DIR: one });
  const refused = await runKith(['serve'], { ...env, KITH_DATA_DIR: two });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^kith: the files of this database are not in [^\n]+\n$/);
  const id = await readFile(path.join(one, 'blobs/store-id'), 'utf8');
  assert.ok(refused.stderr.includes(`write ${id.trim()} into ${path.join(two, 'blobs/store-id')}`));
  await mkdir(path.join(two, 'blobs'), { recursive: true });
  await writeFile(path.join(two, 'blobs/store-id'), id);
  const second = await spawnKith(t, { ...env, KITH_DATA_DIR: two });
  assert.deepEqual(await Promise.all([first.kill(), second.kill()]), [0, 0]);
});

test('migrate runs apart from a start, which then only checks', async (t) => {
  const fresh = await freshDatabase({ empty: true });
  t.after(() => fresh.drop());
  const env = { ...onDatabase(fresh), KITH_DATA_DIR: await folder(t), KITH_MIGRATE_AT_START: '0' };
  const early = await runKith(['serve'], env);
  assert.equal(early.code, 1);
  assert.match(
    early.stderr,
    /^kith: the schema is 1 migration behind \(next: "[^"]+"\): run `kith migrate`[^\n]+\n$/,
  );
  const [applied, again] = [await runKith(['migrate', '--json'], env), await runKith(['migrate'], env)];
  assert.deepEqual(JSON.parse(applied.stdout).applied, ['0.1.0'], applied.stderr);
  assert.equal(again.stdout, 'The schema is up to date.\n');
  const kith = await spawnKith(t, env);
  assert.equal(await kith.kill(), 0);
  // Additions of a newer patch of this minor version do not stop an old process; a newer minor version does.
  await fresh.sql(
    `INSERT INTO migration (name, checksum, version) SELECT '9999 newer', 'x', version FROM migration LIMIT 1`,
  );
  assert.equal(await (await spawnKith(t, env)).kill(), 0);
  await fresh.sql(`UPDATE migration SET version = '999.0.0' WHERE name = '9999 newer'`);
  const old = await runKith(['serve'], env);
  assert.match(
    old.stderr,
    /^kith: the database was changed by a newer kith \(migration "9999 newer"\)[^\n]+\n$/,
  );
  await fresh.sql(`UPDATE migration SET name = '0001 limits', version = '0.1.0' WHERE name = '0.1.0'`);
  const development = await runKith(['serve'], env);
  assert.match(
    development.stderr,
    /^kith: the database was created before kith 0\.1\.0: back it up [^\n]+\n$/,
  );
});
