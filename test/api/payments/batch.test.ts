import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { type PaymentSetup, priceUnits, startPaymentSetup } from '../../fixtures/payments/payment-setup.ts';
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

const lookUp = { skill: 'dns-lookup', params: { domain: 'shop.test' } };
const repair = (json: string) => ({ skill: 'json-repair', params: { json } });

async function batch(calls: readonly object[], ally?: string) {
  const { status, headers, text } = await app.utility.post('/batch', { calls }, ally ? { ally } : {});
  assert.equal(status, 200, text);
  assert.equal(headers['content-type'], 'application/x-ndjson');
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).toSorted((a, b) => a.index - b.index);
}

test('each call of a batch is counted, refused and shortened by itself', { skip: noSolana }, async () => {
  const { json: registered } = await app.utility.post('/ally/register', { agent: 'batcher' });
  const calls = [
    repair('{"a": 1,}'),
    { skill: 'no-such-skill' },
    { skill: 'dns-lookup', params: { domian: 'shop.test' } },
    { skill: 'dns-lookup', params: { domain: 'dead.test' } },
    { skill: 'dns-lookup', params: { ...lookUp.params, fields: 'records.A,exists' } },
    { skill: 'dns-lookup', params: { ...lookUp.params, fields: 'record' } },
  ];
  const lines = await batch(calls, registered.key);
  assert.deepEqual(
    lines.map(({ index, status }) => [index, status]),
    [200, 400, 400, 502, 200, 400].map((status, index) => [index, status]),
  );
  const [repaired, unknown, misspelt, , records, field] = lines;
  assert.equal(repaired.answer.text, '{"a": 1}');
  assert.equal(repaired.headers['x-kith-paid-by'], 'ally');
  assert.match(unknown.error.error, /no skill no-such-skill/);
  assert.match(misspelt.error.error, /domain is missing/);
  assert.deepEqual(records.answer, { records: { A: ['192.0.2.1'] }, exists: true, not_read: {} });
  assert.match(field.error.hint, /Did you mean records/);
  const { json } = await app.utility.get('/ally/me', { ally: registered.key });
  assert.equal(json.used_today, 2);
});

test('without key or payment the free trial calls are used, then each call is a 402 that can be paid', {
  skip: noSolana,
}, async () => {
  const lines = await batch(Array.from({ length: 22 }, () => lookUp));
  const unpaid = lines.filter(({ status }) => status === 402);
  assert.deepEqual([lines.filter(({ status }) => status === 200).length, unpaid.length], [20, 2]);
  const before = await setup.earned();
  const payment = await setup.payer.sign(decodePaymentRequiredHeader(unpaid[0].headers['payment-required']));
  const [paid, twice] = await batch([{ ...lookUp, payment }, lookUp]);
  assert.deepEqual([paid.status, paid.headers['x-kith-paid-by'], twice.status], [200, 'x402', 402]);
  assert.ok(paid.headers['payment-response']);
  assert.equal(await setup.earned(), before + priceUnits);
  const [again] = await batch([{ ...lookUp, payment }]);
  assert.notEqual(again.status, 200);
  assert.equal(await setup.earned(), before + priceUnits);
});

test('a batch has 1 to 50 calls', { skip: noSolana }, async () => {
  for (const calls of [[], Array.from({ length: 51 }, () => lookUp)])
    assertRefused(await app.utility.post('/batch', { calls }), 400, 'invalid_field');
});
