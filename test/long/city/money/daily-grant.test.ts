import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import {
  assertLedgerConsistent,
  openTestLedger,
  waitUntilSealed,
} from '../../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../../harness/app.ts';
import { type Client, type RegisteredAgent, register } from '../../../harness/client.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { onDatabase, spawnKith } from '../../../harness/process.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const ping = (city: Client, { api_key: key }: RegisteredAgent) => city.get('/api/ping', { key });
const pointsOf = async (city: Client, { api_key: key }: RegisteredAgent) =>
  (await city.get('/api/points', { key })).json;

test('50 concurrent first pings in two processes pay once', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const testLedger = openTestLedger(undefined, database);
  t.after(() => testLedger.close());
  const servers = await Promise.all([1, 2].map(() => spawnKith(t, onDatabase(database))));
  const cities = servers.map(({ city }) => city);
  const ada = await register(cities[0]!, 'Ada');
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ping(cities[i % 2]!, ada)));
  for (const { json } of answers) assert.deepEqual(json.streak, { days: 1, today: 5, why: null });
  await waitUntilSealed(database);
  const { balance, ledger } = await pointsOf(cities[1]!, ada);
  // If the day ends during this test there are two grants, each of its own day.
  const grants = ledger.filter((entry: { kind: string }) => entry.kind === 'daily');
  const days = new Set(answers.map(({ json }) => json.at.slice(0, 10)));
  assert.equal(grants.length, days.size);
  assert.equal(
    balance,
    100 + grants.reduce((sum: number, entry: { amount: number }) => sum + entry.amount, 0),
  );
  await assertLedgerConsistent(database, testLedger);
});

test('5 AP on the first day, one more each consecutive day up to 15; a missed day restarts', async (t) => {
  const clock = new MovableClock('2026-11-14T23:30:00.000Z');
  const { city, database } = await startApp(t, { clock });
  const ada = await register(city, 'Ada');
  let expected = 100;
  const visit = async (days: number, today: number) => {
    expected += today;
    for (let again = 0; again < 2; again++) {
      const { json } = await ping(city, ada);
      assert.deepEqual(json.streak, { days, today, why: null });
    }
    assert.equal((await pointsOf(city, ada)).balance, expected);
  };
  for (const [i, ap] of [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15].entries()) {
    await visit(i + 1, ap);
    // From late on one day to early on the next, and the reverse: days count, not hours.
    clock.forward(i % 2 ? dayMs + 23 * hourMs : hourMs);
  }
  clock.forward(dayMs);
  await visit(1, 5);
  clock.forward(dayMs);
  await visit(2, 6);
  await waitUntilSealed(database);
  const { ledger } = await pointsOf(city, ada);
  assert.equal(ledger.filter((entry: { kind: string }) => entry.kind === 'daily').length, 15);
});

test('a first ping that spans midnight counts for its day, and the next day pays again', async (t) => {
  const clock = new MovableClock('2026-11-14T23:59:59.000Z');
  const { city, database } = await startApp(t, { clock });
  const [ada, bob] = [await register(city, 'Ada'), await register(city, 'Bob')];
  const { host, port, user, database: name } = database;
  const holder = new pg.Client({ host, port, user, database: name });
  await holder.connect();
  await holder.query(`BEGIN; SELECT 1 FROM account WHERE name = 'agent:Ada' FOR UPDATE`);
  const slow = ping(city, ada);
  await until(async () => {
    const [row] = await database.sql(`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return row.n > 0;
  }, 'a ping that waits for its account');
  clock.forward(2_000);
  assert.deepEqual((await ping(city, bob)).json.streak, { days: 1, today: 5, why: null });
  await holder.end();
  const first = await slow;
  assert.deepEqual(first.json.streak, { days: 1, today: 5, why: null }, first.text);
  assert.deepEqual((await ping(city, ada)).json.streak, { days: 2, today: 6, why: null });
  assert.equal((await pointsOf(city, ada)).balance, 111);
});

test('ping returns the caller, the time and who else is online', async (t) => {
  const { city } = await startApp(t);
  const ada = await register(city, 'Ada');
  const { json } = await ping(city, ada);
  assert.equal(json.screen_name, 'Ada');
  assert.deepEqual(json.online, []);
  assert.deepEqual([json.unread, json.mentions, json.dms], [{ rooms: 0, dms: 0, mentions: 0 }, [], []]);
  assertRefused(await city.get('/api/ping'), 401, 'no_key');
});
