import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { postgresUrl } from '../../../../src/platform/config/parse.ts';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../src/platform/db/embedded/server.ts';
import { splitHosts } from '../../../../src/platform/db/hosts.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { beginKith, runKith } from '../../../harness/process.ts';
import { until } from '../../../harness/until.ts';

const key = '22'.repeat(32);

/** A separate PostgreSQL, reached by TCP as on another machine. */
async function startHost(t: TestContext, { standby }: { standby: boolean }) {
  const dir = await freshDataDir(t);
  const start = () => startEmbeddedPostgres({ dataDir: dir, log: () => {} });
  let server: EmbeddedPostgres = await start();
  const { host, port, user } = server;
  if (standby) {
    await server.stop();
    await writeFile(path.join(dir, 'postgres/standby.signal'), '', { mode: 0o644 });
    server = await start();
  }
  const proxy = createServer((inner) => {
    const outer = connect(path.join(host, `.s.PGSQL.${port}`));
    inner.pipe(outer).pipe(inner);
    inner.on('error', () => outer.destroy());
    outer.on('error', () => inner.destroy());
    t.after(() => inner.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  t.after(async () => {
    proxy.close();
    await server.stop();
  });
  return {
    user,
    address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: () => server.stop(),
    promote: async () => {
      const client = new pg.Client({ host, port, user, database: 'kith' });
      await client.connect();
      await client.query('SELECT pg_promote()');
      await client.end();
    },
  };
}

test('a connection string may name several hosts', () => {
  assert.deepEqual(
    splitHosts('postgresql://u:p@one:1,two:2/db?target_session_attrs=read-write&sslmode=require'),
    ['postgresql://u:p@one:1/db?sslmode=require', 'postgresql://u:p@two:2/db?sslmode=require'],
  );
  assert.deepEqual(splitHosts('postgresql://one/db'), ['postgresql://one/db']);
  assert.equal(postgresUrl('postgresql://[::1]:5432,two/db'), 'postgresql://[::1]:5432,two/db');
  assert.throws(() => postgresUrl('postgresql://one:x,two/db'), /must be like postgresql/);
});

test('of several hosts the primary is used, and the new one after a failover', async (t) => {
  const [first, second] = await Promise.all([
    startHost(t, { standby: true }),
    startHost(t, { standby: false }),
  ]);
  const connectionString = `postgresql://${first.user}@${first.address},${second.address}/kith?target_session_attrs=read-write`;
  const database = openDatabase({ connectionString }, { name: 'test', connections: 2, onLost: () => {} });
  t.after(() => database.close());
  const write = () =>
    database.transaction(async (tx) => {
      await sql`CREATE TABLE IF NOT EXISTS written (at timestamptz)`.execute(tx);
      await sql`INSERT INTO written VALUES (now())`.execute(tx);
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM written`.execute(tx);
      return rows[0]?.count;
    });
  assert.equal(await write(), 1, 'the second host is the primary');
  assert.equal(await write(), 2);
  await assertRecognised(t, first);
  await second.stop();
  await first.promote();
  // The broken connection fails once; then a new one finds the host that accepts writes.
  const after = await write().catch(write);
  assert.equal(after, 1, 'the first host is the primary now');
});

/** A standby alone is named as such: by doctor, and by a start, which waits for it to become a primary. */
async function assertRecognised(t: TestContext, standby: { user: string; address: string }): Promise<void> {
  const DATABASE_URL = `postgresql://${standby.user}@${standby.address}/kith`;
  const env = { DATABASE_URL, KITH_SIGNING_KEY: key, KITH_DATA_DIR: await freshDataDir(t) };
  const several = {
    ...env,
    DATABASE_URL: `postgresql://${standby.user}@${standby.address},127.0.0.1:1/kith`,
  };
  const { stdout } = await runKith(['doctor'], env);
  assert.match(stdout, /^BAD {2}database .*it is a standby$/m);
  for (const [its, says] of [
    [env, /the database of DATABASE_URL is a standby: name the primary/],
    [several, /no host of DATABASE_URL is a primary: .* is a standby; /],
  ] as const) {
    const starting = beginKith(t, its);
    await until(() => says.test(starting.printed()));
    assert.match(starting.printed(), /waiting for the database/);
    assert.equal(await starting.kill(), 0);
  }
}
