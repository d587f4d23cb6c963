import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { generalTools } from '../../../src/mcp/general-tools.ts';
import { RawResponse } from '../../../src/platform/http/raw-response.ts';
import { route } from '../../../src/platform/http/route.ts';
import { smallService } from './small-service.ts';

const challenge = {
  x402Version: 2,
  error: 'PAYMENT-SIGNATURE is needed',
  resource: { url: 'http://small.test/paid', description: 'Übung', mimeType: 'application/json' },
  accepts: [{ scheme: 'exact', network: 'solana:x', amount: '3000', asset: 'mint', payTo: 'wallet' }],
};
const receipt = { success: true, transaction: 'tx', network: 'solana:x', payer: 'me' };
const failure = { success: false, errorReason: 'insufficient_funds', network: 'solana:x' };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** A route that is paid for by x402 over HTTP, with headers. */
const paid = route<undefined>()({
  method: 'GET',
  path: '/paid',
  name: 'paid',
  area: 'test',
  summary: 'Costs something.',
  auth: 'none',
  effect: 'read',
  response: { status: 200, schema: Type.Object({}) },
  handle: async ({ request }) => {
    const json = { 'content-type': 'application/json' };
    const header = request.headers['payment-signature'];
    const required = { 'payment-required': base64(challenge), 'x-error-code': 'payment_required' };
    if (header === undefined)
      return new RawResponse('{"error":"pay","hint":"pay"}', { ...json, ...required }, 402);
    const payment = JSON.parse(Buffer.from(String(header), 'base64').toString());
    if (payment.payload.poor) {
      const headers = { ...json, ...required, 'payment-response': base64(failure) };
      return new RawResponse('{"error":"poor","hint":"pay"}', headers, 402);
    }
    return new RawResponse(JSON.stringify({ got: payment }), {
      ...json,
      'payment-response': base64(receipt),
    });
  },
});

test('challenge, payment and receipt pass between headers and _meta unchanged', async (t) => {
  const { use } = await smallService(t, [paid], generalTools);
  const unpaid = await use('call', { name: 'paid' });
  assert.equal(unpaid.isError, true);
  const { hint, ...asked } = unpaid.structuredContent;
  assert.deepEqual(asked, challenge);
  assert.match(hint, /^pay Over MCP: .*free:true/, 'the way out without money');
  assert.deepEqual(JSON.parse(unpaid.content[0].text), unpaid.structuredContent);
  assert.equal(unpaid._meta, undefined);

  const payment = {
    x402Version: 2,
    accepted: challenge.accepts[0],
    payload: { transaction: 'AQ==', note: 'ü' },
  };
  const served = await use('call', { name: 'GET /paid' }, { 'x402/payment': payment });
  assert.equal(served.isError, undefined);
  assert.deepEqual(served.structuredContent, { got: payment });
  assert.deepEqual(served._meta, { 'x402/payment-response': receipt });

  const declined = await use('call', { name: 'paid' }, { 'x402/payment': { payload: { poor: true } } });
  assert.equal(declined.isError, true);
  assert.deepEqual(declined.structuredContent.accepts, challenge.accepts);
  assert.deepEqual(declined._meta, { 'x402/payment-response': failure });
});

test('a payment in a request header works too, and the message’s own takes precedence', async (t) => {
  const { use } = await smallService(t, [paid], generalTools);
  const sent = { headers: { 'payment-signature': base64({ payload: { by: 'header' } }) } };
  assert.equal(
    (await use('call', { name: 'paid' }, undefined, sent)).structuredContent.got.payload.by,
    'header',
  );
  const meta = { 'x402/payment': { payload: { by: 'meta' } } };
  assert.equal((await use('call', { name: 'paid' }, meta, sent)).structuredContent.got.payload.by, 'meta');
});

test('an unreadable challenge is an ordinary refusal', async (t) => {
  const broken = {
    ...paid,
    handle: async () => new RawResponse('{"error":"pay","hint":"h"}', { 'payment-required': '%%' }, 402),
  };
  const { use } = await smallService(t, [broken], generalTools);
  const { isError, structuredContent } = await use('call', { name: 'paid' });
  assert.deepEqual([isError, structuredContent.error, structuredContent.status], [true, 'pay', 402]);
});
