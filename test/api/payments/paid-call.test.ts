import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { before, test } from 'node:test';
import { generateKeyPairSigner } from '@solana/kit';
import type { PaymentPayload } from '@x402/core/types';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { Payer } from '../../counterparts/solana/payer.ts';
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
import { assertRefused } from '../../harness/refused.ts';

const file = afterFile();
let setup: PaymentSetup;
let app: TestApp;
before(async () => {
  if (noSolana) return;
  setup = await startPaymentSetup(file);
  app = await startApp(undefined, { env: setup.env });
  file.after(() => app.stop());
});
const skip = noSolana;

test('an unpaid call gets a challenge in header and body, and no other method or header is served', {
  skip,
}, async () => {
  const { utility } = app;
  const answer = await utility.get(skill);
  const { x402Version, resource, accepts } = challengeOf(answer);
  assert.equal(x402Version, 2);
  assert.equal(resource?.url, utility.url + skill);
  assert.equal(accepts.length, 1);
  const { extra, ...terms } = accepts[0]!;
  assert.deepEqual(terms, {
    scheme: 'exact',
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    amount: '3000',
    asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    payTo: setup.payee,
    maxTimeoutSeconds: 60,
  });
  assert.equal(extra?.feePayer, setup.facilitator.feePayer);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const bad = await utility.get('/dns-lookup?domian=shop.test');
  assertRefused(bad, 400, 'invalid_field', 'bad input before any payment');
  const head = await fetch(utility.url + skill, { method: 'HEAD' });
  assert.equal(head.status, 402);
  assert.ok(head.headers.get('payment-required'), 'it states the price and runs nothing');
  const wrong: Record<string, string>[] = [
    { 'x-payment': Buffer.from('{}').toString('base64') },
    { 'payment-signature': '!!!' },
    { 'payment-signature': Buffer.from('[]').toString('base64') },
    {
      'payment-signature': Buffer.from('{"x402Version":2,"payload":{"transaction":"AAAA"}}').toString(
        'base64',
      ),
    },
    {
      'payment-signature': Buffer.from('{"x402Version":1,"scheme":"exact","payload":{}}').toString('base64'),
    },
  ];
  for (const headers of wrong) {
    challengeOf(await utility.get(skill, { headers }));
  }
  assertRefused(await utility.get(skill, { ally: 'kith_ally_wrong' }), 401, 'bad_key');
  // Every spelling of the path that reaches the skill passes the payment check.
  const query = skill.slice('/dns-lookup'.length);
  const runs = setup.runs();
  for (const path of [
    '/dns-lookup/',
    '//dns-lookup',
    '/%64ns-lookup',
    '/dns%2Dlookup',
    '/dns-lookup;x=1',
    '/DNS-LOOKUP',
    '/./dns-lookup',
    '/x/../dns-lookup',
    '/dns-lookup/%2e',
    '/dns-lookup%00',
  ])
    assert.notEqual(await statusOf(utility.url, path + query), 200, path);
  assert.equal(setup.runs(), runs);
});

