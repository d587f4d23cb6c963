import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSolana } from '../counterparts/solana/binary.ts';
import { freshDatabase } from '../harness/database.ts';
import { onDatabase, spawnKith } from '../harness/process.ts';
import { openMarket, paying, priceUnits, receiptOf, signedFor } from './market.ts';

const leaseMs = 6_000;
const calls = {
  beforeSettle: '/dns-lookup?domain=shop.test&max_age=1',
  beforeAnswer: '/dns-lookup?domain=shop.test&max_age=2',
};

test('kill -9 between run and settle, and between settle and answer: the retry is served once, charged once', {
  skip: noSolana,
}, async (t) => {
  const market = await openMarket(t);
  const database = await freshDatabase();
  t.after(() => database.drop());
  const env = { ...market.env, ...onDatabase(database) };
  const [doomed, other] = await Promise.all([spawnKith(t, env), spawnKith(t, env)]);
  const before = await market.earned();
  const { facilitator, payer } = market;

  // One after the other to the point of no answer: the first is never settled, the second is and nobody hears of it.
  const arrived = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<void>();
  facilitator.mood = {
    before: async (path) => {
      if (path !== '/settle') return undefined;
      arrived.resolve();
      await new Promise(() => {});
      return 'drop';
    },
  };
  const unsettled = await signedFor(doomed.utility, payer, calls.beforeSettle);
  const first = doomed.utility.get(calls.beforeSettle, paying(unsettled)).catch(() => 'died');
  await arrived.promise;
  facilitator.mood = {
    after: async (path, answer) => {
      if (path !== '/settle') return answer;
      settled.resolve();
      return new Promise(() => {});
    },
  };
  const unanswered = await signedFor(doomed.utility, payer, calls.beforeAnswer);
  const second = doomed.utility.get(calls.beforeAnswer, paying(unanswered)).catch(() => 'died');
  await settled.promise;
  assert.equal(await doomed.kill('SIGKILL'), 'SIGKILL');
  assert.deepEqual(await Promise.all([first, second]), ['died', 'died']);
  assert.equal(await market.earned(), before + priceUnits);
  facilitator.mood = {};

  const runs = market.runs();
  const retry = async (path: string, payment: string) => {
    const end = Date.now() + 3 * leaseMs;
    for (;;) {
      const answer = await other.utility.get(path, paying(payment));
      if (answer.status !== 409 || Date.now() > end) return answer;
      assert.equal(answer.headers['x-error-code'], 'payment_in_use');
      await new Promise((resolve) => setTimeout(resolve, Number(answer.headers['retry-after']) * 1000));
    }
  };
  const answers = await Promise.all([
    retry(calls.beforeSettle, unsettled),
    retry(calls.beforeAnswer, unanswered),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json.records.A, ['192.0.2.1']);
    assert.equal(receiptOf(answer).success, true);
  }
  assert.equal(market.runs(), runs, 'both answers were kept before the kill');
  assert.equal(await market.earned(), before + 2n * priceUnits);
  assert.equal(market.ledger.landed.length, 2);
});
