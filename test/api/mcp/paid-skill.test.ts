import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentRequired } from '@x402/core/types';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { priceUnits, startPaymentSetup } from '../../fixtures/payments/payment-setup.ts';
import { startApp } from '../../harness/app.ts';
import { connect } from './connect.ts';

test('a skill is paid for through a tool: challenge, payment, result and receipt; a payment buys once', {
  skip: noSolana,
}, async (t) => {
  const setup = await startPaymentSetup(t);
  const { utility } = await startApp(t, { env: setup.env });
  const mcp = await connect(utility.url);
  const args = { skill: 'dns-lookup', params: { domain: 'shop.test' } };
  const unpaid = await mcp.use('call_skill', args);
  const challenge = unpaid.structuredContent as unknown as PaymentRequired;
  assert.deepEqual([unpaid.isError, challenge.x402Version, challenge.accepts[0]?.amount], [true, 2, '3000']);

  const signed = JSON.parse(Buffer.from(await setup.payer.sign(challenge), 'base64').toString());
  const pay = () => mcp.use('call_skill', args, { 'x402/payment': signed });
  const paid = await pay();
  assert.equal(paid.isError, undefined, JSON.stringify(paid));
  assert.equal((paid.structuredContent as { domain?: string }).domain, 'shop.test');
  const receipt = paid._meta?.['x402/payment-response'] as { success: boolean; transaction: string };
  assert.ok(receipt.success && receipt.transaction);
  assert.equal(await setup.earned(), priceUnits);

  const again = await pay();
  assert.equal(again.isError, true, 'its response was sent completely');
  assert.ok((again.structuredContent as unknown as PaymentRequired).accepts);
  assert.equal(await setup.earned(), priceUnits);
});