/** With the path exactly as written; other clients would normalize it. */
async function statusOf(base: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(base);
  const [response] = (await once(get({ hostname, port, path }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('a call paid with the official client is served and settled once at the exact price, with a receipt', {
  skip,
}, async () => {
  const [before, purse] = [await setup.earned(), await setup.ledger.balanceOf(setup.payer.wallet)];
  const response = await setup.payer.fetch(app.utility.url + skill);
  assert.equal(response.status, 200);
  assert.deepEqual(((await response.json()) as { records: { A: string[] } }).records.A, ['192.0.2.1']);
  assert.equal(response.headers.get('x-kith-paid-by'), 'x402');
  assert.match(response.headers.get('cache-control') ?? '', /^private/);
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit'])
    assert.equal(response.headers.get(name), null, 'a paid call used no quota');
  const receipt = JSON.parse(Buffer.from(response.headers.get('payment-response')!, 'base64').toString());
  assert.equal(receipt.success, true);
  assert.equal(receipt.payer, setup.payer.wallet);
  assert.equal(receipt.transaction, setup.ledger.landed[0]?.signature);
  assert.equal(await setup.earned(), before + priceUnits);
  assert.equal(await setup.ledger.balanceOf(setup.payer.wallet), purse - priceUnits);
});

test('a payment buys one call: reuse is refused, and another request never gets it', {
  skip,
}, async () => {
  const { utility } = app;
  const payment = await signedFor(utility, setup.payer);
  const before = await setup.earned();
  assert.equal((await utility.get(skill, paying(payment))).status, 200);
  const runs = setup.runs();
  const again = await retried(() => utility.get(skill, paying(payment)));
  assert.match(challengeOf(again).error ?? '', /already used/);
  assert.equal(again.headers['x-error-code'], 'payment_refused');
  assertRefused(await utility.get('/dns-lookup?domain=other.test', paying(payment)), 409, 'payment_bound');
  assert.equal(await setup.earned(), before + priceUnits);
  assert.equal(setup.runs(), runs);
});

test('a payment that does not match the challenge is refused before anything runs, and nothing moves', {
  skip,
}, async () => {
  const { utility } = app;
  const { payer, ledger, payee, facilitator } = setup;
  const challenge = challengeOf(await utility.get(skill));
  const [before, runs] = [await setup.earned(), setup.runs()];
  const other = (await generateKeyPairSigner()).address;
  const fakeMint = (await generateKeyPairSigner()).address;
  await ledger.fund(other, 0n);
  ledger.placeMint(fakeMint);
  for (const owner of [payer.wallet, payee]) await ledger.fund(owner, 10_000_000n, fakeMint);
  const honest = challenge.accepts[0]!;
  const restore = (payment: PaymentPayload) => {
    payment.accepted = honest;
  };
  const altered = (field: 'amount' | 'payTo' | 'asset', value: string) => ({
    change: (bend: typeof challenge) => void Object.assign(bend.accepts[0]!, { [field]: value }),
  });
  const tamper = (payment: PaymentPayload) => {
    const bytes = Buffer.from((payment.payload as { transaction: string }).transaction, 'base64');
    bytes[1 + 64 + 5]! ^= 0xff;
    payment.payload = { transaction: bytes.toString('base64') };
  };
  const unfundedPayer = await Payer.create(setup.rpc.url);
  await ledger.fund(unfundedPayer.wallet, priceUnits - 1n);
  const wrong: [string, string][] = [
    ['different terms', await payer.sign(challenge, altered('amount', '2999'))],
    ['less is moved', await payer.sign(challenge, { ...altered('amount', '1'), alterPayment: restore })],
    ['more is moved', await payer.sign(challenge, { ...altered('amount', '3001'), alterPayment: restore })],
    ['another wallet', await payer.sign(challenge, { ...altered('payTo', other), alterPayment: restore })],
    ['another token', await payer.sign(challenge, { ...altered('asset', fakeMint), alterPayment: restore })],
    ['a broken signature', await payer.sign(challenge, { alterPayment: tamper })],
    ['an empty purse', await unfundedPayer.sign(challenge)],
    [
      'another fee payer',
      await payer.sign(challenge, {
        change: (bend) => void Object.assign(bend.accepts[0]!, { extra: { feePayer: other } }),
        alterPayment: restore,
      }),
    ],
  ];
  for (const [what, payment] of wrong) {
    const answer = await utility.get(skill, paying(payment));
    assert.equal(answer.headers['x-error-code'], 'payment_refused', `${what}: ${answer.text}`);
    challengeOf(answer);
  }
  // Even a facilitator that calls everything valid does not make a wrong transfer right.
  facilitator.behaviour = { after: (path, answer) => (path === '/verify' ? { isValid: true } : answer) };
  for (const [what, payment] of wrong.slice(1, 5)) {
    const settles = facilitator.counts['/settle'];
    challengeOf(await utility.get(skill, paying(payment)));
    assert.equal(facilitator.counts['/settle'], settles, what);
  }
  facilitator.behaviour = {};
  const expired = await payer.sign(challenge);
  ledger.expireBlockhash();
  challengeOf(await utility.get(skill, paying(expired)));
  assert.equal(await setup.earned(), before);
  assert.equal(setup.runs(), runs);
  assert.equal(facilitator.counts['/settle'] > 0, true);
});

test('a failed call costs nothing, and its payment can be used again', { skip }, async () => {
  const { utility } = app;
  const before = await setup.earned();
  const bad = '/dns-lookup?domain=not%20a%20name';
  const payment = await signedFor(utility, setup.payer, bad);
  assertRefused(await utility.get(bad, paying(payment)), 400, 'invalid_field');
  const failedCall = await utility.get('/dns-lookup?domain=dead.test', paying(payment));
  assertRefused(failedCall, 502, 'upstream_failed');
  assert.equal(failedCall.headers['payment-response'], undefined);
  assert.equal(await setup.earned(), before);
  const answer = await utility.get(skill, paying(payment));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(receiptOf(answer).success, true);
  assert.equal(await setup.earned(), before + priceUnits);
});

test('free calls are used first: a payment sent with one is not touched', { skip }, async () => {
  const { utility } = app;
  const { json } = await utility.post('/ally/register', { agent: 'payer' });
  const payment = await signedFor(utility, setup.payer);
  const before = await setup.earned();
  const answer = await utility.get(skill, { ...paying(payment), ally: json.key });
  assert.deepEqual([answer.status, answer.headers['x-kith-paid-by']], [200, 'ally']);
  assert.equal(await setup.earned(), before);
});

test('paid routes are listed, and described in the OpenAPI document', { skip }, async () => {
  const { json } = await app.utility.get('/.well-known/x402');
  const listed = json.resources.find((each: { resource: string }) => each.resource.endsWith('/dns-lookup'));
  assert.deepEqual([listed.method, listed.price_usd, listed.pay_to], ['GET', 0.003, setup.payee]);
  assert.equal(listed.accepts[0].amount, '3000');
  assert.equal(json.items.length, json.resources.length);
  const { operations } = await app.utility.document();
  const operation = operations.find(({ path }) => path === '/dns-lookup')!.operation as unknown as Record<
    string,
    unknown
  >;
  assert.deepEqual(operation['x-payment-info'], {
    protocols: ['x402'],
    price: { mode: 'fixed', currency: 'USD', amount: '0.003' },
  });
  const city = await app.city.get('/.well-known/x402');
  assert.deepEqual(
    city.json.resources.map((each: { price_usd: number; accepts: unknown[] }) => [
      each.price_usd,
      each.accepts.length,
    ]),
    [
      [0.001, 0],
      [1, 1],
      [0.25, 1],
    ],
  );
});
