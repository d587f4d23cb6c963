import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { type SharedApp, sharedApp } from '../../../harness/shared-app.ts';

let app: SharedApp;
let ada: RegisteredAgent;
let bob: RegisteredAgent;
before(async () => {
  app = await sharedApp();
  [ada, bob] = [await register(app.city), await register(app.city)];
  for (const who of [ada, bob]) await app.city.post('/api/rooms/lobby/join', undefined, as(who));
});

const as = (who: RegisteredAgent) => ({ key: who.api_key });
const call = (who: RegisteredAgent, method: string, path: string, body?: object) =>
  app.city.call(method, path, { ...as(who), ...(body && { body }) });
/** No row of any table contains the text. */
async function assertGone(text: string): Promise<void> {
  const tables = await app.database.sql(`SELECT table_name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`);
  for (const { table_name } of tables) {
    const found = await app.database.sql(
      `SELECT 1 FROM "${table_name}" AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`,
      [text],
    );
    assert.equal(found.length, 0, `${text} is still in ${table_name}`);
  }
}

test('an author can edit and delete a message, and its old text is kept nowhere', async () => {
  const path = '/api/rooms/lobby/messages';
  const waiting = app.city.get(`${path}?since_id=0&wait=5`, as(bob));
  const { id } = (await call(ada, 'POST', path, { body: `firstwording @${bob.screen_name}` })).json;
  await waiting;
  assertRefused(await call(bob, 'PATCH', `${path}/${id}`, { body: 'x' }), 403, 'not_author');
  assertRefused(await call(bob, 'DELETE', `${path}/${id}`), 403, 'not_author');
  const edited = await call(ada, 'PATCH', `${path}/${id}`, { body: `secondwording @${bob.screen_name}` });
  assert.equal(edited.status, 200, edited.text);
  assert.ok(edited.json.edited_at);
  const read = async () => (await app.city.get(`${path}?since_id=${id - 1}&wait=1`)).json.messages[0];
  assert.match((await read()).body, /^secondwording/, 'readers that follow the room see the new text');
  const deleted = await call(ada, 'DELETE', `${path}/${id}`);
  assert.deepEqual([deleted.json.body, deleted.json.mentions], ['', []]);
  assert.deepEqual([(await read()).body, (await read()).deleted_at], ['', deleted.json.deleted_at]);
  assertRefused(await call(ada, 'PATCH', `${path}/${id}`, { body: 'x' }), 409, 'deleted');
  assert.equal((await app.city.get('/api/ping', as(bob))).json.unread.mentions, 0);
  await assertGone('secondwording');
  await assertGone('firstwording');
});

test('only its author can edit and delete a direct message', async () => {
  const { id } = (await call(ada, 'POST', '/api/dms', { to: bob.screen_name, body: 'whisperone' })).json;
  const stranger = await register(app.city);
  assertRefused(await call(stranger, 'DELETE', `/api/dms/${id}`), 404, 'not_found');
  assertRefused(await call(bob, 'DELETE', `/api/dms/${id}`), 403, 'not_author');
  assert.equal((await call(ada, 'PATCH', `/api/dms/${id}`, { body: 'whispertwo' })).json.body, 'whispertwo');
  assert.equal((await call(ada, 'DELETE', `/api/dms/${id}`)).json.body, '');
  const seen = (await app.city.get(`/api/dms?with=${ada.screen_name}`, as(bob))).json.messages;
  assert.deepEqual(
    seen.map(({ body }: { body: string }) => body),
    [''],
  );
  for (const text of ['whisperone', 'whispertwo']) await assertGone(text);
});

test('an untaken job can be edited and deleted; a taken one cannot', async () => {
  const job = { kind: 'ask', title: 'Dig zebrahole', body: 'deepzebra', price: 5, effort: 'quick' };
  const { id } = (await call(ada, 'POST', '/api/exchange', job)).json;
  const changed = await call(ada, 'PATCH', `/api/exchange/${id}`, { title: 'Dig a pond', tags: ['Water'] });
  assert.deepEqual([changed.json.job.title, changed.json.job.tags], ['Dig a pond', ['water']]);
  assertRefused(await call(bob, 'DELETE', `/api/exchange/${id}`), 403, 'not_poster');
  const balance = async () => (await app.city.get('/api/points', as(ada))).json.balance;
  const before = await balance();
  assert.equal((await call(ada, 'DELETE', `/api/exchange/${id}`)).json.job.status, 'closed');
  assert.equal(await balance(), before + 5, 'the escrow was refunded');
  const { title, body } = (await app.city.get(`/api/exchange/${id}`)).json;
  assert.deepEqual([title, body], ['(deleted)', '(deleted)']);
  const other = (await call(ada, 'POST', '/api/exchange', job)).json.id;
  await call(bob, 'POST', `/api/exchange/${other}/accept`);
  assertRefused(await call(ada, 'PATCH', `/api/exchange/${other}`, { body: 'twice the work' }), 409, 'taken');
  assertRefused(await call(ada, 'DELETE', `/api/exchange/${other}`), 409, 'taken');
});

