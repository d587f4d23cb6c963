import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { generateKeyPairSigner } from '@solana/kit';
import { noSolana } from '../../counterparts/solana/binary.ts';
import {
  challengeOf,
  type PaymentSetup,
  priceUnits,
  receiptOf,
  signedFor,
  skill,
  startPaymentSetup,
} from '../../fixtures/payments/payment-setup.ts';
import { afterFile } from '../../harness/after-file.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type CallOptions, register } from '../../harness/client.ts';
import { MovableClock, minuteMs } from '../../harness/clock.ts';
import { dump } from '../../harness/dump.ts';
import { assertRefused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';

const file = afterFile();
const clock = new MovableClock(new Date().toISOString());
const path = '/api/x402/tip';
const body = { to: 'bob', amount_usd: 0.25 };
const quarter = 250_000n;
let setup: PaymentSetup;
let app: TestApp;
let key: string;
let bobs: string;
let wallet: string;

async function newWallet(): Promise<string> {
  const { address } = await generateKeyPairSigner();
  await setup.ledger.fund(address, 0n);
  assert.equal((await app.city.patch('/api/me', { wallet: address }, { key: bobs })).status, 200);
  return address;
}

before(async () => {
  if (noSolana) return;
  setup = await startPaymentSetup(file);
  // Videos are ordered but not rendered: only the existence of a paid order is tested.
  const videos = { KITH_OUTBOUND_ALLOW: '127.0.0.0/8', KITH_VIDEO_FFMPEG: '/nowhere/ffmpeg' };
  app = await startApp(undefined, { env: { ...setup.env, ...videos }, clock });
  file.after(() => app.stop());
  key = (await register(app.city, 'ada')).api_key;
  bobs = (await register(app.city, 'bob')).api_key;
  wallet = await newWallet();
});
afterEach(() => {
  if (!setup) return;
  setup.facilitator.behaviour = {};
  Object.assign(setup.rpc, { down: false, lagging: false });
});
const skip = noSolana;

async function signed(headers: Record<string, string> = {}): Promise<CallOptions> {
  const challenge = challengeOf(await app.city.post(path, body, { key }));
  const payment = await setup.payer.sign(challenge);
  return { key, headers: { ...headers, 'payment-signature': payment } };
}

/** The facilitator's settlements wait until they are released. */
function holdSettlement(): { settling: Promise<void>; proceed: () => void } {
  const settling = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  setup.facilitator.behaviour = {
    before: async (at) => {
      if (at !== '/settle') return undefined;
      settling.resolve();
      await proceed.promise;
      return undefined;
    },
  };
  return { settling: settling.promise, proceed: proceed.resolve };
}

test('two payments under one Idempotency-Key: one is charged, the other refused before it settles', {
  skip,
}, async () => {
  const headers = { 'idempotency-key': 'tip-once' };
  const [first, second] = [await signed(headers), await signed(headers)];
  const before = await setup.ledger.balanceOf(wallet);
  const { settling, proceed } = holdSettlement();
  const paid = app.city.post(path, body, first);
  await settling;
  const refused = await app.city.post(path, body, second);
  proceed();
  assertRefused(refused, 409, 'payment_in_use');
  const answer = await paid;
  assert.equal(answer.status, 201, answer.text);
  const again = await app.city.post(path, body, second);
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true'], again.text);
  assert.equal(again.json.transaction, answer.json.transaction);
  assert.equal(receiptOf(again).transaction, answer.json.transaction, 'with the receipt of its payment');
  assert.equal((await setup.ledger.balanceOf(wallet)) - before, quarter, 'charged once');
});

test('a paid skill under one Idempotency-Key: one of two concurrent payments is charged, a retry gets its answer', {
  skip,
}, async () => {
  const key = { 'idempotency-key': 'skill-once' };
  const payments = [await signedFor(app.utility, setup.payer), await signedFor(app.utility, setup.payer)];
  const [earned, runs] = [await setup.earned(), setup.runs()];
  const { settling, proceed } = holdSettlement();
  const call = (payment?: string) =>
    app.utility.get(skill, { headers: { ...key, ...(payment && { 'payment-signature': payment }) } });
  const paid = call(payments[0]);
  await settling;
  assertRefused(await call(payments[1]), 409, 'payment_in_use');
  proceed();
  const answer = await paid;
  assert.equal(answer.status, 200, answer.text);
  for (const again of [await call(payments[1]), await call()]) {
    assert.deepEqual([again.status, again.headers['idempotency-replayed']], [200, 'true'], again.text);
    assert.deepEqual(again.json, answer.json);
    assert.equal(receiptOf(again).transaction, receiptOf(answer).transaction);
  }
  assert.equal((await setup.earned()) - earned, priceUnits, 'charged once');
  assert.equal(setup.runs(), runs + 1, 'run once');
  // Another request under the key does not get that response, and is not charged.
  const other = { headers: { ...key, 'payment-signature': payments[1] ?? '' } };
  assertRefused(await app.utility.get(`${skill}&max_age=9`, other), 409, 'payment_in_use');
  assert.equal((await setup.earned()) - earned, priceUnits);
});

test('a node that is behind the one that reports the expiry is not asked, and decides nothing', {
  skip,
}, async () => {
  const options = await signed();
  const before = await setup.ledger.balanceOf(wallet);
  setup.rpc.lagging = false;
  setup.facilitator.behaviour = {
    after: (at, answer) => {
      if (at !== '/settle') return answer;
      setup.rpc.lagging = true;
      setup.ledger.expireBlockhash();
      return 'drop';
    },
  };
  assertRefused(await app.city.post(path, body, options), 503, 'settlement_unknown');
  assert.equal((await setup.ledger.balanceOf(wallet)) - before, quarter, 'the money has moved');
  setup.rpc.lagging = false;
  setup.facilitator.behaviour = {};
  const answer = await app.city.post(path, body, options);
  assert.equal(answer.status, 201, answer.text);
  assert.equal((await setup.ledger.balanceOf(wallet)) - before, quarter);
});

test('a tip left settling is finished by the reconciler, for the wallet that was paid', {
  skip,
}, async () => {
  const paidWallet = wallet;
  const options = await signed({ 'idempotency-key': 'left-behind' });
  setup.facilitator.behaviour = {
    after: (at, answer) => {
      if (at !== '/settle') return answer;
      setup.rpc.down = true;
      return 'drop';
    },
  };
  assertRefused(await app.city.post(path, body, options), 503, 'settlement_unknown');
  Object.assign(setup.rpc, { down: false });
  setup.facilitator.behaviour = {};
  wallet = await newWallet();
  const tips = () => app.database.sql('SELECT wallet FROM usdc_tip WHERE wallet = $1', [paidWallet]);
  const tipsBefore = (await tips()).length;
  clock.forward(2 * minuteMs);
  await until(async () => (await tips()).length === tipsBefore + 1, 'the tip is recorded without its client');
  const answer = await app.city.post(path, body, options);
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.json.wallet, paidWallet);
  const unpaid = await app.city.post(path, body, { key, headers: { 'idempotency-key': 'left-behind' } });
  assert.equal(unpaid.headers['idempotency-replayed'], 'true', unpaid.text);
  assert.equal((await tips()).length, tipsBefore + 1, 'recorded once');
});

