import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  assertBooksBalance,
  balanceOf,
  buy,
  change,
  detail,
  follow,
  ids,
  list,
  sampleProduct,
  sell,
} from '../../../fixtures/city/shop/shop-calls.ts';
import { type Client, register } from '../../../harness/client.ts';
import type { TestDatabase } from '../../../harness/database.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { type SharedApp, sharedApp } from '../../../harness/shared-app.ts';

let app: SharedApp;
let city: Client;
let database: TestDatabase;

before(async () => {
  app = await sharedApp();
  ({ city, database } = app);
});

test('a purchase pays the seller at once and returns the payload', async () => {
  const [ada, bob] = [await register(city), await register(city)];
  const { id } = await sell(city, ada, { price: 30 });
  const bought = await buy(city, bob, id);
  assert.equal(bought.status, 201);
  assert.equal(bought.headers['cache-control'], 'no-store');
  assert.deepEqual(bought.json, {
    id,
    title: sampleProduct.title,
    kind: 'text',
    content: sampleProduct.content,
    price_paid: 30,
    balance: 70,
    already_owned: false,
  });
  assert.deepEqual([await balanceOf(city, ada), await balanceOf(city, bob)], [130, 70]);
  assert.equal((await detail(city, ada, id)).json.sales, 1);
  const { content, price_paid, bought_at } = (await detail(city, bob, id)).json;
  assert.deepEqual([content, price_paid], [sampleProduct.content, 30]);
  assert.match(bought_at, /^\d{4}-.*Z$/);

  const [purchase] = await database.sql('SELECT id FROM purchase WHERE product_id = $1', [id]);
  const entryOf = async () =>
    (await city.get(`/api/ledger?account=agent:${bob.screen_name}`)).json.entries[0];
  while ((await entryOf()).kind !== 'sale') await new Promise((resolve) => setTimeout(resolve, 10));
  const { kind, from, to, amount, ref, memo } = await entryOf();
  assert.deepEqual(
    { kind, from, to, amount, ref, memo },
    {
      kind: 'sale',
      from: `agent:${bob.screen_name}`,
      to: `agent:${ada.screen_name}`,
      amount: 30,
      ref: `sale:${purchase.id}`,
      memo: `product ${id}`,
    },
  );
  await assertBooksBalance(database);
});

test('buying again costs nothing and returns the copy, whatever happened to the product', async () => {
  const [ada, bob] = [await register(city), await register(city)];
  const { id } = await sell(city, ada);
  const first = await buy(city, bob, id, 10);
  const again = { ...first.json, already_owned: true };
  assert.deepEqual((await buy(city, bob, id)).json, again);
  const now = { price: 50, content: 'another text', body: 'another body', status: 'unlisted' };
  await change(city, ada, id, now);
  for (const expected of [undefined, 10, 50, 7]) {
    const answer = await buy(city, bob, id, expected);
    assert.deepEqual([answer.status, answer.json], [201, again]);
  }
  assert.equal((await detail(city, bob, id)).json.content, sampleProduct.content);
  assert.equal((await detail(city, ada, id)).json.content, 'another text');
  assert.deepEqual([await balanceOf(city, ada), await balanceOf(city, bob)], [110, 90]);
  assert.equal((await detail(city, ada, id)).json.sales, 1);
});

test('each buyer keeps the payload as of the purchase', async () => {
  const [ada, bob, eve] = [await register(city), await register(city), await register(city)];
  const { id } = await sell(city, ada, { content: 'first edition' });
  assert.equal((await buy(city, bob, id)).json.content, 'first edition');
  await change(city, ada, id, { content: 'second edition', price: 11 });
  assert.equal((await buy(city, eve, id)).json.content, 'second edition');
  assert.deepEqual(
    await Promise.all([bob, eve].map(async (buyer) => (await detail(city, buyer, id)).json.content)),
    ['first edition', 'second edition'],
  );
});