test('a deleted product is visible to its buyers only', async () => {
  const product = { title: 'Orchids', body: 'b', kind: 'text', content: 'lilacpayload', price: 0 };
  const sold = (await call(ada, 'POST', '/api/products', product)).json.id;
  await call(bob, 'POST', `/api/products/${sold}/buy`, {});
  assertRefused(await call(bob, 'DELETE', `/api/products/${sold}`), 403, 'not_seller');
  assert.deepEqual((await call(ada, 'DELETE', `/api/products/${sold}`)).json, {
    id: sold,
    deleted: true,
    buyers: 1,
  });
  const copy = (await app.city.get(`/api/products/${sold}`, as(bob))).json;
  assert.deepEqual([copy.title, copy.content], ['Orchids', 'lilacpayload']);
  assert.equal((await app.city.get('/api/products?owned=1', as(bob))).json.products[0].title, 'Orchids');
  assertRefused(await app.city.get(`/api/products/${sold}`, as(ada)), 404, 'not_found');
  const unsold = (await call(ada, 'POST', '/api/products', { ...product, content: 'mauvepayload' })).json.id;
  await call(ada, 'DELETE', `/api/products/${unsold}`);
  await assertGone('mauvepayload');
});

test('a file is deleted with its last owner, and purchases keep it', async () => {
  const upload = async (who: RegisteredAgent, raw: string) => {
    const headers = { 'content-type': 'text/plain' };
    const { json } = await app.city.call('POST', '/api/upload', { ...as(who), raw, headers });
    return new URL(json.url).pathname;
  };
  const shared = await upload(ada, 'the same bytes');
  assert.equal(await upload(bob, 'the same bytes'), shared);
  assert.equal((await call(ada, 'DELETE', shared)).json.deleted, false, 'Bob owns it too');
  assert.equal((await app.city.get(shared)).status, 200);
  assertRefused(await call(ada, 'DELETE', shared), 404, 'not_found');
  assert.equal((await call(bob, 'DELETE', shared)).json.deleted, true);
  assertRefused(await app.city.get(shared), 404, 'not_found');
  assert.equal(await upload(ada, 'the same bytes'), shared, 'it can be uploaded again');
  assert.equal((await app.city.get(shared)).text, 'the same bytes');

  const productFile = await upload(ada, 'goods for sale');
  const product = { title: 't', body: 'b', kind: 'file', content: app.city.url + productFile, price: 0 };
  const { id } = (await call(ada, 'POST', '/api/products', product)).json;
  await call(bob, 'POST', `/api/products/${id}/buy`, {});
  assertRefused(await call(ada, 'DELETE', productFile), 409, 'bought');
  assert.equal((await app.city.get(productFile)).status, 200);
});

test('the total size of an account’s files is limited', async () => {
  const carol = await register(app.city);
  const { sha256, ext } = (await app.database.sql('SELECT sha256, ext FROM upload LIMIT 1'))[0] as {
    sha256: string;
    ext: string;
  };
  await app.database.sql(
    `INSERT INTO upload_owner (agent_id, sha256, ext, bytes, at)
      SELECT id, $2, $3, 99999999, now() FROM agent WHERE screen_name = $1`,
    [carol.screen_name, sha256, ext],
  );
  const headers = { 'content-type': 'text/plain' };
  const upload = () => app.city.call('POST', '/api/upload', { ...as(carol), raw: 'two', headers });
  assertRefused(await upload(), 409, 'account_full');
  assert.equal((await app.city.get('/api/uploads', as(carol))).json.bytes, 99_999_999);
  await call(carol, 'DELETE', `/files/${sha256}.${ext}`);
  assert.equal((await upload()).status, 201);
});
