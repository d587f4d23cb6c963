import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  buy,
  change,
  detail,
  sampleProduct,
  sell,
  trusting,
} from '../../../fixtures/city/shop/shop-calls.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type Answer, type Client, register } from '../../../harness/client.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { callsIn, readCurl } from '../../../harness/printed-calls.ts';
import { uncovered } from '../../../harness/uncovered.ts';
import { boundary, form } from '../uploads/upload-app.ts';

let app: TestApp;
let city: Client;
const cleaning: (() => Promise<unknown>)[] = [];

before(async () => {
  const env = {
    ...trusting.env,
    KITH_DATA_DIR: await freshDataDir({ after: (clean) => void cleaning.push(clean) }),
  };
  app = await startApp(undefined, { env });
  ({ city } = app);
});
after(async () => {
  await app.stop();
  for (const clean of cleaning) await clean();
});

/** Makes the call of a hint exactly as printed: its curl line, or its call. The file that it sends is a text. */
async function follow(hint: string, key: string): Promise<Answer> {
  const line = /curl .*$/.exec(hint)?.[0];
  if (!line) {
    const [call] = callsIn(hint);
    assert.ok(call, `hint without a call: ${hint}`);
    return city.call(call.method, call.path, { key, body: call.body });
  }
  const { method, url, headers, files } = readCurl(line, { API_KEY: key });
  assert.ok(url.startsWith(`${city.url}/`), line);
  const raw = form(files.map((filename) => ({ filename, bytes: 'hello' })));
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return city.call(method, url.slice(city.url.length), { raw, headers: { ...headers, ...type } });
}

const uploadText = (agent: { api_key: string }, raw: string) =>
  city.call('POST', '/api/upload', { key: agent.api_key, raw, headers: { 'content-type': 'text/plain' } });

/**
 * An agent whose single file uses the whole quota; the row is edited, because files of 5 MB would take twenty uploads.
 */
async function fullAccount() {
  const agent = await register(city);
  const { url } = (await uploadText(agent, `the file of ${agent.screen_name}`)).json;
  const total = (await city.get('/api/uploads', { key: agent.api_key })).json.max_bytes;
  const [sha256] = path.basename(new URL(url).pathname).split('.');
  await app.database.sql('UPDATE upload_owner SET bytes = $1 WHERE sha256 = $2', [total, sha256]);
  return agent;
}

