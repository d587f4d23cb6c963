import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { openEventBus } from '../../../../src/platform/events/open.ts';
import { freshDatabase } from '../../../harness/database.ts';

/** A connection to PostgreSQL on which everything open can go silent, while new connections work. */
async function openThrough(t: TestContext) {
  const fresh = await freshDatabase({ empty: true });
  const silenced = new Set<Socket>();
  const open = new Set<Socket>();
  const proxy = createServer((inner) => {
    const outer = connect(path.join(fresh.host, `.s.PGSQL.${fresh.port}`));
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      from.on('data', (chunk) => void (silenced.has(inner) || to.write(chunk)));
      from.on('close', () => void (silenced.has(inner) || to.destroy()));
      from.on('error', () => {});
    }
    open.add(inner);
    t.after(() => {
      inner.destroy();
      outer.destroy();
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  t.after(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const connection = { host: '127.0.0.1', port, user: fresh.user, database: fresh.database };
  t.after(() => fresh.drop());
  return {
    connection,
    silence: () => {
      for (const socket of open) silenced.add(socket);
    },
  };
}

const one = (database: ReturnType<typeof openDatabase>) => sql`SELECT 1`.execute(database.read);

test('queries on silent connections fail, and later ones succeed', async (t) => {
  const { connection, silence } = await openThrough(t);
  const database = openDatabase(connection, { name: 'test', connections: 4, onLost: () => {} });
  t.after(() => database.close());
  await Promise.all(Array.from({ length: 4 }, () => one(database)));
  silence();
  const lost = await Promise.allSettled([one(database), one(database)]);
  for (const outcome of lost) {
    assert.equal(outcome.status, 'rejected');
    assert.match(String((outcome as PromiseRejectedResult).reason), /Connection terminated/);
  }
  // Neither of the two that were idle is used again.
  await Promise.all(Array.from({ length: 4 }, () => one(database)));
});

test('a slow query on a live connection is left alone', async (t) => {
  const { connection } = await openThrough(t);
  const database = openDatabase(connection, { name: 'test', connections: 2, onLost: () => {} });
  t.after(() => database.close());
  const { rows } = await sql<{ slept: string }>`SELECT pg_sleep(5), 'whole' AS slept`.execute(database.read);
  assert.equal(rows[0]?.slept, 'whole');
});

test('stopping does not wait for a silent database', async (t) => {
  const { connection, silence } = await openThrough(t);
  const database = openDatabase(connection, { name: 'test', connections: 2, onLost: () => {} });
  await one(database);
  silence();
  await database.close();
});

test('the event bus notices that its connection went silent and listens on a new one', async (t) => {
  const { connection, silence } = await openThrough(t);
  const bus = await openEventBus({ connection }, () => {});
  t.after(() => bus.close());
  const gap = Promise.withResolvers<void>();
  bus.onGap(() => gap.resolve());
  silence();
  await gap.promise;
});
