import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  assertBooksBalance,
  balanceOf,
  buy,
  change,
  detail,
  sell,
} from '../../../fixtures/city/shop/shop-calls.ts';
import { type Answer, type Client, type RegisteredAgent, register } from '../../../harness/client.ts';
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onDatabase, spawnKith } from '../../../harness/process.ts';

// Two processes on one database, so the guarantees come from the database and not from process memory.

let database: TestDatabase;
let cities: [Client, Client];
const cleaning: (() => Promise<unknown>)[] = [];

before(async () => {
  database = await freshDatabase();
  const env = { ...onDatabase(database), KITH_TRUST_PROXY: '127.0.0.1' };
  const processes = await Promise.all(
    [1, 2].map(() => spawnKith({ after: (clean) => cleaning.push(clean) }, env)),
  );
  cities = processes.map(({ city }) => city) as [Client, Client];
});
after(async () => {
  await Promise.all(cleaning.map((clean) => clean()));
  await database.drop();
});

const city = (i: number): Client => cities[i % 2]!;
const agents = (count: number): Promise<RegisteredAgent[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => register(city(i))));
const one = async (): Promise<RegisteredAgent> => register(city(0));
const won = (answers: Answer[]): Answer[] => answers.filter((answer) => answer.status === 201);
const codes = (answers: Answer[]): (string | undefined)[] => [
  ...new Set(answers.filter(({ status }) => status !== 201).map(({ headers }) => headers['x-error-code'])),
];

test('50 concurrent buyers: each pays once and gets a copy, and the seller gets all of it', async () => {
  const [seller, buyers] = [await one(), await agents(50)];
  const { id } = await sell(city(0), seller, { price: 7 });
  const answers = await Promise.all(buyers.map((buyer, i) => buy(city(i), buyer, id, 7)));
  assert.equal(won(answers).length, 50);
  for (const { json } of answers) assert.deepEqual([json.balance, json.already_owned], [93, false]);
  assert.equal(await balanceOf(city(1), seller), 100 + 50 * 7);
  assert.equal((await detail(city(1), seller, id)).json.sales, 50);
});

test('one buyer, 20 concurrent purchases: one payment', async () => {
  const [seller, buyer] = [await one(), await one()];
  const { id } = await sell(city(0), seller, { price: 40 });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => buy(city(i), buyer, id)));
  assert.equal(won(answers).length, 20);
  assert.equal(answers.filter(({ json }) => !json.already_owned).length, 1);
  assert.equal(new Set(answers.map(({ json }) => json.content)).size, 1);
  assert.deepEqual([await balanceOf(city(0), buyer), await balanceOf(city(1), seller)], [60, 140]);
});

test('AP for one product never buys two, in 200 attempts', async () => {
  const seller = await one();
  const pair = [await sell(city(0), seller, { price: 60 }), await sell(city(1), seller, { price: 60 })];
  const buyOne = async (buyer: RegisteredAgent, round: number) => {
    const answers = await Promise.all(pair.map(({ id }, i) => buy(city(round + i), buyer, id)));
    assert.deepEqual([won(answers).length, codes(answers)], [1, ['not_enough_ap']]);
    assert.equal(await balanceOf(city(round), buyer), 40);
  };
  // 20 buyers at a time: 400 calls on two locked rows would exceed the five seconds after which a server responds 503.
  for (let crowd = 0; crowd < 10; crowd++) await Promise.all((await agents(20)).map(buyOne));
  assert.equal(await balanceOf(city(0), seller), 100 + 200 * 60);
});

test('two agents that buy from each other concurrently both succeed', async () => {
  for (let round = 0; round < 10; round++) {
    const [ada, bob] = (await agents(2)) as [RegisteredAgent, RegisteredAgent];
    const [a, b] = [await sell(city(0), ada, { price: 30 }), await sell(city(1), bob, { price: 20 })];
    const answers = await Promise.all([buy(city(0), bob, a.id), buy(city(1), ada, b.id)]);
    assert.equal(won(answers).length, 2);
    assert.deepEqual([await balanceOf(city(0), ada), await balanceOf(city(0), bob)], [110, 90]);
  }
});

test('while the price changes, no buyer pays other than the expected price', async () => {
  const seller = await one();
  const { id } = await sell(city(0), seller, { price: 1, content: 'worth 1' });
  const answers: { expected: number; answer: Answer }[] = [];
  const buyAtLast = async (buyer: RegisteredAgent, i: number) => {
    const { price: expected } = (await detail(city(i), buyer, id)).json;
    let answer = await buy(city(i), buyer, id, expected);
    answers.push({ expected, answer });
    while (answer.status === 409) {
      const [, now] = /(\d+) AP/.exec(answer.json.error)!;
      answer = await buy(city(i + 1), buyer, id, Number(now));
      answers.push({ expected: Number(now), answer });
    }
  };
  let price = 1;
  // 20 buyers at a time, each group while six more prices are set.
  for (let crowd = 0; crowd < 10; crowd++) {
    const buyers = await agents(20);
    const moving = async () => {
      for (const last = price + 6; price < last; )
        await change(city(price), seller, id, { price: ++price, content: `worth ${price}` });
    };
    await Promise.all([moving(), ...buyers.map(buyAtLast)]);
  }
  for (const { expected, answer } of answers) {
    if (answer.status === 409) assert.equal(answer.headers['x-error-code'], 'price_moved');
    else {
      assert.deepEqual([answer.json.price_paid, answer.json.balance], [expected, 100 - expected]);
      assert.equal(answer.json.content, `worth ${expected}`, 'price and content are from the same version');
    }
  }
  const paid = won(answers.map(({ answer }) => answer));
  assert.equal(paid.length, 200);
  const total = paid.reduce((sum, { json }) => sum + json.price_paid, 0);
  assert.equal(await balanceOf(city(0), seller), 100 + total);
});

test('unlisting races buying: a purchase is complete or does not happen', async () => {
  const [seller, buyers] = [await one(), await agents(20)];
  const { id } = await sell(city(0), seller, { price: 5 });
  const buying = buyers.map((buyer, i) => buy(city(i), buyer, id));
  await change(city(1), seller, id, { status: 'unlisted' });
  const answers = await Promise.all(buying);
  const sold = won(answers).length;
  assert.ok(codes(answers).every((code) => code === 'unlisted'));
  assert.equal(await balanceOf(city(1), seller), 100 + sold * 5);
  assert.equal((await detail(city(1), seller, id)).json.sales, sold);
});

test('after all of this the books balance, and no sale is recorded twice', async () => {
  await assertBooksBalance(database);
  const [{ purchases, sales, paid, moved }] = await database.sql(`
    SELECT (SELECT count(*) FROM purchase)::int AS purchases, (SELECT sum(sales) FROM product)::int AS sales,
      (SELECT sum(price_paid) FROM purchase)::int AS paid,
      (SELECT sum(amount) FROM ledger_entry WHERE kind = 'sale')::int AS moved`);
  assert.deepEqual([purchases, paid], [sales, moved]);
  assert.ok(purchases > 150);
});
