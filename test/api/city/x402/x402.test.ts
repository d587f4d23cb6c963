import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { generateKeyPairSigner } from '@solana/kit';
import { noSolana } from '../../../counterparts/solana/binary.ts';
import {
  challengeOf,
  type PaymentSetup,
  receiptOf,
  retried,
  startPaymentSetup,
} from '../../../fixtures/payments/payment-setup.ts';
import { afterFile } from '../../../harness/after-file.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type CallOptions, register } from '../../../harness/client.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';

const file = afterFile();
const clock = new MovableClock('2026-11-15T12:00:00.000Z');
let setup: PaymentSetup;
let app: TestApp;
let ada: { api_key: string; screen_name: string };
before(async () => {
  if (noSolana) return;
  setup = await startPaymentSetup(file);
  app = await startApp(undefined, { env: { ...setup.env, KITH_TRUST_PROXY: '127.0.0.1' }, clock });
  file.after(() => app.stop());
  ada = await register(app.city, 'ada');
});
const skip = noSolana;
const usd = 1_000_000n;

/** Requests the challenge, signs it, and returns what a paid call needs. */
async function paidOptions(path: string, body: unknown, options: CallOptions = {}): Promise<CallOptions> {
  const challenge = challengeOf(await app.city.post(path, body, options));
  assert.equal(challenge.accepts[0]?.extra?.paymentFlow, 'upfront');
  const payment = await setup.payer.sign(challenge);
  return { ...options, headers: { ...options.headers, 'payment-signature': payment } };
}

test('llms.txt marks paid calls', { skip }, async () => {
  const lines = (await app.utility.get('/llms.txt')).text.split('\n');
  assert.ok(lines.some((line) => /^- GET \/dns-lookup\?\$: /.test(line)));
  assert.ok(
    lines.some((line) => /^- GET \/selftest: /.test(line)),
    'only paid routes have the price mark',
  );
});

test("a USDC tip goes to the recipient's own wallet, and nothing to the operator", {
  skip,
}, async () => {
  const { city } = app;
  const [bob, key] = [await register(city, 'bob'), ada.api_key];
  const body = { to: 'BOB', amount_usd: 0.25 };
  assertRefused(await city.post('/api/x402/tip', body), 401, 'no_key');
  assertRefused(await city.post('/api/x402/tip', body, { key }), 409, 'no_wallet');
  assertRefused(await city.post('/api/x402/tip', { ...body, to: 'nobody' }, { key }), 404, 'not_found');
  assertRefused(await city.post('/api/x402/tip', { ...body, to: 'ada' }, { key }), 409, 'own_account');
  for (const amount_usd of [0, -1, 0.0000001, 0.25000001, 5000])
    assertRefused(await city.post('/api/x402/tip', { ...body, amount_usd }, { key }), 400, 'invalid_field');
  const { address: wallet } = await generateKeyPairSigner();
  await city.patch('/api/me', { wallet }, { key: bob.api_key });
  const early = await paidOptions('/api/x402/tip', body, { key });
  const house = await setup.earned();
  assertRefused(await city.post('/api/x402/tip', body, early), 409, 'no_wallet', 'no token account yet');
  await setup.ledger.fund(wallet, 0n);
  const answer = await city.post('/api/x402/tip', body, early);
  assert.equal(answer.status, 201, answer.text);
  assert.deepEqual([answer.json.to, answer.json.amount_usd, answer.json.wallet], ['bob', 0.25, wallet]);
  assert.equal(answer.json.transaction, receiptOf(answer).transaction);
  const receipt = Buffer.from(answer.headers['x-receipt'] ?? '', 'base64').toString();
  const { payment } = JSON.parse(receipt.split('\n')[1] ?? '');
  assert.deepEqual(payment, { amount: '0.25', currency: 'USDC', transaction: answer.json.transaction });
  assert.equal(await setup.ledger.balanceOf(wallet), usd / 4n);
  const { events } = (await city.get('/api/events?kind=tip.usdc', { key: bob.api_key })).json;
  assert.deepEqual(
    events.map(({ at: _, ...event }: { at: string }) => event),
    [
      {
        id: 1,
        kind: 'tip.usdc',
        text: 'ada sent 0.25 USDC to your wallet.',
        from: 'ada',
        ref: `usdc:${answer.json.transaction}`,
        next: null,
      },
    ],
  );
  assert.equal(await setup.earned(), house);
  challengeOf(await retried(() => city.post('/api/x402/tip', body, early)));
  assert.equal(await setup.ledger.balanceOf(wallet), usd / 4n);
});

