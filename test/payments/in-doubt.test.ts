import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { noSolana } from '../counterparts/solana/binary.ts';
import { startFacilitator } from '../counterparts/solana/facilitator.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { assertRefused } from '../harness/refused.ts';
import {
  challengeOf,
  type Market,
  openMarket,
  paying,
  priceUnits,
  receiptOf,
  signedFor,
  skill,
} from './market.ts';

const clean: (() => unknown)[] = [];
let market: Market;
let [app, twin] = [undefined, undefined] as unknown as TestApp[];
before(async () => {
  if (noSolana) return;
  market = await openMarket({ after: (each: () => unknown) => void clean.push(each) });
  app = await startApp(undefined, { env: market.env });
  clean.push(() => app!.stop());
  twin = await startApp(undefined, { env: market.env, database: app.database });
  clean.push(() => twin!.stop());
});
afterEach(() => {
  if (!market) return;
  market.facilitator.mood = {};
  market.rpc.down = false;
});
after(async () => {
  for (const each of clean.reverse()) await each();
});
const skip = noSolana;

/** The same call until it is decided, as a client does that minds retry-after. */
async function retried(call: () => ReturnType<TestApp['utility']['get']>) {
  for (let tries = 0; ; tries++) {
    const answer = await call();
    if ((answer.status !== 409 && answer.status !== 503) || tries === 20) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('50 uses of one payment at once, over two kiths: one served call, one transfer', { skip }, async () => {
  const payment = await signedFor(app!.utility, market.payer);
  const [before, runs, landed] = [await market.earned(), market.runs(), market.ledger.landed.length];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? app! : twin!).utility.get(skill, paying(payment))),
  );
  const statuses = Map.groupBy(answers, (answer) => answer.status);
  assert.equal(statuses.get(200)?.length, 1, JSON.stringify([...statuses.keys()]));
  for (const answer of statuses.get(409) ?? []) {
    assertRefused(answer, 409, 'payment_in_use');
    assert.equal(answer.headers['retry-after'], '1');
  }
  assert.equal((statuses.get(409)?.length ?? 0) + (statuses.get(402)?.length ?? 0), 49);
  assert.equal(await market.earned(), before + priceUnits);
  assert.equal(market.runs(), runs + 1);
  assert.equal(market.ledger.landed.length, landed + 1);
});

test('the answer to settle is lost after the money moved: 503, then the kept answer, charged once', {
  skip,
}, async () => {
  const payment = await signedFor(app!.utility, market.payer);
  const [before, runs] = [await market.earned(), market.runs()];
  // The chain cannot be asked either, so that nobody knows.
  market.facilitator.mood = {
    after: (path, answer) => {
      if (path !== '/settle') return answer;
      market.rpc.down = true;
      return 'drop';
    },
  };
  const lost = await app!.utility.get(skill, paying(payment));
  assertRefused(lost, 503, 'settlement_unknown');
  assert.equal(lost.headers['retry-after'], '2');
  assert.equal(lost.headers['payment-required'], undefined);
  assert.equal(await market.earned(), before + priceUnits);
  assertRefused(
    await twin!.utility.get('/dns-lookup?domain=other.test', paying(payment)),
    409,
    'payment_bound',
  );
  market.rpc.down = false;
  market.facilitator.mood = {};
  const again = await twin!.utility.get(skill, paying(payment));
  assert.equal(again.status, 200, again.text);
  assert.equal(receiptOf(again).transaction, market.ledger.landed[0]?.signature);
  assert.equal(market.runs(), runs + 1, 'the kept answer, not a second run');
  assert.equal(await market.earned(), before + priceUnits);
  challengeOf(await app!.utility.get(skill, paying(payment)));
});

