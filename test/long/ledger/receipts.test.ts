import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { noteSigner, parseVerifierKey } from '../../../src/ledger/proof/note.ts';
import { openReceipt, sha256Hex, signReceipt } from '../../../src/ledger/proof/receipt.ts';
import { ServerKey } from '../../../src/platform/keys/server-key.ts';
import { buy, sell, trusting } from '../../fixtures/city/shop/shop-calls.ts';
import { signingKey, startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { until } from '../../harness/until.ts';
import { kith, tempDir } from './witnesses.ts';

test('spending AP returns a logged receipt that binds request, response and payment', async (t) => {
  const app = await startApp(t, trusting);
  const { city } = app;
  const [seller, buyer] = [await register(city), await register(city)];
  const { id } = await sell(city, seller);
  const bought = await buy(city, buyer, id, 10);
  assert.equal(bought.status, 201, bought.text);
  const header = bought.headers['x-receipt'] ?? '';
  const note = Buffer.from(header, 'base64').toString();
  const vkey = (await city.get('/api/ledger/checkpoint')).headers['x-ledger-key'] ?? '';
  const facts = openReceipt(note, [parseVerifierKey(vkey)]);
  assert.deepEqual([facts.method, facts.path, facts.status], ['POST', `/api/products/${id}/buy`, 201]);
  assert.equal(facts.answer, createHash('sha256').update(bought.text).digest('hex'));
  assert.equal(facts.params, sha256Hex('{"body":{"expected_price":10},"query":[]}'));
  assert.deepEqual([facts.payment.amount, facts.payment.currency], ['10', 'AP']);
  await until(async () => {
    const { json: ledger } = await city.get(`/api/ledger?account=agent:${buyer.screen_name}`);
    return ledger.entries.some(({ ref }: { ref: string }) => ref === facts.payment.transaction);
  }, 'the payment is sealed');
  for (const free of [await city.get('/api/me', { key: buyer.api_key }), await buy(city, buyer, id)])
    assert.equal(free.headers['x-receipt'], undefined, 'nothing was paid');
  const spent = await city.post('/api/spend/badge', { badge: 'lantern' }, { key: buyer.api_key });
  assert.ok(spent.status !== 201 || spent.headers['x-receipt']);

  const dir = await tempDir(t);
  const [receipt, answer, saved] = ['receipt', 'answer', 'saved'].map((name) => path.join(dir, name));
  assert.ok(receipt && answer && saved);
  await writeFile(receipt, header);
  await writeFile(answer, bought.text);
  const check = (...args: string[]) => kith(['verify-receipt', ...args, '--key', vkey]);
  assert.equal((await check(receipt, '--answer', answer)).code, 0);
  await writeFile(answer, bought.text.replace('twice', 'once'));
  const other = await check(receipt, '--answer', answer);
  assert.deepEqual([other.code, /a different response/.test(other.stdout)], [1, true]);

  await until(async () => {
    await app.database.sql(`UPDATE task SET due_at = now(), ready_at = now() WHERE kind = 'anchor receipts'`);
    return (await check(receipt, '--city', city.url, '--save', saved)).code === 0;
  }, 'the receipt is covered by a checkpoint');
  const held = JSON.parse(await readFile(saved, 'utf8'));
  const offline = await check(saved, '--json');
  assert.deepEqual([offline.code, JSON.parse(offline.stdout).logged], [0, true], offline.stdout);
  // The public record of the purchase contains a salted hash and a root, and nothing else.
  const [leaf] = await app.database.sql('SELECT * FROM receipt_leaf ORDER BY id LIMIT 1');
  assert.deepEqual(Object.keys(leaf).sort(), ['hash', 'id', 'index']);
  const anchored = (await city.get('/api/ledger?limit=200')).json.entries.filter(
    ({ kind }: { kind: string }) => kind === 'receipts',
  );
  assert.ok(anchored.length > 0);
  for (const { memo, from, to, amount } of anchored) {
    assert.match(memo, /^\d+ [A-Za-z0-9+/]{43}=$/);
    assert.deepEqual([from, to, amount], ['mint', 'sink', 1]);
  }
  const before = (await city.get('/api/stats')).json;
  assert.equal(
    before.ledger?.movements?.receipts === undefined || before.ledger.movements.receipts > 0,
    true,
  );

  for (const [what, broken] of [
    ['index', { ...held, proof: { ...held.proof, index: held.proof.index + 1 } }],
    ['size', { ...held, proof: { ...held.proof, size: held.proof.size + 1 } }],
    ['anchor', { ...held, proof: { ...held.proof, anchor: held.proof.anchor.replace('index ', 'index 1') } }],
    ['facts', { ...held, receipt: held.receipt.replace('"status":201', '"status":200') }],
    ['payment', { ...held, receipt: held.receipt.replace('"amount":"10"', '"amount":"11"') }],
  ] as const) {
    await writeFile(saved, JSON.stringify(broken));
    assert.equal((await check(saved)).code, 1, what);
  }

  // A city that signs a second response for the same payment proves its own fault.
  const seed = new ServerKey(Buffer.from(signingKey, 'hex')).derive('ledger checkpoints');
  const { v, origin, salt, ...rest } = facts;
  const second = signReceipt(noteSigner(origin, seed), { ...rest, answer: sha256Hex('something else') });
  const twin = path.join(dir, 'twin');
  await writeFile(twin, second);
  const contradiction = await check(receipt, twin);
  assert.deepEqual([contradiction.code, /CONTRADICTION/.test(contradiction.stdout)], [1, true]);
  assert.equal((await check(receipt, receipt)).code, 0);
  assert.deepEqual([v, salt.length], [1, 32]);
});

test('a retry under one idempotency key gets the first receipt, also when it was late', async (t) => {
  const app = await startApp(t, trusting);
  const { city } = app;
  const [seller, buyer] = [await register(city), await register(city)];
  const { id } = await sell(city, seller);
  const purchase = () =>
    city.post(`/api/products/${id}/buy`, {}, { key: buyer.api_key, headers: { 'idempotency-key': 'one' } });
  const first = await purchase();
  assert.equal(first.status, 201, first.text);
  const receipt = first.headers['x-receipt'];
  assert.ok(receipt);
  const retries = await Promise.all([purchase(), purchase()]);
  for (const again of retries) {
    assert.deepEqual([again.headers['idempotency-replayed'], again.text], ['true', first.text]);
    assert.equal(again.headers['x-receipt'], receipt);
  }
  const leaves = () => app.database.sql('SELECT id FROM receipt_leaf');
  assert.equal((await leaves()).length, 1);
  // As if the process had died between the purchase and its receipt.
  await app.database.sql('UPDATE idempotency SET receipt = NULL');
  const late = (await purchase()).headers['x-receipt'];
  assert.ok(late && late !== receipt);
  assert.equal((await purchase()).headers['x-receipt'], late);
  const answerOf = (header: string) =>
    JSON.parse(Buffer.from(header, 'base64').toString().split('\n')[1] ?? '');
  assert.deepEqual(answerOf(late).payment, answerOf(receipt).payment);
  assert.equal(answerOf(late).answer, answerOf(receipt).answer);
});