test('a sponsor pays per day and is shown on the room; the next one follows', { skip }, async () => {
  const { city } = app;
  const key = ada.api_key;
  await city.post('/api/rooms', { name: 'den', topic: '', private: true }, { key });
  for (const room of ['den', 'no-such-room'])
    assertRefused(await sponsored({ room, note: 'x' }), 404, 'not_found', room);
  async function sponsored(body: object) {
    return city.post('/api/x402/sponsor', body, await paidOptions('/api/x402/sponsor', body, { key }));
  }
  const before = await setup.earned();
  const first = await sponsored({ room: 'LOBBY', note: 'Papers read.', days: 2 });
  assert.equal(first.status, 201, first.text);
  assert.deepEqual([first.json.room, first.json.price_usd], ['lobby', 2]);
  assert.equal(await setup.earned(), before + 2n * usd);
  const second = await sponsored({ room: 'lobby', note: 'Later.' });
  assert.equal(second.json.from_at, first.json.until_at);
  const shown = async () =>
    (await city.get('/api/rooms')).json.rooms.find((each: { name: string }) => each.name === 'lobby').sponsor;
  assert.equal(await shown(), 'ada: Papers read.');
  clock.forward(2 * dayMs);
  assert.equal(await shown(), 'ada: Later.');
  clock.forward(dayMs);
  assert.equal(await shown(), null);
  const secret = { room: 'lobby', note: `mine is ${ada.api_key}` };
  assertRefused(await city.post('/api/x402/sponsor', secret, { key }), 422, 'credential');
});

test('priority registration bypasses the cap, gives a diamond, and stores its key only encrypted', {
  skip,
}, async () => {
  const { city, database } = app;
  const path = '/api/x402/priority-register';
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  await database.sql(
    `INSERT INTO limit_use (name, subject, window_at, used) VALUES ('signup', '198.51.100.7', $1, 20)`,
    [new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs)],
  );
  assertRefused(await city.post('/api/register', { screen_name: 'zoe' }, { headers }), 429, 'over_limit');
  const before = await setup.earned();
  const taken = await paidOptions(path, { screen_name: 'zoe' }, { headers });
  assertRefused(await city.post(path, { screen_name: 'Ada' }, taken), 409, 'name_taken');
  assert.equal(await setup.earned(), before, 'an order that must fail is not settled');

  const options = { ...taken, headers: { ...taken.headers, 'idempotency-key': 'once' } };
  const answer = await city.post(path, { screen_name: 'zoe' }, options);
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const me = await city.get('/api/me', { key: answer.json.api_key });
  assert.deepEqual([me.json.screen_name, me.json.badges, me.json.balance], ['zoe', ['diamond'], 100]);
  assert.equal(await setup.earned(), before + usd / 4n);
  const unpaid = { headers: { ...headers, 'idempotency-key': 'once' } };
  const again = await city.post(path, { screen_name: 'zoe' }, unpaid);
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true']);
  assert.deepEqual(again.json, answer.json);
  const kept = await database.sql(`SELECT answer FROM payment WHERE route = $1`, [path]);
  assert.equal(kept.length, 1);
  assert.equal(kept[0].answer.includes('kith_sk'), false);
});

test('a name lost while the payment settles: the payment stays valid for another name', {
  skip,
}, async () => {
  const { city } = app;
  const path = '/api/x402/priority-register';
  const options = await paidOptions(path, { screen_name: 'race' });
  const before = await setup.earned();
  setup.facilitator.behaviour = {
    after: async (at, answer) => {
      if (at === '/settle') await register(city, 'race');
      return answer;
    },
  };
  const lost = await city.post(path, { screen_name: 'race' }, options);
  setup.facilitator.behaviour = {};
  assertRefused(lost, 409, 'name_taken');
  assert.match(lost.json.hint, /stays valid/);
  assert.equal(receiptOf(lost).success, true);
  assert.equal(await setup.earned(), before + usd / 4n);
  const other = await city.post(path, { screen_name: 'race_2' }, options);
  assert.equal(other.status, 201, other.text);
  assert.equal(await setup.earned(), before + usd / 4n, 'paid once');
  challengeOf(await retried(() => city.post(path, { screen_name: 'race_2' }, options)));
  assertRefused(await city.post(path, { screen_name: 'race_3' }, options), 409, 'payment_bound');
});
