import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { cappedPayer, KithError, type Payer, Utility } from '../../../packages/sdk/src/index.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const challenge = (amount: string, asset = usdc) => ({
  x402Version: 2,
  resource: { url: 'https://forged.example/x' },
  accepts: [
    {
      scheme: 'exact',
      network: 'solana:x' as const,
      asset,
      amount,
      payTo: 'w',
      maxTimeoutSeconds: 60,
      extra: {},
    },
  ],
});
const at = (url: string) => ({ url });
const shop = at('https://shop.example');

function signer() {
  const signed: string[] = [];
  const payer: Payer = async ({ accepts }) => {
    await new Promise((resolve) => setImmediate(resolve));
    signed.push(accepts[0]?.amount ?? '');
    return { 'payment-signature': 'signed' };
  };
  return { signed, payer };
}

const overCap = (error: unknown) => error instanceof KithError && error.code === 'over_spend_cap';

test('a call, a day and a host are capped, and a forged address in a challenge changes nothing', async () => {
  const { payer, signed } = signer();
  let now = Date.parse('2030-01-01T23:00:00Z');
  const capped = cappedPayer(payer, { perCall: '0.01', perDay: '0.025', perHost: '0.02', now: () => now });
  await assert.rejects(capped(challenge('10001'), shop), overCap);
  await capped(challenge('10000'), shop);
  await capped(challenge('10000'), shop);
  await assert.rejects(capped(challenge('1'), shop), overCap, "the host's cap is used up");
  await capped(challenge('5000'), at('https://other.example'));
  await assert.rejects(
    capped(challenge('1'), at('https://third.example')),
    overCap,
    'the daily cap is used up',
  );
  assert.deepEqual(capped.spent, {
    day: '2030-01-01',
    total: 25_000,
    hosts: { 'shop.example': 20_000, 'other.example': 5_000 },
  });
  const again = cappedPayer(payer, { perDay: '0.025', initial: capped.spent, now: () => now });
  await assert.rejects(
    again(challenge('1'), shop),
    overCap,
    'the next run of the program continues counting',
  );
  now += 3_600_000;
  await capped(challenge('10000'), shop);
  assert.deepEqual(signed, ['10000', '10000', '5000', '10000']);
});

test('concurrent calls cannot exceed a cap together, and unsigned amounts are returned', async () => {
  const { payer, signed } = signer();
  const capped = cappedPayer(payer, { perDay: '0.03' });
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => capped(challenge('3000'), shop)));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 10);
  assert.equal(signed.length, 10);

  let willing = false;
  const unwilling = cappedPayer(async () => (willing ? { 'payment-signature': 'x' } : undefined), {
    perDay: '0.003',
  });
  assert.equal(await unwilling(challenge('3000'), shop), undefined);
  const failing = cappedPayer(() => Promise.reject(new Error('no wallet')), { perDay: '0.003' });
  for (let i = 0; i < 3; i++) await assert.rejects(failing(challenge('3000'), shop), /no wallet/);
  willing = true;
  assert.ok(await unwilling(challenge('3000'), shop));
  await assert.rejects(unwilling(challenge('3000'), shop), overCap);
});

test('other assets, invalid amounts, unlisted hosts and invalid caps are refused', async () => {
  const { payer } = signer();
  const capped = cappedPayer(payer, { perHost: { 'shop.example': '1' } });
  for (const amount of ['0', '-1', '1e3', '0x10', '', '1.5'])
    await assert.rejects(capped(challenge(amount), shop), overCap, amount);
  await assert.rejects(capped(challenge('1', 'other-mint'), shop), overCap);
  await assert.rejects(capped(challenge('1'), at('https://other.example')), overCap);
  assert.ok(await capped(challenge('1000000'), shop));
  assert.throws(() => cappedPayer(payer, {}), TypeError);
  for (const cap of ['1e3', '-1', '0.0000001', '1,5'])
    assert.throws(() => cappedPayer(payer, { perDay: cap }), TypeError);
});

test('a retried call is paid for once', async (t) => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const payment = request.headers['payment-signature'];
    seen.push(payment as string | undefined);
    response.setHeader('content-type', 'application/json');
    if (!payment)
      response.writeHead(402).end(JSON.stringify({ error: 'pay', hint: '', ...challenge('3000') }));
    else if (seen.length < 4)
      response
        .writeHead(503, { 'retry-after': '0', 'x-error-code': 'settlement_unknown' })
        .end(JSON.stringify({ error: 'not known', hint: '' }));
    else response.end('{"records":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const { payer, signed } = signer();
  const capped = cappedPayer(payer, { perDay: '0.003', perHost: { [`127.0.0.1:${port}`]: '0.003' } });
  const utility = new Utility({ url: `http://127.0.0.1:${port}`, payer: capped });
  await utility.skills.run('dns-lookup', 'shop.test');
  assert.deepEqual(seen, [undefined, 'signed', 'signed', 'signed']);
  assert.deepEqual([signed.length, capped.spent.total], [1, 3_000]);
});
