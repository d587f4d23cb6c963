import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPairSigner } from '@solana/kit';
import { readConfig } from '../../../src/app/settings.ts';
import { toUnits } from '../../../src/payments/currency.ts';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { skill, startPaymentSetup } from '../../fixtures/payments/payment-setup.ts';
import { startApp } from '../../harness/app.ts';
import { freshDatabase } from '../../harness/database.ts';
import { onDatabase, runKith } from '../../harness/process.ts';
import { assertRefused } from '../../harness/refused.ts';

test('a price is exact or refused: nothing is sold below its price, or for free', () => {
  for (const [price, units] of [
    ['0.002', 2000n],
    ['0.003', 3000n],
    ['0.01', 10_000n],
    ['0.25', 250_000n],
    ['1', 1_000_000n],
    ['0.000001', 1n],
  ] as const)
    assert.equal(toUnits(price), units);
  for (const price of ['0', '0.0', '0.0000001', '0.0019999999', '1e-3', '0,003', '', '-1', ' 1', '.5', '1.'])
    assert.throws(() => toUnits(price), RangeError, price);
});

test('a payee without a token account, or incomplete settings, stop the start with one line', {
  skip: noSolana,
}, async (t) => {
  const setup = await startPaymentSetup(t);
  const database = await freshDatabase();
  t.after(() => database.drop());
  const nobody = (await generateKeyPairSigner()).address;
  const ended = await runKith(['serve'], {
    ...setup.env,
    ...onDatabase(database),
    KITH_PAYEE_WALLET: nobody,
  });
  assert.equal(ended.code, 2);
  const line = ended.stderr.trim();
  assert.match(line, new RegExp(`^kith: KITH_PAYEE_WALLET ${nobody} has no USDC token account`));
  assert.equal(line.split('\n').length, 1);
  for (const [env, says] of [
    [{ KITH_PAYEE_WALLET: nobody }, /KITH_FACILITATOR_URL is not: payments need both/],
    [{ KITH_FACILITATOR_URL: 'http://127.0.0.1:1' }, /KITH_PAYEE_WALLET is not: payments need both/],
    [{ KITH_PAYEE_WALLET: '0xabc', KITH_FACILITATOR_URL: 'http://127.0.0.1:1' }, /must be a Solana address/],
  ] as const) {
    assert.throws(() => readConfig(env), says);
  }
});

test('with payments off nothing is listed, and an unpaid call lists its options', async (t) => {
  const { utility, city } = await startApp(t);
  for (const service of [utility, city]) {
    const { json } = await service.get('/.well-known/x402');
    assert.deepEqual([json.resources, json.items], [[], []]);
  }
  const unpaid = await utility.get(skill);
  assertRefused(unpaid, 401, 'no_key');
  assertRefused(await utility.get(skill, { headers: { 'payment-signature': 'x' } }), 401, 'no_key');
  const { json } = await city.post('/api/register', { screen_name: 'ada' });
  const sponsor = { room: 'lobby', note: 'hello' };
  assertRefused(await city.post('/api/x402/sponsor', sponsor, { key: json.api_key }), 409, 'payments_off');
  const { operations } = await utility.document();
  assert.equal(JSON.stringify(operations).includes('x-payment-info'), false);
});
