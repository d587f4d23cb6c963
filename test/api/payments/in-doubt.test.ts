import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { startFacilitator } from '../../counterparts/solana/facilitator.ts';
import {
  challengeOf,
  type PaymentSetup,
  paying,
  priceUnits,
  receiptOf,
  retried,
  signedFor,
  skill,
  startPaymentSetup,
} from '../../fixtures/payments/payment-setup.ts';
import { afterFile } from '../../harness/after-file.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { MovableClock, minuteMs } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';

const file = afterFile();
const clock = new MovableClock(new Date().toISOString());
let setup: PaymentSetup;
let [app, twin] = [undefined, undefined] as unknown as TestApp[];
before(async () => {
  if (noSolana) return;
  setup = await startPaymentSetup(file);
  app = await startApp(undefined, { env: setup.env, clock });
  file.after(() => app!.stop());
  twin = await startApp(undefined, { env: setup.env, database: app.database, clock });
  file.after(() => twin!.stop());
});
afterEach(() => {
  if (!setup) return;
  setup.facilitator.behaviour = {};
  setup.rpc.down = false;
});
const skip = noSolana;

test('a settle response lost after the money moved: 503, then the stored response, charged once', {
  skip,
}, async () => {
  const payment = await signedFor(app!.utility, setup.payer);
  const [before, runs] = [await setup.earned(), setup.runs()];
  // The chain cannot be queried either, so the outcome is unknown.
  setup.facilitator.behaviour = {
    after: (path, answer) => {
      if (path !== '/settle') return answer;
      setup.rpc.down = true;
      return 'drop';
    },
  };
  const lost = await app!.utility.get(skill, paying(payment));
  assertRefused(lost, 503, 'settlement_unknown');
  assert.equal(lost.headers['retry-after'], '2');
  assert.equal(lost.headers['payment-required'], undefined);
  assert.equal(await setup.earned(), before + priceUnits);
  assertRefused(
    await twin!.utility.get('/dns-lookup?domain=other.test', paying(payment)),
    409,
    'payment_bound',
  );
  setup.rpc.down = false;
  setup.facilitator.behaviour = {};
  const again = await twin!.utility.get(skill, paying(payment));
  assert.equal(again.status, 200, again.text);
  assert.equal(receiptOf(again).transaction, setup.ledger.landed[0]?.signature);
  assert.equal(setup.runs(), runs + 1, 'the stored response, not a second run');
  assert.equal(await setup.earned(), before + priceUnits);
  challengeOf(await retried(() => app!.utility.get(skill, paying(payment))));
});

test('a facilitator’s false or unclear settlement is not trusted: the chain decides', {
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
    const payment = await signedFor(app!.utility, setup.payer);
    const before = await setup.earned();
    let settles = false;
    setup.facilitator.behaviour = {
      before: (path) => {
        settles = path === '/settle';
        return undefined;
      },
      after: (path, answer) => (path === '/settle' ? said : answer),
    };
    // It did settle: the chain decides, whatever the facilitator said.
    const answer = await app!.utility.get(skill, paying(payment));
    assert.equal(answer.status, 200, `${JSON.stringify(said)}: ${answer.text}`);
    assert.equal(settles, true);
    assert.equal(await setup.earned(), before + priceUnits);
  }
  // It did nothing: nothing is released, and once the transaction has expired it can be signed again.
  const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  const another = setup.ledger.landed[0]!.signature;
  const falseSettlements = ['made up', another].map((transaction) => ({
    success: true,
    transaction,
    network,
  }));
  for (const said of [...falseSettlements, 'drop']) {
    const payment = await signedFor(app!.utility, setup.payer);
    const before = await setup.earned();
    setup.facilitator.behaviour = { before: (path) => (path === '/settle' ? said : undefined) };
    assertRefused(await app!.utility.get(skill, paying(payment)), 503, 'settlement_unknown');
    assertRefused(await twin!.utility.get(skill, paying(payment)), 503, 'settlement_unknown');
    setup.ledger.expireBlockhash();
    assertRefused(await app!.utility.get(skill, paying(payment)), 503, 'settlement_unknown');
    clock.forward(minuteMs);
    // The reconciler may be at it first.
    const answer = await until(async () => {
      const tried = await app!.utility.get(skill, paying(payment));
      return tried.status !== 409 && tried;
    });
    challengeOf(answer);
    assert.equal(await setup.earned(), before, JSON.stringify(said));
  }
});

