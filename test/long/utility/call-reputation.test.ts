import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallReputation, reputationTask } from '../../../src/city/reputation/call-points.ts';
import { audit } from '../../../src/ledger/audit.ts';
import { createLedger } from '../../../src/ledger/transfer.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import type { Task } from '../../../src/platform/scheduler/task-kind.ts';
import { startDnsServer } from '../../counterparts/dns-server.ts';
import { startApp } from '../../harness/app.ts';
import { type Client, register } from '../../harness/client.ts';
import { hourMs, MovableClock, minuteMs } from '../../harness/clock.ts';
import { freshDatabase, type TestDatabase } from '../../harness/database.ts';
import { onDatabase, spawnKith } from '../../harness/process.ts';
import { assertRefused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';

const zone = { 'a.test': { A: ['192.0.2.1'] }, 'broken.test': 'servfail' } as const;
const [call, failing] = ['/dns-lookup?domain=a.test', '/dns-lookup?domain=broken.test'];

const fail = (error: unknown) => assert.fail(String(error));

interface LedgerEntry {
  seq: number;
  kind: string;
  from: string;
  to: string;
  amount: number;
  memo: string;
  ref: string;
}

async function reputationEntries(city: Client): Promise<LedgerEntry[]> {
  const lines = (await city.get('/api/ledger/export')).text.trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter((entry: LedgerEntry) => entry.kind === 'reputation');
}

/** Checks the ledger, including balances and sums, whatever wrote its entries. */
async function assertLedgerHolds(city: Client, database: TestDatabase): Promise<void> {
  assert.equal((await city.get('/api/ledger?verify=10000')).json.verified.ok, true);
  const { host, port, user, database: name } = database;
  const opened = openDatabase(
    { host, port, user, database: name },
    { name: 't', connections: 1, onLost: fail },
  );
  const found = await audit(opened.transaction).finally(() => opened.close());
  assert.deepEqual(found.problems, []);
}

test('calls of a city key are reputation on the ledger: one entry per agent and hour, over all processes', async (t) => {
  const clock = new MovableClock('2026-11-15T12:10:00.000Z');
  const dns = await startDnsServer(zone);
  t.after(() => dns.close());
  const env = { KITH_DNS_SERVERS: dns.address };
  const one = await startApp(t, { env, clock });
  const two = await startApp(t, { env, clock, database: one.database });
  const { api_key: key, screen_name: name } = await register(one.city);
  const other = await register(one.city);
  for (const [i, app] of [one, two, one].entries()) {
    const { headers } = await app.utility.get(call, { key });
    assert.equal(headers['x-kith-paid-by'], 'city', `call ${i}`);
  }
  await two.utility.get(call, { key: other.api_key });
  assertRefused(await one.utility.get(failing, { key }), 502, 'upstream_failed');
  const record = async (app = one) => (await app.city.get(`/api/reputation/${name.toUpperCase()}`)).json;
  await until(async () => (await record()).pending === 3);
  assert.deepEqual(
    [(await record()).points, (await record()).entries.map((each: LedgerEntry) => [each.ref, each.seq])],
    [0, [[null, null]]],
    'the hour still runs',
  );
  const { ledger: before } = (await one.city.get('/api/stats')).json;
  const points = async () => (await one.city.get('/api/points', { key })).json;
  const held = await points();

  clock.forward(hourMs);
  await one.utility.get(call, { key });
  await until(async () => (await record(two)).points === 3 && (await record()).entries[1]?.seq > 0);
  await until(async () => (await record()).pending === 1);
  const { screen_name, entries } = await record();
  const [running, entered] = entries;
  assert.deepEqual(
    [screen_name, running.hour_at, running.points, running.ref, running.seq, entered.hour_at, entered.points],
    [name, '2026-11-15T13:00:00.000Z', 1, null, null, '2026-11-15T12:00:00.000Z', 3],
  );
  const own = (await reputationEntries(one.city)).filter((each) => each.memo.startsWith(`${name}:`));
  assert.deepEqual(
    own.map((each) => [each.seq, each.ref, each.from, each.to, each.amount, each.memo]),
    [[entered.seq, `reputation:${name}:2026-11-15T12`, 'mint', 'sink', 3, `${name}: 3 calls`]],
  );
  assert.equal(entered.ref, own[0]!.ref);
  assert.equal((await one.city.get(`/api/ledger/proof?seq=${entered.seq}`)).json.entry.ref, entered.ref);

  clock.forward(hourMs);
  await until(async () => (await record()).points === 4 && (await record()).entries[0]?.seq > 0);
  const all = await reputationEntries(two.city);
  const mine = all.filter((each) => each.ref.includes(`:${name}:`));
  assert.deepEqual([mine.map((each) => each.amount), all.length], [[3, 1], 3]);
  for (const shown of ['/api/verify', `/api/agents/${name}`])
    assert.equal((await two.city.get(shown, { key })).json.reputation, 4, shown);
  // No balance grew, and the reported mint equals what can be held.
  assert.deepEqual(await points(), held);
  clock.forward(minuteMs);
  const { ledger: after } = (await one.city.get('/api/stats')).json;
  assert.deepEqual(
    [after.minted, after.spent, after.in_circulation, after.reputation, after.movements.reputation],
    [before.minted, before.spent, before.in_circulation, 5, 3],
  );
  await assertLedgerHolds(one.city, one.database);
  assertRefused(await one.city.get('/api/reputation/nobody_here'), 404, 'not_found');
});

test('kill -9 while hours are entered: each is on the ledger once, and late calls are not lost', async (t) => {
  const dns = await startDnsServer(zone);
  t.after(() => dns.close());
  const env = { KITH_DNS_SERVERS: dns.address };
  const database = await freshDatabase();
  t.after(() => database.drop());
  // It serves but writes no entries.
  const front = await startApp(t, { env: { ...env, KITH_ROLES: 'city,utility' }, database });
  const { api_key: key, screen_name: name } = await register(front.city);
  await Promise.all([1, 2, 3, 4].map(() => front.utility.get(call, { key })));
  const record = async (city: Client) => (await city.get(`/api/reputation/${name}`)).json;
  await until(async () => (await record(front.city)).pending === 4);
  await front.stop();
  // As left by an earlier version without such entries: more than one transaction can take.
  const hours = 800;
  await database.sql(`INSERT INTO reputation_entry (agent_id, kind, hour_at, points)
    SELECT 1, 'utility_calls', date_trunc('hour', now()) - n * interval '1 hour', 2 FROM generate_series(1, ${hours}) AS n`);
  await database.sql(`UPDATE agent_reputation SET pending = pending + ${2 * hours} WHERE agent_id = 1`);
  const entered = async () =>
    (await database.sql(`SELECT count(*)::int AS n FROM ledger_entry WHERE kind = 'reputation'`))[0].n;
  const worker = await spawnKith(t, { ...env, ...onDatabase(database) });
  await until(async () => (await entered()) > 0);
  await worker.kill('SIGKILL');

  const clock = new MovableClock(new Date(Date.now() + hourMs).toISOString());
  const survivor = await startApp(t, { env, clock, database });
  await survivor.utility.get(call, { key });
  const parts = [0, 1].map(() => {
    const { host, port, user, database: at } = database;
    const opened = openDatabase(
      { host, port, user, database: at },
      { name: 't', connections: 2, onLost: fail },
    );
    return { ...opened, clock, ledger: createLedger({ clock, onUnsealed: () => {} }) };
  });
  // Regardless of the task's lease: two concurrent runs write nothing twice.
  const task = { signal: new AbortController().signal, finish: async () => {} } as unknown as Task;
  await Promise.all(parts.map((each) => reputationTask(each).run(task)));
  const points = 2 * hours + 4;
  await until(async () => {
    const { points: shown, entries } = await record(survivor.city);
    return shown === points && entries[1]?.seq > 0;
  });
  await until(async () => (await record(survivor.city)).pending === 1);
  // Entries of other processes are sealed a while after their commit, some hundreds at a time.
  await until(async () => (await reputationEntries(survivor.city)).length > hours);
  const entries = await reputationEntries(survivor.city);
  assert.deepEqual([entries.length, new Set(entries.map((each) => each.ref)).size], [hours + 1, hours + 1]);
  assert.equal(
    entries.reduce((sum, each) => sum + each.amount, 0),
    points,
  );
  await assertLedgerHolds(survivor.city, database);

  // A delayed process writes usage of an hour that is closed: it counts in the next.
  const late = new CallReputation({
    ...parts[0]!,
    clock: new MovableClock(new Date().toISOString()),
    onError: fail,
  });
  late.note(1, 'free');
  await late.flush();
  assert.equal((await record(survivor.city)).pending, 2);
  for (const each of parts) await each.close();
});
