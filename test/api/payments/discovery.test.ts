import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { FacilitatorFailure } from '../../counterparts/solana/facilitator.ts';
import {
  challengeOf,
  type PaymentSetup,
  paying,
  skill,
  startPaymentSetup,
} from '../../fixtures/payments/payment-setup.ts';
import { afterFile } from '../../harness/after-file.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { assertRefused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';

const file = afterFile();
const skip = noSolana;
let setup: PaymentSetup;
let app: TestApp;
before(async () => {
  if (noSolana) return;
  setup = await startPaymentSetup(file);
  app = await startApp(undefined, { env: setup.env });
  file.after(() => app.stop());
});

interface Bazaar {
  readonly info: { readonly input: Record<string, unknown>; readonly output?: { readonly example: unknown } };
  readonly schema: object;
}

/** The specification's rule: the schema of the extension accepts what it describes. */
function assertBazaar(bazaar: Bazaar, what: string): void {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(bazaar.schema);
  assert.ok(validate(bazaar.info), `${what}: ${ajv.errorsText(validate.errors)}`);
  assert.equal(bazaar.info.input.type, 'http');
}

test('a bare probe of every paid route gets 402 with a challenge that says how to call it', {
  skip,
}, async () => {
  for (const client of [app.utility, app.city]) {
    const { json } = await client.get('/.well-known/x402');
    assert.ok(json.resources.length >= 3);
    for (const { resource, method, accepts, extensions } of json.resources) {
      assertBazaar(extensions.bazaar, resource);
      const { pathname } = new URL(resource);
      // A tip pays the agent that the input names: without input there is no payee.
      if (accepts.length === 0) continue;
      const probes = [
        await client.get(pathname),
        ...(method === 'POST' ? [await client.call('POST', pathname), await client.post(pathname, {})] : []),
      ];
      for (const probe of probes) {
        const challenge = challengeOf(probe);
        assert.ok(challenge.accepts[0]?.payTo, pathname);
        const bazaar = (challenge.extensions as { bazaar: Bazaar }).bazaar;
        assertBazaar(bazaar, pathname);
        assert.equal(bazaar.info.input.method, method);
        const header = String(probe.headers['payment-required']);
        assert.ok(header.length < 8_000, `${pathname}: a header of ${header.length} characters`);
      }
    }
  }
});

test('a caller with a wrong call gets its error, not the price', { skip }, async () => {
  const { json } = await app.utility.post('/ally/register', { agent: 'prober' });
  assertRefused(await app.utility.get('/dns-lookup', { ally: json.key }), 400, 'invalid_field');
  assertRefused(await app.utility.get('/dns-lookup?free=1'), 400, 'invalid_field');
  assertRefused(await app.utility.get('/dns-lookup', paying('e30=')), 400, 'invalid_field');
  assertRefused(await app.utility.post('/json-repair', { x: 1 }), 400, 'invalid_field');
  assertRefused(await app.utility.call('DELETE', '/dns-lookup'), 405, 'method_not_allowed');
});

test('a payment that returns the extension is served', { skip }, async () => {
  const challenge = challengeOf(await app.utility.get(skill));
  const payment = await setup.payer.sign(challenge);
  const sent = JSON.parse(Buffer.from(payment, 'base64').toString());
  assert.deepEqual(sent.extensions, challenge.extensions);
  assert.equal((await app.utility.get(skill, paying(payment))).status, 200);
});

test('a facilitator’s reason for a failure reaches the caller, whatever its status', {
  skip,
}, async () => {
  const { facilitator, payer } = setup;
  const payment = await payer.sign(challengeOf(await app.utility.get(skill)));
  const call = () => app.utility.get(skill, paying(payment));
  try {
    facilitator.behaviour = { before: (path) => (path === '/verify' ? failing(400, invalid) : undefined) };
    assert.match(challengeOf(await call()).error ?? '', /insufficient_funds: the wallet holds 0/);
    facilitator.behaviour = { before: (path) => (path === '/verify' ? failing(500, invalid) : undefined) };
    const down = await call();
    assertRefused(down, 503, 'payment_unavailable');
    assert.match(down.json.error, /insufficient_funds: the wallet holds 0/);
    const quota = { error: 'quota of this account is used up' };
    facilitator.behaviour = { before: (path) => (path === '/verify' ? failing(429, quota) : undefined) };
    assert.match((await call()).json.error, /quota of this account is used up/);
    const stuck = { success: false, errorReason: 'rpc_away', errorMessage: 'no validator answers' };
    facilitator.behaviour = { before: (path) => (path === '/settle' ? failing(502, stuck) : undefined) };
    const unsettled = await call();
    assert.match(unsettled.json.error, /rpc_away: no validator answers/);
  } finally {
    facilitator.behaviour = {};
  }
});

const invalid = { isValid: false, invalidReason: 'insufficient_funds', invalidMessage: 'the wallet holds 0' };
const failing = (status: number, body: object) => new FacilitatorFailure(status, body);

test('the self-test checks the payment path, and says what is wrong with it', { skip }, async (t) => {
  const unreachable = 'http://127.0.0.1:2/';
  const chains = ['ETH', 'BASE', 'ARBITRUM', 'OPTIMISM', 'POLYGON'].map((chain) => [
    `KITH_RPC_${chain}`,
    unreachable,
  ]);
  const env = {
    ...setup.env,
    ...Object.fromEntries(chains),
    KITH_SELFTEST_INTERVAL_S: '86400',
    KITH_BROWSER: 'off',
    KITH_RDAP_BOOTSTRAP_URL: unreachable,
    KITH_VIES_URL: unreachable,
  };
  const paymentResult = async () => {
    const other = await startApp(t, { env });
    const report = await until(async () => {
      const { json } = await other.utility.get('/selftest');
      return json.run_at !== null && json;
    });
    return report.facilities.find(({ skill }: { skill: string }) => skill === 'x402');
  };
  const good = await paymentResult();
  assert.deepEqual([good.outcome, good.error], ['passed', null]);
  setup.facilitator.behaviour = {
    after: (path, answer) => (path === '/verify' ? { isValid: true } : answer),
  };
  try {
    const bad = await paymentResult();
    assert.deepEqual([bad.outcome, bad.error], ['failed', 'the facilitator accepts an unsigned payment']);
  } finally {
    setup.facilitator.behaviour = {};
  }
});
