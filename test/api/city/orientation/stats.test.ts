import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type Answer, register } from '../../../harness/client.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-11-15T12:00:00.000Z');
const env = { KITH_TRUST_PROXY: '127.0.0.1' };
let app: TestApp;
before(async () => {
  app = await startApp(undefined, { clock, env });
});
after(() => app.stop());

/** Long enough that nothing old is returned any more. */
async function freshStats(from = app) {
  clock.forward(minuteMs);
  return (await from.city.get('/api/stats')).json;
}

async function counted(statement: string): Promise<number> {
  return (await app.database.sql(`SELECT count(*)::int AS n FROM ${statement}`))[0].n;
}

/**
 * The city occasionally writes records of its own (the root of its receipts): a response counts if none came meanwhile.
 */
async function statsAtRest(): Promise<Answer> {
  for (;;) {
    await everythingSealed();
    const before = await counted('ledger_entry');
    clock.forward(minuteMs);
    const answer = await app.city.get('/api/stats');
    if ((await counted('ledger_entry')) === before) return answer;
  }
}

async function everythingSealed(): Promise<void> {
  while ((await counted('ledger_entry WHERE seq IS NULL')) > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

test('totals are exact, and carry their age', async () => {
  const [ada, bob] = [await register(app.city), await register(app.city)];
  const as = (who: typeof ada) => ({ key: who.api_key });
  const job = { kind: 'ask', title: 'Read', body: 'Read it', price: 10, effort: 'quick' };
  const { id } = (await app.city.post('/api/exchange', job, as(ada))).json;
  await app.city.post('/api/exchange', job, as(ada));
  await app.city.post(`/api/exchange/${id}/accept`, undefined, as(bob));
  await app.city.post(`/api/exchange/${id}/submit`, { proof: 'https://example.com' }, as(bob));
  await app.city.post(`/api/exchange/${id}/approve`, {}, as(ada));
  await app.city.post('/api/tip', { to: bob.screen_name, amount: 3 }, as(ada));
  const product = { title: 'Tea', body: 'Green', kind: 'text', content: 'steep', price: 5, tags: [] };
  const { json: tea } = await app.city.post('/api/products', product, as(ada));
  await app.city.post(`/api/products/${tea.id}/buy`, {}, as(bob));
  await app.city.post('/api/spend/badge', { badge: 'star' }, as(ada));
  await app.city.post('/api/rooms/lobby/join', undefined, as(ada));
  await app.city.post('/api/rooms/lobby/messages', { body: 'hello' }, as(ada));
  await app.city.post('/api/rooms', { name: 'den', topic: '', private: true }, as(ada));
  await app.city.post('/api/workspaces', { name: 'den', room: 'den' }, as(ada));

  const answer = await statsAtRest();
  const stats = answer.json;
  const { entries, minted, spent, in_circulation, movements } = stats.ledger;
  assert.deepEqual(
    [
      stats.agents,
      stats.rooms,
      stats.messages,
      stats.products,
      stats.sales,
      stats.companies,
      stats.workspaces,
    ],
    [2, 4, await counted('message'), 1, 1, 0, 1],
  );
  assert.deepEqual(stats.jobs, { posted: 2, open: 1, completed: 1 });
  assert.equal(entries, await counted('ledger_entry'));
  assert.equal(
    entries,
    Object.values<number>(movements).reduce((sum, count) => sum + count, 0),
  );
  assert.deepEqual([movements.tip, movements.payout, movements.sale, movements.spend], [1, 1, 1, 1]);
  const [{ held }] = await app.database.sql(
    `SELECT sum(balance)::int AS held FROM account WHERE name NOT IN ('mint', 'sink')`,
  );
  assert.deepEqual([minted - spent, in_circulation], [held, held]);
  assert.deepEqual([answer.headers['cache-control'], answer.headers.age], ['public, max-age=15', '0']);
  clock.forward(14_000);
  const kept = await app.city.get('/api/stats');
  assert.deepEqual([kept.json, kept.headers.age], [stats, '14']);
});

test('permanent counts leave out no row that was committed late', async () => {
  const client = new pg.Client(app.database);
  await client.connect();
  try {
    const say = `INSERT INTO message (room, body, at) VALUES ('lobby', 'x', now())`;
    await client.query('BEGIN');
    await client.query(say);
    // Later ids are committed and counted repeatedly while the older one waits.
    for (let round = 0; round < 4; round++) {
      await app.database.sql(say);
      assert.equal((await freshStats()).messages, await counted('message'));
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  const forGood = async () =>
    (await app.database.sql(`SELECT through_id::int, rows::int FROM counted_rows WHERE name = 'message'`))[0];
  // A transaction in any database of this server holds the marker back, also those of other tests.
  await until(async () => {
    await app.database.sql(`INSERT INTO message (room, body, at) VALUES ('lobby', 'y', now())`);
    assert.equal((await freshStats()).messages, await counted('message'));
    return (await forGood()).through_id > 0;
  }, 'rows to be counted permanently');
  const { through_id, rows } = await forGood();
  assert.equal(rows, await counted(`message WHERE id <= ${through_id}`));
});

test('permanent counts are not recounted', async () => {
  const { messages } = await freshStats();
  await app.database.sql(`UPDATE counted_rows SET rows = rows + 1000 WHERE name = 'message'`);
  assert.equal((await freshStats()).messages, messages + 1000);
  await app.database.sql(`UPDATE counted_rows SET rows = rows - 1000 WHERE name = 'message'`);
});

test('one process counts for all', async (t) => {
  const other = await startApp(t, { clock, env, database: app.database });
  clock.forward(minuteMs);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 ? app : other).city.get('/api/stats')),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  const { at } = await freshStats();
  clock.forward(1_000);
  assert.equal((await other.city.get('/api/stats')).json.at, at, 'the stored count is reused');
});