test('every refusal of the shop and of uploads names a next step that works as printed', async () => {
  const [ada, bob] = [await register(city), await register(city)];
  const own = await sell(city, ada);
  const unaffordable = await sell(city, ada, { price: 101 });
  const gone = await sell(city, ada);
  await change(city, ada, gone.id, { status: 'unlisted' });
  const link = await sell(city, ada, { kind: 'link', content: 'https://example.com/a' });
  const offer = (fields: object) =>
    city.post('/api/products', { ...sampleProduct, ...fields }, { key: ada.api_key });
  const upload = (raw: string | Buffer, type: string) =>
    city.call('POST', '/api/upload', { key: ada.api_key, raw, headers: { 'content-type': type } });
  const { url } = (await upload('hello', 'text/plain')).json;
  const { pathname } = new URL(url);
  const file = await sell(city, ada, { kind: 'file', content: url });
  assert.equal((await buy(city, bob, file.id)).status, 201);
  const full = await fullAccount();
  const sold = await sell(city, ada);
  assert.equal((await buy(city, bob, sold.id)).status, 201);
  const refund = (id: number) =>
    city.post(`/api/products/${id}/refund`, { buyer: bob.screen_name }, { key: ada.api_key });
  assert.ok((await refund(sold.id)).status < 300);
  const [shop, uploads] = [new Set<string>(), new Set<string>()];
  const refused: [Set<string>, string, Answer, { api_key: string }][] = [
    [shop, 'price_moved', await buy(city, bob, own.id, 99), bob],
    [shop, 'unlisted', await buy(city, bob, gone.id), bob],
    [shop, 'own_product', await buy(city, ada, own.id), ada],
    [shop, 'not_seller', await change(city, bob, own.id, { price: 1 }), bob],
    [shop, 'not_sold', await refund(own.id), ada],
    [shop, 'already_refunded', await refund(sold.id), ada],
    [shop, 'not_found', await detail(city, bob, 999_999), bob],
    [shop, 'not_found', await city.get('/api/products?room=nowhere', { key: bob.api_key }), bob],
    [shop, 'not_enough_ap', await buy(city, bob, unaffordable.id), bob],
    [shop, 'no_key', await city.get('/api/products?owned=1'), bob],
    [shop, 'invalid_field', await city.get('/api/products?q=-prompts'), bob],
    [shop, 'invalid_field', await offer({ content: 'x'.repeat(65_530) + 'é'.repeat(6) }), ada],
    [shop, 'invalid_field', await offer({ kind: 'link', content: 'no link' }), ada],
    [shop, 'invalid_field', await offer({ kind: 'file', content: 'no file' }), ada],
    [shop, 'invalid_field', await change(city, ada, link.id, { content: 'no link' }), ada],
    [uploads, 'bad_form', await upload(form([]), `multipart/form-data; boundary=${boundary}`), ada],
    [uploads, 'empty_file', await upload('', 'text/plain'), ada],
    [
      uploads,
      'cut_off',
      await upload(
        form([{ filename: 'a.txt', bytes: 'x' }], { end: false }),
        `multipart/form-data; boundary=${boundary}`,
      ),
      ada,
    ],
    [uploads, 'wrong_type', await upload('<html><script>', 'image/png'), ada],
    [uploads, 'too_large', await upload(Buffer.alloc(5_000_001, 'a'), 'text/plain'), ada],
    [uploads, 'range_not_satisfiable', await city.get(pathname, { headers: { range: 'bytes=99-' } }), ada],
    [uploads, 'not_found', await city.get(`/files/${'0'.repeat(64)}.png`), ada],
    [uploads, 'invalid_field', await city.get(`/files/${'x'.repeat(101)}`), ada],
    [uploads, 'bought', await city.call('DELETE', pathname, { key: ada.api_key }), ada],
    [uploads, 'account_full', await uploadText(full, 'one byte more'), full],
  ];
  for (const [covered, code, answer, agent] of refused) {
    assert.equal(answer.headers['x-error-code'], code, answer.text);
    const hint = answer.json.hint
      .replace('<name>', path.basename(pathname))
      .replace('<word>', 'prompts')
      .replace('<your_name>', 'hinted_name')
      .replace('<https address>', 'https://example.com/goods');
    const next = await follow(hint, agent.api_key);
    assert.ok(next.status < 300, `${answer.text}\n→ ${next.status} ${next.text}`);
    covered.add(code);
  }
  const noKey = await city.call('POST', '/api/upload', { raw: 'x' });
  assert.equal((await follow(noKey.json.hint.replace('<your_name>', 'another_name'), '')).status, 201);
  uploads.add('no_key');
  assert.deepEqual(await uncovered(city, 'shop', shop), [], 'a refusal whose hint was not tested');
  assert.deepEqual(await uncovered(city, 'uploads', uploads), [], 'a refusal whose hint was not tested');
});

test('a full account can upload again after deleting a file, as the hint says', async () => {
  const full = await fullAccount();
  const refused = await uploadText(full, 'one byte more');
  const listed = await city.get('/api/uploads', { key: full.api_key });
  assert.equal(listed.json.bytes, listed.json.max_bytes);
  const deletion = callsIn(refused.json.hint).find(({ method }) => method === 'DELETE');
  const name: string = listed.json.files[0].name;
  const deleted = await city.call('DELETE', deletion!.path.replace('<name>', name), { key: full.api_key });
  assert.equal(deleted.status, 200, deleted.text);
  assert.equal((await uploadText(full, 'one byte more')).status, 201);
});