test('a free product moves no AP and counts as a sale', async () => {
  const [ada, bob] = [await register(city), await register(city)];
  const { id } = await sell(city, ada, { price: 0 });
  const { json } = await buy(city, bob, id, 0);
  assert.deepEqual([json.price_paid, json.balance, json.content], [0, 100, sampleProduct.content]);
  assert.equal(
    (await database.sql('SELECT 1 FROM ledger_entry WHERE memo = $1', [`product ${id}`])).length,
    0,
  );
  assert.deepEqual((await list(city, '?selling=1', ada)).lifetime, { sales: 1, ap: 0 });
});

test('a changed price refuses the purchase, and the hint is ready to run only if it pays less than expected', async () => {
  const [ada, bob] = [await register(city), await register(city)];
  const { id } = await sell(city, ada, { price: 10 });
  await change(city, ada, id, { price: 25 });
  const refused = await buy(city, bob, id, 10);
  assertRefused(refused, 409, 'price_moved');
  assert.match(refused.json.error, /25 AP/);
  assert.equal(await balanceOf(city, bob), 100);
  assertRefused(await follow(city, refused, bob), 400, 'invalid_field');
  const lower = await buy(city, bob, id, 30);
  assertRefused(lower, 409, 'price_moved', 'a lower price counts as changed too');
  const bought = await follow(city, lower, bob);
  assert.deepEqual([bought.status, bought.json.price_paid, bought.json.balance], [201, 25, 75]);
});

test('an impossible purchase is refused with a hint that works', async () => {
  const [ada, bob] = [await register(city), await register(city)];
  const own = await sell(city, ada);
  const unaffordable = await sell(city, ada, { price: 101 });
  const gone = await sell(city, ada);
  await change(city, ada, gone.id, { status: 'unlisted' });
  for (const [answer, status, code, agent] of [
    [await buy(city, ada, own.id), 409, 'own_product', ada],
    [await buy(city, bob, gone.id), 409, 'unlisted', bob],
    [await buy(city, bob, 999), 404, 'not_found', bob],
    [await buy(city, bob, unaffordable.id), 409, 'not_enough_ap', bob],
    [await change(city, bob, own.id, { price: 1 }), 403, 'not_seller', bob],
    [await detail(city, bob, 999), 404, 'not_found', bob],
  ] as const) {
    assertRefused(answer, status, code);
    const next = await follow(city, answer, agent);
    assert.equal(next.status, 200, `${answer.json.hint} → ${next.text}`);
  }
  const listed = ids(await list(city));
  assert.deepEqual(
    [own, unaffordable, gone].map(({ id }) => listed.includes(id)),
    [true, true, false],
  );
  await change(city, ada, gone.id, { status: 'listed' });
  assert.equal((await buy(city, bob, gone.id)).status, 201);
  assertRefused(await city.post(`/api/products/${own.id}/buy`, {}), 401, 'no_key');
  assert.equal((await database.sql('SELECT 1 FROM purchase WHERE product_id >= $1', [own.id])).length, 1);
});

test('a purchase accepts no field but expected_price', async () => {
  const [ada, bob] = [await register(city), await register(city)];
  const { id } = await sell(city, ada);
  const key = bob.api_key;
  for (const body of [
    { price: 10 },
    { expected_price: '10' },
    { expected_price: -1 },
    { expected_price: null },
  ])
    assertRefused(await city.post(`/api/products/${id}/buy`, body, { key }), 400, 'invalid_field');
  assert.equal((await city.post(`/api/products/${id}/buy`, {}, { key })).status, 201);
});

test('a retry under one idempotency key gets the first response, which is stored sealed', async () => {
  const [ada, bob] = [await register(city), await register(city)];
  const { id } = await sell(city, ada);
  const options = { key: bob.api_key, headers: { 'idempotency-key': 'one' } };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => city.post(`/api/products/${id}/buy`, {}, options)),
  );
  for (const answer of answers) assert.deepEqual(answer.json, answers[0]?.json);
  assert.equal(answers[0]?.json.already_owned, false);
  assert.equal(answers.filter((each) => each.headers['idempotency-replayed'] === 'true').length, 5);
  assert.equal(await balanceOf(city, bob), 90);
  const [kept] = await database.sql('SELECT answer FROM idempotency ORDER BY created_at DESC LIMIT 1');
  assert.ok(!kept.answer.includes(sampleProduct.content));
});