test('a facilitator that lies or mumbles about a settlement is not believed: the chain decides', {
  skip,
}, async () => {
  for (const said of [
    { success: true, transaction: '', network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    { success: true, transaction: 'x', network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
    {
      success: false,
      errorReason: 'settlement_pending',
      transaction: 'x',
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    },
    'not json',
    { hello: 1 },
  ]) {
    const payment = await signedFor(app!.utility, market.payer);
    const before = await market.earned();
    let settles = false;
    market.facilitator.mood = {
      before: (path) => {
        settles = path === '/settle';
        return undefined;
      },
      after: (path, answer) => (path === '/settle' ? said : answer),
    };
    // It really settled: believed by the chain, whatever was said.
    const answer = await app!.utility.get(skill, paying(payment));
    assert.equal(answer.status, 200, `${JSON.stringify(said)}: ${answer.text}`);
    assert.equal(settles, true);
    assert.equal(await market.earned(), before + priceUnits);
  }
  const payment = await signedFor(app!.utility, market.payer);
  const before = await market.earned();
  // It says so and did nothing: nothing is released, and when the transaction is too old it can be signed anew.
  market.facilitator.mood = { before: (path) => (path === '/settle' ? 'drop' : undefined) };
  assertRefused(await app!.utility.get(skill, paying(payment)), 503, 'settlement_unknown');
  assertRefused(await twin!.utility.get(skill, paying(payment)), 503, 'settlement_unknown');
  market.ledger.expireBlockhash();
  challengeOf(await app!.utility.get(skill, paying(payment)));
  assert.equal(await market.earned(), before);
});

test('a payment whose payer spends the money elsewhere in the meantime buys nothing', { skip }, async () => {
  const payment = await signedFor(app!.utility, market.payer);
  const purse = await market.ledger.balanceOf(market.payer.wallet);
  const before = await market.earned();
  market.facilitator.mood = {
    after: async (path, answer) => {
      if (path === '/verify') await market.ledger.fund(market.payer.wallet, 0n);
      return answer;
    },
  };
  const answer = await app!.utility.get(skill, paying(payment));
  assertRefused(answer, 503, 'settlement_unknown');
  assert.equal(await market.earned(), before);
  await market.ledger.fund(market.payer.wallet, purse);
  market.facilitator.mood = {};
  assert.equal((await retried(() => app!.utility.get(skill, paying(payment)))).status, 200);
});

test('a client that goes away before its answer gets it again, and is not charged again', {
  skip,
}, async () => {
  const payment = await signedFor(app!.utility, market.payer);
  const [before, runs] = [await market.earned(), market.runs()];
  const gone = new AbortController();
  market.facilitator.mood = {
    after: (path, answer) => {
      if (path === '/settle') gone.abort();
      return answer;
    },
  };
  const headers = { 'payment-signature': payment };
  await assert.rejects(fetch(app!.utility.url + skill, { headers, signal: gone.signal }));
  market.facilitator.mood = {};
  const answer = await retried(() => twin!.utility.get(skill, paying(payment)));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(market.runs(), runs + 1);
  assert.equal(await market.earned(), before + priceUnits);
});

test('facilitator down: a challenge is still given, a payment waits with 503, and is good afterwards', {
  skip,
}, async (t) => {
  const { facilitator, env, rpc, ledger } = market;
  const payment = await signedFor(app!.utility, market.payer);
  const before = await market.earned();
  facilitator.mood = { before: () => 'drop' };
  challengeOf(await app!.utility.get(skill));
  const runs = market.runs();
  const refused = await app!.utility.get(skill, paying(payment));
  assertRefused(refused, 503, 'payment_unavailable');
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal(market.runs(), runs);
  facilitator.mood = {};
  assert.equal((await app!.utility.get(skill, paying(payment))).status, 200);
  assert.equal(await market.earned(), before + priceUnits);

  // One that is not there when kith starts: it starts, and sells once there is one.
  const place = await startFacilitator(rpc.url);
  await place.close();
  const late = await startApp(t, { env: { ...env, KITH_FACILITATOR_URL: place.url } });
  assertRefused(await late.utility.get(skill), 503, 'payment_unavailable');
  assert.equal((await late.utility.get(`${skill}&free=1`)).status, 200);
  assert.deepEqual((await late.utility.get('/.well-known/x402')).json.resources[0].accepts, []);
  const back = await startFacilitator(rpc.url, Number(new URL(place.url).port));
  t.after(() => back.close());
  ledger.airdrop(back.feePayer, 10_000_000_000n);
  const sold = await retried(async () => {
    const answer = await late.utility.get(skill);
    return answer.status === 402
      ? late.utility.get(skill, paying(await market.payer.sign(challengeOf(answer))))
      : answer;
  });
  assert.equal(sold.status, 200, sold.text);
});