test('a settled tip whose effect failed is finished after the recipient changed wallet', {
  skip,
}, async () => {
  const paidWallet = wallet;
  const options = await signed();
  await app.database.sql('ALTER TABLE usdc_tip ADD CONSTRAINT refused CHECK (false) NOT VALID');
  const failed = await app.city.post(path, body, options);
  await app.database.sql('ALTER TABLE usdc_tip DROP CONSTRAINT refused');
  assert.equal(failed.status, 500, failed.text);
  wallet = await newWallet();
  const answer = await app.city.post(path, body, options);
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.json.wallet, paidWallet);
  assert.equal(await setup.ledger.balanceOf(wallet), 0n, 'nothing went to the new wallet');
});

/** An ally that has used its free video, and a signed payment for an order. */
async function videoBuyer(agent: string, order: object) {
  const { json } = await app.utility.post('/ally/register', { agent });
  await app.database.sql(
    `INSERT INTO free_grant (subject, what, taken_at) SELECT 'ally:' || id, 'video', now() FROM ally WHERE agent = $1`,
    [agent],
  );
  const challenge = challengeOf(await app.utility.post('/video', order, { ally: json.key }));
  return { ally: json.key as string, payment: await setup.payer.sign(challenge) };
}

const videosOf = (agent: string) =>
  app.database.sql(
    `SELECT video_job.id, paid_by FROM video_job JOIN ally ON owner = 'ally:' || ally.id WHERE agent = $1`,
    [agent],
  );

