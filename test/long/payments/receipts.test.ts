import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { noSolana } from '../../counterparts/solana/binary.ts';
import {
  challengeOf,
  paying,
  receiptOf,
  signedFor,
  skill,
  startPaymentSetup,
} from '../../fixtures/payments/payment-setup.ts';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { onDatabase } from '../../harness/process.ts';
import { until } from '../../harness/until.ts';
import { kith, tempDir } from '../ledger/witnesses.ts';

test('calls paid in USDC have receipts that verify offline, also after a key rotation', {
  skip: noSolana,
}, async (t) => {
  const setup = await startPaymentSetup(t);
  const app = await startApp(t, { env: { ...setup.env, KITH_TRUST_PROXY: '127.0.0.1' } });
  const { city, utility } = app;
  const oldKey = (await city.get('/api/ledger/checkpoint')).headers['x-ledger-key'] ?? '';
  const paid = await utility.get(skill, paying(await signedFor(utility, setup.payer)));
  assert.equal(paid.status, 200, paid.text);
  const dir = await tempDir(t);
  const file = (name: string) => path.join(dir, name);
  await writeFile(file('receipt'), paid.headers['x-receipt'] ?? '');
  await writeFile(file('answer'), paid.text);
  const check = (...args: string[]) => kith(['verify-receipt', ...args, '--json']);
  const good = await check(file('receipt'), '--key', oldKey, '--answer', file('answer'));
  assert.equal(good.code, 0, good.stdout);
  const facts = JSON.parse(good.stdout);
  const { transaction } = receiptOf(paid);
  assert.deepEqual(facts.payment, { amount: '0.003', currency: 'USDC', transaction });
  assert.deepEqual([facts.method, facts.path], ['GET', '/dns-lookup']);
  await writeFile(file('answer'), `${paid.text} `);
  assert.equal((await check(file('receipt'), '--key', oldKey, '--answer', file('answer'))).code, 1);

  // In the city, under an idempotency key: the retry pays nothing and gets the same receipt.
  const { api_key: key } = await register(city);
  const body = { room: 'lobby', note: 'Papers read.', days: 1 };
  const headers = { 'idempotency-key': 'sponsor-once' };
  const payment = await setup.payer.sign(
    challengeOf(await city.post('/api/x402/sponsor', body, { key, headers })),
  );
  const first = await city.post('/api/x402/sponsor', body, {
    key,
    headers: { ...headers, 'payment-signature': payment },
  });
  assert.equal(first.status, 201, first.text);
  const again = await city.post('/api/x402/sponsor', body, { key, headers });
  assert.deepEqual([again.status, again.text], [201, first.text]);
  assert.ok(first.headers['x-receipt']);
  assert.equal(again.headers['x-receipt'], first.headers['x-receipt']);

  const rotated = await kith(
    ['ledger', 'rotate-key', '--overlap-days', '0', '--json'],
    onDatabase(app.database),
  );
  assert.equal(rotated.code, 0, rotated.stderr);
  await app.database.sql('UPDATE ledger_key SET signs_until = now() WHERE generation = 0');
  await until(async () => {
    await app.database.sql(`UPDATE task SET due_at = now(), ready_at = now() WHERE kind = 'anchor receipts'`);
    const saved = await check(file('receipt'), '--key', oldKey, '--city', city.url, '--save', file('saved'));
    return saved.code === 0;
  }, 'the receipt is covered by a checkpoint of the new key');
  const { handovers } = JSON.parse(await readFile(file('saved'), 'utf8'));
  assert.equal(handovers.length, 1);
  const offline = await check(file('saved'), '--key', oldKey);
  assert.deepEqual([offline.code, JSON.parse(offline.stdout).logged], [0, true], offline.stdout);
  await writeFile(
    file('saved'),
    JSON.stringify({ ...JSON.parse(await readFile(file('saved'), 'utf8')), handovers: [] }),
  );
  assert.equal(
    (await check(file('saved'), '--key', oldKey)).code,
    1,
    'without handovers the old key does not lead to the new one',
  );
});
