import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { openEventBus } from '../../../src/platform/events/open.ts';
import { LeasedQuotas } from '../../../src/utility/access/leased-quota.ts';
import { restoreFreeGrant, takeFreeGrant } from '../../../src/utility/access/quota.ts';
import { startDnsServer } from '../../counterparts/dns-server.ts';
import { startApp } from '../../harness/app.ts';
import type { Answer } from '../../harness/client.ts';
import { dayMs, hourMs, MovableClock } from '../../harness/clock.ts';
import { freshDatabase, type TestDatabase } from '../../harness/database.ts';
import { onDatabase, spawnKith } from '../../harness/process.ts';
import { assertRefused } from '../../harness/refused.ts';

const zone = { 'a.test': { A: ['192.0.2.1'] }, 'broken.test': 'servfail' } as const;
const [call, failing] = ['/dns-lookup?domain=a.test', '/dns-lookup?domain=broken.test'];
/** A failed call uses none, and says so. */
function assertFailedFree(answer: Answer): void {
  assertRefused(answer, 502, 'upstream_failed');
  assert.deepEqual(
    [answer.headers['ratelimit-remaining'], answer.headers['x-kith-paid-by']],
    ['100', undefined],
  );
}
const fail = (error: unknown) => assert.fail(String(error));

/** The counter of one process, on its own connections. */
async function counter(t: { after(clean: () => Promise<unknown>): void }, database: TestDatabase) {
  const clock = new MovableClock('2026-11-15T12:00:00.000Z');
  const { host, port, user, database: name } = database;
  const opened = openDatabase(
    { host, port, user, database: name },
    { name: 't', connections: 4, onLost: fail },
  );
  const bus = await openEventBus({ connection: opened.connection }, fail);
  const quotas = new LeasedQuotas({ ...opened, bus, clock, onError: fail });
  t.after(async () => {
    await quotas.stop();
    await bus.close();
    await opened.close();
  });
  return quotas;
}

test('10,000 concurrent calls of one subject from two processes: exactly 100 are free', async (t) => {
  const database = await freshDatabase();
  const processes = [await counter(t, database), await counter(t, database)] as const;
  t.after(() => database.drop());
  const quota = { name: 'calls', max: 100 };
  const takes = Array.from({ length: 10_000 }, (_, i) => processes[i % 2]!.take(quota, 'ally:1'));
  const free = (await Promise.all(takes)).filter((use) => use !== undefined);
  assert.equal(free.length, 100);
  assert.deepEqual(new Set(free.map((use) => use.limit)), new Set([100]));
  // A failed call's free call can be taken again by any caller, but only once.
  await processes[0].refund(quota, 'ally:1');
  assert.equal(
    (await Promise.all([1, 2, 3].map(() => processes[1].take(quota, 'ally:1')))).filter(Boolean).length,
    1,
  );
});

test('quota held by one process is recalled when another runs out', async (t) => {
  const database = await freshDatabase();
  const [idle, busy] = [await counter(t, database), await counter(t, database)];
  t.after(() => database.drop());
  const quota = { name: 'calls', max: 100 };
  // It takes one and reserves a few; the other must get all the rest, one after another.
  assert.ok(await idle.take(quota, 'ally:1'));
  let served = 0;
  while (await busy.take(quota, 'ally:1')) served++;
  assert.equal(served, 99);
  assert.equal(await idle.take(quota, 'ally:1'), undefined);
});

test('a key has 100 calls per day over all processes, in the contract’s order, and failures use none', async (t) => {
  const clock = new MovableClock('2026-11-15T23:00:00.000Z');
  const dns = await startDnsServer(zone);
  t.after(() => dns.close());
  const env = { KITH_DNS_SERVERS: dns.address };
  const one = await startApp(t, { env, clock });
  const two = await startApp(t, { env, clock, database: one.database });
  const { json } = await one.utility.post('/ally/register', { agent: 'tester' });
  const ally = json.key;
  for (let i = 0; i < 3; i++) assertFailedFree(await one.utility.get(failing, { ally }));
  const answers = await Promise.all(
    Array.from({ length: 130 }, (_, i) => (i % 2 ? one : two).utility.get(call, { ally })),
  );
  const served = answers.filter((answer) => answer.status === 200);
  assert.equal(served.length, 100);
  for (const { headers } of served)
    assert.deepEqual([headers['x-kith-paid-by'], headers['ratelimit-limit']], ['ally', '100']);
  for (const answer of answers.filter((each) => each.status !== 200)) {
    assertRefused(answer, 429, 'over_limit');
    assert.deepEqual([answer.headers['ratelimit-remaining'], answer.headers['retry-after']], ['0', '3600']);
  }
  const taste = await one.utility.get(`${call}&free=1`, { ally });
  assert.deepEqual(
    [taste.status, taste.headers['x-kith-paid-by'], taste.headers['ratelimit-limit']],
    [200, 'taste', '20'],
  );
  const tastes = await Promise.all(Array.from({ length: 30 }, () => two.utility.get(`${call}&free=1`)));
  assert.equal(tastes.filter((answer) => answer.status === 200).length, 19);
  assertRefused(await one.utility.get(`${call}&free=1`), 429, 'over_limit');
  assertRefused(await one.utility.get(call), 401, 'no_key');
  clock.forward(2 * hourMs);
  assert.equal((await two.utility.get(call, { ally })).status, 200, 'a new UTC day');
});

test('kill -9 gives nobody an extra call, and loses a few at most', async (t) => {
  const dns = await startDnsServer(zone);
  t.after(() => dns.close());
  const database = await freshDatabase();
  t.after(() => database.drop());
  const env = { KITH_DNS_SERVERS: dns.address };
  const killedProcess = await spawnKith(t, { ...env, ...onDatabase(database) });
  const { json } = await killedProcess.utility.post('/ally/register', { agent: 'tester' });
  const options = { ally: json.key };
  for (let i = 0; i < 3; i++) assert.equal((await killedProcess.utility.get(call, options)).status, 200);
  await killedProcess.kill('SIGKILL');
  const survivor = await startApp(t, { env, database });
  let served = 3;
  while ((await survivor.utility.get(call, options)).status === 200) served++;
  assert.ok(served <= 100 && served >= 90, `${served} calls`);
});

test('one free video per key, also with concurrent requests', async (t) => {
  const database = await freshDatabase();
  const { host, port, user, database: name } = database;
  const opened = openDatabase(
    { host, port, user, database: name },
    { name: 't', connections: 8, onLost: fail },
  );
  t.after(async () => {
    await opened.close();
    await database.drop();
  });
  const take = () => opened.transaction((tx) => takeFreeGrant(tx, 'video', 'ally:1', new Date(dayMs)));
  const taken = await Promise.all(Array.from({ length: 8 }, take));
  assert.equal(taken.filter(Boolean).length, 1);
  await opened.transaction((tx) => restoreFreeGrant(tx, 'video', 'ally:1'));
  assert.deepEqual([await take(), await take()], [true, false]);
});