test('a slow facilitator: an unverified call is not charged, and a settlement counts once', {
  skip,
}, async () => {
  const verified = `${skill}&max_age=1`;
  const landed = `${skill}&max_age=2`;
  const landsLater = `${skill}&max_age=3`;
  const [before, runs] = [await setup.earned(), setup.runs()];
  const late = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  setup.facilitator.behaviour = {
    before: async (path, body) => {
      if (path === '/verify' && body.includes('max_age=1')) await late.promise;
      if (path === '/settle' && body.includes('max_age=3')) await late.promise;
    },
    after: async (path, answer, body) => {
      if (path === '/settle' && body.includes('max_age=2')) await late.promise;
      if (path === '/settle' && body.includes('max_age=3')) done.resolve();
      return answer;
    },
  };
  const payments = await Promise.all(
    [verified, landed, landsLater].map((path) => signedFor(app!.utility, setup.payer, path)),
  );
  const call = (path: string, i: number) => app!.utility.get(path, paying(payments[i]!));
  const [unverified, served, open] = await Promise.all([verified, landed, landsLater].map(call));
  assertRefused(unverified!, 503, 'payment_unavailable');
  assert.equal(served!.status, 200, served!.text);
  assert.equal(receiptOf(served!).success, true);
  assertRefused(open!, 503, 'settlement_unknown');
  assert.equal(await setup.earned(), before + priceUnits);
  // It settles in the end, when nobody waits any more.
  late.resolve();
  await done.promise;
  setup.facilitator.behaviour = {};
  assert.equal((await retried(() => call(landsLater, 2))).status, 200);
  assert.equal((await retried(() => call(verified, 0))).status, 200);
  for (const [i, path] of [verified, landed, landsLater].entries())
    challengeOf(await retried(() => call(path, i)));
  assert.equal(await setup.earned(), before + 3n * priceUnits);
  assert.equal(setup.runs(), runs + 3);
});

test('a payment whose payer spent the money meanwhile buys nothing', { skip }, async () => {
  const payment = await signedFor(app!.utility, setup.payer);
  const balance = await setup.ledger.balanceOf(setup.payer.wallet);
  const before = await setup.earned();
  setup.facilitator.behaviour = {
    after: async (path, answer) => {
      if (path === '/verify') await setup.ledger.fund(setup.payer.wallet, 0n);
      return answer;
    },
  };
  const answer = await app!.utility.get(skill, paying(payment));
  assertRefused(answer, 503, 'settlement_unknown');
  assert.equal(await setup.earned(), before);
  await setup.ledger.fund(setup.payer.wallet, balance);
  setup.facilitator.behaviour = {};
  assert.equal((await retried(() => app!.utility.get(skill, paying(payment)))).status, 200);
});

test('a client that disconnects before its response can get it again without a second charge', {
  skip,
}, async () => {
  const payment = await signedFor(app!.utility, setup.payer);
  const [before, runs] = [await setup.earned(), setup.runs()];
  const gone = new AbortController();
  setup.facilitator.behaviour = {
    after: (path, answer) => {
      if (path === '/settle') gone.abort();
      return answer;
    },
  };
  const headers = { 'payment-signature': payment };
  await assert.rejects(fetch(app!.utility.url + skill, { headers, signal: gone.signal }));
  setup.facilitator.behaviour = {};
  const answer = await retried(() => twin!.utility.get(skill, paying(payment)));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(setup.runs(), runs + 1);
  assert.equal(await setup.earned(), before + priceUnits);
});

test('facilitator down: challenges are still issued, a payment gets 503 and stays valid', {
  skip,
}, async (t) => {
  const { facilitator, env, rpc, ledger } = setup;
  const payment = await signedFor(app!.utility, setup.payer);
  const before = await setup.earned();
  facilitator.behaviour = { before: () => 'drop' };
  challengeOf(await app!.utility.get(skill));
  const runs = setup.runs();
  const refused = await app!.utility.get(skill, paying(payment));
  assertRefused(refused, 503, 'payment_unavailable');
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal(setup.runs(), runs);
  facilitator.behaviour = {};
  assert.equal((await app!.utility.get(skill, paying(payment))).status, 200);
  assert.equal(await setup.earned(), before + priceUnits);

  // The facilitator is down when kith starts: kith starts, and sells once it is up.
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
      ? late.utility.get(skill, paying(await setup.payer.sign(challengeOf(answer))))
      : answer;
  });
  assert.equal(sold.status, 200, sold.text);
});

test('a facilitator that returns with another fee payer is used in the next challenge without a restart', {
  skip,
}, async (t) => {
  const first = await startFacilitator(setup.rpc.url);
  setup.ledger.airdrop(first.feePayer, 10_000_000_000n);
  const { utility } = await startApp(t, { env: { ...setup.env, KITH_FACILITATOR_URL: first.url } });
  const stale = await signedFor(utility, setup.payer);
  await first.close();
  assertRefused(await utility.get(skill, paying(stale)), 503, 'payment_unavailable');
  const second = await startFacilitator(setup.rpc.url, Number(new URL(first.url).port));
  t.after(() => second.close());
  setup.ledger.airdrop(second.feePayer, 10_000_000_000n);
  const before = await setup.earned();
  const challenge = await retried(() => utility.get(skill, paying(stale)));
  assert.equal(challengeOf(challenge).accepts[0]?.extra?.feePayer, second.feePayer);
  assert.equal(await setup.earned(), before);
  const sold = await utility.get(skill, paying(await setup.payer.sign(challengeOf(challenge))));
  assert.equal(sold.status, 200, sold.text);
  assert.equal(await setup.earned(), before + priceUnits);
});
