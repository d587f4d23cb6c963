import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type Challenge, KithError, Utility, verifyWebhook } from '../../../packages/sdk/src/index.ts';
import { serveHttp } from '../../counterparts/servers.ts';

test('a payer is called once, and every retry carries its one payment', async (t) => {
  const asked: Challenge[] = [];
  const challenge = { x402Version: 2, resource: { url: 'x' }, accepts: [{ amount: '3000' }] };
  const payments: unknown[] = [];
  const { port } = await serveHttp(t as never, (incoming, response) => {
    const payment = incoming.headers['payment-signature'];
    payments.push(payment);
    const answer = (status: number, body: object, code = 'x') => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-error-code': code,
        'retry-after': '0',
      });
      response.end(JSON.stringify(body));
    };
    if (!payment) return answer(402, { error: 'pay', hint: 'sign', ...challenge }, 'payment_required');
    if (payments.length === 2)
      return answer(503, { error: 'may have settled', hint: 'same payment' }, 'settlement_unknown');
    if (payments.length === 3) return answer(409, { error: 'in use', hint: 'wait' }, 'payment_in_use');
    answer(200, { emails: [] });
  });
  const payer = async (each: Challenge) => {
    asked.push(each);
    return { 'PAYMENT-SIGNATURE': `signed-${asked.length}` };
  };
  const url = `http://127.0.0.1:${port}`;
  await new Utility({ url, payer }).skills.textEntities({ text: 'x' });
  assert.deepEqual(payments, [undefined, 'signed-1', 'signed-1', 'signed-1']);
  assert.deepEqual(asked, [challenge]);
  payments.length = 0;
  const unpaid = await new Utility({ url }).skills.textEntities({ text: 'x' }).catch((each: unknown) => each);
  assert.ok(unpaid instanceof KithError && unpaid.status === 402);
});

test('a webhook is accepted only with a valid signature, a recent time and its own body', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({
    type: 'watch.changed',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: { watch_id: 'wat_1' },
  });
  const at = new Date();
  const signature = new Webhook(secret).sign('msg_1', at, body);
  const headers = {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': `v1,AAAA v2,x ${signature}`,
  };
  const event = await verifyWebhook({ secret, headers, body });
  assert.deepEqual([event.id, event.type, event.data.watch_id], ['msg_1', 'watch.changed', 'wat_1']);
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const bytes = new TextEncoder().encode(body);
  await verifyWebhook({ secret: [other, secret], headers: new Headers(headers), body: bytes });
  // Correctly signed, but long ago: a replay.
  const then = new Date(at.getTime() - 301_000);
  const old = {
    ...headers,
    'webhook-timestamp': String(Math.floor(then.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', then, body),
  };
  await verifyWebhook({ secret, headers: old, body, toleranceS: 600 });
  for (const parts of [
    { secret: other, headers, body },
    { secret, headers, body: `${body} ` },
    { secret, headers: { ...headers, 'Webhook-Id': 'msg_2' }, body },
    { secret, headers: old, body },
    { secret, headers: { 'webhook-id': 'msg_1' }, body },
  ]) {
    await assert.rejects(
      () => verifyWebhook(parts),
      (error: KithError) => error.code === 'bad_webhook',
    );
  }
});