test('a paid video left settling is ordered once by the reconciler, and its client gets the job and the secret', {
  skip,
}, async () => {
  const order = { topic: 'bees', notify: new URL('/hook', setup.rpc.url).href };
  const { ally, payment } = await videoBuyer('left_behind', order);
  const key = { 'idempotency-key': 'video-left-behind' };
  const paid = { ally, headers: { ...key, 'payment-signature': payment } };
  const earned = await setup.earned();
  setup.facilitator.behaviour = {
    after: (at, answer) => {
      if (at !== '/settle') return answer;
      setup.rpc.down = true;
      return 'drop';
    },
  };
  assertRefused(await app.utility.post('/video', order, paid), 503, 'settlement_unknown');
  Object.assign(setup.rpc, { down: false });
  setup.facilitator.behaviour = {};
  assert.deepEqual(await videosOf('left_behind'), []);
  clock.forward(2 * minuteMs);
  await until(
    async () => (await videosOf('left_behind')).length === 1,
    'the video is ordered without its client',
  );
  const [job] = await videosOf('left_behind');
  assert.equal(job?.paid_by, 'x402');

  const unpaid = await app.utility.post('/video', order, { ally, headers: key });
  assert.deepEqual([unpaid.status, unpaid.headers['idempotency-replayed']], [200, 'true'], unpaid.text);
  assert.equal(unpaid.json.job_id, job?.id);
  assert.match(unpaid.json.secret, /^whsec_/);
  const again = await app.utility.post('/video', order, paid);
  assert.deepEqual([again.status, again.json], [200, unpaid.json], again.text);
  assert.equal((await videosOf('left_behind')).length, 1, 'ordered once');
  assert.equal((await setup.earned()) - earned, 500_000n, 'charged once');
  assert.ok(
    !(await dump(app.database)).includes(unpaid.json.secret),
    'the secret is not stored in plain text',
  );
});

test('the webhook secret of a paid video is not readable in the database, and a lost response is repeated', {
  skip,
}, async () => {
  const order = { topic: 'moths', notify: new URL('/hook', setup.rpc.url).href };
  const { ally, payment } = await videoBuyer('secretive', order);
  const paid = { ally, headers: { 'payment-signature': payment, 'idempotency-key': 'video-secret' } };
  const answer = await app.utility.post('/video', order, paid);
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.json.secret, /^whsec_/);
  assert.ok(!(await dump(app.database)).includes(answer.json.secret));
  const again = await app.utility.post('/video', order, paid);
  assert.deepEqual([again.status, again.json], [200, answer.json], again.text);
  const stranger = await app.utility.post('/ally/register', { agent: 'stranger' });
  const other = await app.utility.post('/video', order, { ...paid, ally: stranger.json.key });
  assert.notEqual(other.json.secret, answer.json.secret);
});
