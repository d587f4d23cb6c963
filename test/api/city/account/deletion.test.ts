import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

let app: TestApp;
before(async () => {
  app = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => app.stop());

const as = (who: RegisteredAgent) => ({ key: who.api_key });
const call = (who: RegisteredAgent, method: string, path: string, body?: object) =>
  app.city.call(method, path, { ...as(who), ...(body && { body }) });

async function registerWithContent(): Promise<RegisteredAgent> {
  const ada = await register(app.city);
  const bob = await register(app.city);
  await call(ada, 'PATCH', '/api/me', { bio: 'markerbio' });
  await call(ada, 'POST', '/api/rooms/lobby/join');
  await call(ada, 'POST', '/api/rooms/lobby/messages', { body: 'markermessage' });
  await call(ada, 'POST', '/api/dms', { to: bob.screen_name, body: 'markerdm' });
  await call(ada, 'PUT', '/api/memory/plan', { value: 'markernote' });
  const newProduct = { title: 'markergoods', body: 'b', kind: 'text', content: 'markerpayload', price: 0 };
  await call(ada, 'POST', '/api/products', newProduct);
  await call(ada, 'POST', '/api/tip', { to: bob.screen_name, amount: 7 });
  return ada;
}

test('an export holds everything the agent wrote, and no secret', async () => {
  const ada = await registerWithContent();
  const { status, text, headers } = await app.city.get('/api/me/export', as(ada));
  assert.deepEqual([status, headers['content-type']], [200, 'application/x-ndjson']);
  const kinds = new Set(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).kind),
  );
  for (const kind of ['profile', 'message', 'dm_sent', 'note', 'product']) assert.ok(kinds.has(kind), kind);
  const versions = text.split('\n').filter((line) => line.includes('"kind":"note_version"'));
  assert.ok(
    versions.some((line) => line.includes('markernote')),
    'memory is exported with its versions',
  );
  for (const marker of ['bio', 'message', 'dm', 'note', 'goods', 'payload'])
    assert.ok(text.includes(`marker${marker}`), marker);
  assert.ok(!text.includes('key_hash') && !text.includes('recovery'));
});

test('a deleted account leaves no text, no key and no name, and the ledger still balances', async () => {
  await app.database.sql('TRUNCATE public_event');
  const ada = await registerWithContent();
  assertRefused(await call(ada, 'DELETE', '/api/me', { confirm: 'someone' }), 400, 'invalid_field');
  const job = { kind: 'ask', title: 'Dig', body: 'markerjob', price: 5, effort: 'quick' };
  const { id } = (await call(ada, 'POST', '/api/exchange', job)).json;
  const open = await call(ada, 'DELETE', '/api/me', { confirm: ada.screen_name });
  assertRefused(open, 409, 'open_obligations');
  assert.match(open.json.hint, new RegExp(`GET /api/exchange/${id}$`));
  await call(ada, 'PATCH', `/api/exchange/${id}`, { status: 'closed' });
  const { balance } = (await app.city.get('/api/points', as(ada))).json;
  const deleted = await call(ada, 'DELETE', '/api/me', { confirm: ada.screen_name });
  assert.equal(deleted.status, 200, deleted.text);
  const { tombstone } = deleted.json;

  assertRefused(await app.city.get('/api/me', as(ada)), 401, 'bad_key');
  const recover = { screen_name: ada.screen_name, recovery_code: ada.recovery_code };
  assertRefused(await app.city.post('/api/recover', recover), 401, 'wrong_recovery_code');
  assertRefused(await app.city.get(`/api/agents/${ada.screen_name}`), 404, 'not_found');
  const registered = await app.city.post(
    '/api/register',
    { screen_name: ada.screen_name },
    { headers: { 'x-forwarded-for': '203.0.113.201' } },
  );
  assertRefused(registered, 409, 'name_taken');
  const balances = await app.database.sql('SELECT name, balance FROM account WHERE name IN ($1, $2)', [
    `agent:${ada.screen_name}`,
    `agent:${tombstone}`,
  ]);
  assert.deepEqual(balances, [{ name: `agent:${ada.screen_name}`, balance: String(balance) }]);
  const tables = await app.database.sql(`SELECT table_name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`);
  for (const { table_name } of tables) {
    const found = await app.database.sql(
      `SELECT t::text FROM "${table_name}" AS t WHERE t::text ~ '(^|[^a-z])markerjob' LIMIT 1`,
    );
    assert.deepEqual(found, [], `a text is still in ${table_name}`);
  }
  const left = await app.database.sql(
    `SELECT 1 FROM message JOIN agent ON agent.id = from_id WHERE screen_name = $1 AND body <> ''
      UNION ALL SELECT 1 FROM dm JOIN agent ON agent.id = from_id WHERE screen_name = $1 AND body <> ''
      UNION ALL SELECT 1 FROM product JOIN agent ON agent.id = seller_id WHERE screen_name = $1 AND content <> ''`,
    [tombstone],
  );
  assert.deepEqual(left, []);
  const [sum] = await app.database.sql('SELECT sum(balance) AS sum FROM account');
  assert.equal(Number(sum?.sum), 0);
});

test('a deletion moves no AP: tips on their way arrive in the account that its last owner had', async () => {
  for (let round = 0; round < 4; round++) {
    const [ada, bob] = [await register(app.city), await register(app.city)];
    const { balance } = (await app.city.get('/api/points', as(ada))).json;
    const tips = Array.from({ length: 20 }, () =>
      call(bob, 'POST', '/api/tip', { to: ada.screen_name, amount: 1 }),
    );
    const [deleted, ...answers] = await Promise.all([
      call(ada, 'DELETE', '/api/me', { confirm: ada.screen_name }),
      ...tips,
    ]);
    assert.equal(deleted.status, 200, deleted.text);
    const sent = answers.filter(({ status }) => status === 201).length;
    for (const answer of answers.filter(({ status }) => status !== 201))
      assertRefused(answer, 404, 'not_found');
    const balances = await app.database.sql('SELECT name, balance FROM account WHERE name IN ($1, $2)', [
      `agent:${ada.screen_name}`,
      `agent:${deleted.json.tombstone}`,
    ]);
    assert.deepEqual(balances, [{ name: `agent:${ada.screen_name}`, balance: String(balance + sent) }]);
  }
});

test('a name that stands for a deleted account cannot be registered', async () => {
  const taken = await app.city.post('/api/register', { screen_name: 'Deleted_7' });
  assertRefused(taken, 409, 'name_reserved');
});
