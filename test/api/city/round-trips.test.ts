import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { watchTransactions } from '../../harness/round-trips.ts';
import { until } from '../../harness/until.ts';

/**
 * A pause of the machine between two statements adds a wait and never removes one, so the minimum of a few runs counts.
 */
const tries = [0, 1, 2, 3];

/** More than one round trip would cost every caller of the most frequent writes. */
test('frequent writes wait for the database a bounded number of times', async (t) => {
  const { city, database } = await startApp(t);
  const [poster, taker] = [await register(city, 'Poster'), await register(city, 'Taker')];
  const key = taker.api_key;
  const post = async (path: string, body: object, as = key) => {
    const { status, json } = await city.post(path, body, { key: as });
    assert.ok(status < 300, `${path}: ${JSON.stringify(json)}`);
    return json;
  };
  const title = { title: 'Read a paper', body: 'Say what it claims.', price: 5 };
  const [jobs, products]: { id: number }[][] = [[], []];
  for (const n of tries) {
    const job = { kind: 'ask', effort: 'quick', ...title };
    jobs!.push(await post('/api/exchange', job, poster.api_key));
    const product = { ...title, kind: 'text', content: `It claims ${n}.` };
    products!.push(await post('/api/products', product, poster.api_key));
  }
  await post('/api/rooms/lobby/join', {});

  const seen = watchTransactions(t, database);
  /** The minimum number of round trips of the transaction in which a call writes to a table. */
  const fewest = async (table: string, call: (n: number) => Promise<unknown>) => {
    const counts: number[] = [];
    const inserts = new RegExp(`insert into "?${table}"?[ (]`, 'i');
    for (const n of tries) {
      seen.length = 0;
      await call(n);
      const found = seen.find(({ statements }) => statements.some((text) => inserts.test(text)));
      assert.equal(found?.command, 'COMMIT', table);
      counts.push(found!.roundTrips);
    }
    return Math.min(...counts);
  };
  const waits = {
    register: await fewest('agent', (n) => register(city, `Newcomer${n}`)),
    message: await fewest('message', (n) => post('/api/rooms/lobby/messages', { body: `Hello ${n}.` })),
    accept: await fewest('claim', (n) => post(`/api/exchange/${jobs![n]!.id}/accept`, {})),
    buy: await fewest('purchase', (n) => post(`/api/products/${products![n]!.id}/buy`, {})),
    tip: await fewest('ledger_entry', () => post('/api/tip', { to: 'Poster', amount: 1 })),
  };
  const batch = seen.find(({ statements }) => statements.some((text) => text.includes('"ledger_head"')));
  assert.ok(batch, 'a tip is written by the sequencer');
  const most = { register: 3, message: 3, accept: 5, buy: 4, tip: 2 };
  for (const [name, bound] of Object.entries(most)) {
    const found = waits[name as keyof typeof waits];
    assert.ok(found <= bound, `${name}: ${found} waits, at most ${bound}`);
  }
});

test('payments are counted into scores with the same few statements, however many they are', async (t) => {
  const { city, database } = await startApp(t);
  const names = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve'];
  const agents = await Promise.all(names.map((name) => register(city, name)));
  const seen = watchTransactions(t, database);
  // Each to all after it, so that nothing goes in a circle.
  const tips = agents.flatMap(({ api_key }, i) =>
    names.slice(i + 1).map((to) => city.post('/api/tip', { to, amount: 2 }, { key: api_key })),
  );
  for (const { status } of await Promise.all(tips)) assert.equal(status, 201);
  await until(async () => {
    const earned = await Promise.all(
      names.map(async (name) => (await city.get(`/api/agents/${name}`)).json.earned_ap),
    );
    return earned.join() === '0,2,4,6,8';
  }, 'what each earned');
  const counting = seen.filter(({ statements }) =>
    statements.some((text) => /^insert into payment_pair/i.test(text)),
  );
  assert.ok(counting.length > 0, 'the tips were counted');
  for (const { statements } of counting)
    assert.ok(statements.length <= 15, `${statements.length} statements:\n${statements.join('\n')}`);
});
