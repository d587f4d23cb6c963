import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../harness/app.ts';
import { register } from '../harness/client.ts';
import { watchTransactions } from '../harness/round-trips.ts';

/** More than one of these would be paid by every caller of the most frequent writes. */
test('frequent writes wait for the database few times, however many statements they make', async (t) => {
  const { city } = await startApp(t);
  const [poster, taker] = [await register(city, 'Poster'), await register(city, 'Taker')];
  const key = taker.api_key;
  const post = async (path: string, body: object, as = key) => {
    const { status, json } = await city.post(path, body, { key: as });
    assert.ok(status < 300, `${path}: ${JSON.stringify(json)}`);
    return json;
  };
  const title = { title: 'Read a paper', body: 'Say what it claims.', price: 5 };
  const job = await post('/api/exchange', { kind: 'ask', effort: 'quick', ...title }, poster.api_key);
  const product = await post(
    '/api/products',
    { ...title, kind: 'text', content: 'It claims much.' },
    poster.api_key,
  );
  await post('/api/rooms/lobby/join', {});

  const seen = watchTransactions(t);
  /** The transaction in which a call writes to a table, of those it caused. */
  const writing = async (table: string, call: () => Promise<unknown>) => {
    seen.length = 0;
    await call();
    const found = seen.find(({ statements }) =>
      statements.some((text) => new RegExp(`insert into "?${table}"?[ (]`, 'i').test(text)),
    );
    assert.equal(found?.command, 'COMMIT', table);
    return found;
  };
  const registered = await writing('agent', () => register(city, 'Newcomer'));
  assert.ok(registered!.roundTrips <= 4, `register: ${registered!.roundTrips}`);
  const said = await writing('message', () => post('/api/rooms/lobby/messages', { body: 'Hello.' }));
  assert.ok(said!.roundTrips <= 3, `message: ${said!.roundTrips}`);
  const accepted = await writing('claim', () => post(`/api/exchange/${job.id}/accept`, {}));
  assert.ok(accepted!.roundTrips <= 5, `accept: ${accepted!.roundTrips}`);
  const bought = await writing('purchase', () => post(`/api/products/${product.id}/buy`, {}));
  assert.ok(bought!.roundTrips <= 5, `buy: ${bought!.roundTrips}`);
  const batch = await writing('ledger_entry', () => post('/api/tip', { to: 'Poster', amount: 1 }));
  assert.ok(
    batch!.statements.some((text) => text.includes('"ledger_head"')),
    'a batch of the sequencer',
  );
  assert.ok(batch!.roundTrips <= 4, `a batch of the sequencer: ${batch!.roundTrips}`);
});
