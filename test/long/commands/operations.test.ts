import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { onDatabase, runKith } from '../../harness/process.ts';

let app: TestApp;
before(async () => {
  app = await startApp(undefined);
});
after(() => app.stop());

async function rows(...args: string[]) {
  const { code, stdout, stderr } = await runKith(['admin', ...args, '--json'], onDatabase(app.database));
  assert.equal(code, 0, stderr);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('payments in doubt are listed, and the others on demand', async () => {
  const add = (id: string, state: string, answered: string | null) =>
    app.database.sql(
      `INSERT INTO payment (id, state, route, amount, pay_to, created_at, answered_at, holder, held_until)
       VALUES (decode($1, 'hex'), $2, 'GET /dns-lookup', 3000, 'payee', now(), $3::timestamptz, 'x', now() + interval '1 day')`,
      [id, state, answered],
    );
  await add('aa', 'settling', null);
  await add('bb', 'settled', '2026-11-16T00:00:00Z');
  const [doubt, ...more] = await rows('payments');
  assert.deepEqual([doubt.id, doubt.state, doubt.usdc, more.length], ['aa', 'settling', 0.003, 0]);
  assert.deepEqual((await rows('payments', '--all')).map(({ id }) => id).sort(), ['aa', 'bb']);
});

test('tasks are counted by kind; failed ones are listed and can be run again', async () => {
  await app.database.sql(
    `INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at, attempts, failed_at, last_error)
     VALUES ('a kind that nobody runs', 'x', now(), now(), 'null', now(), 5, now(), 'It broke.')`,
  );
  const counts = async () => (await rows('tasks')).find(({ kind }) => kind === 'a kind that nobody runs');
  assert.equal(Number((await counts()).failed), 1);
  const [failed] = await rows('tasks', 'a kind that nobody runs');
  assert.deepEqual([failed.subject, failed.attempts, failed.last_error], ['x', 5, 'It broke.']);
  assert.deepEqual(await rows('tasks', 'retry', 'a kind that nobody runs'), [
    { kind: 'a kind that nobody runs', retried: 1 },
  ]);
  const { failed: left, overdue } = await counts();
  assert.deepEqual([Number(left), Number(overdue)], [0, 1]);
});

test('undelivered webhooks are listed with the reason', async () => {
  await app.database.sql(`
    WITH endpoint AS (
      INSERT INTO webhook_endpoint (owner, url) VALUES ('agent:1', 'https://example.com/hook') RETURNING id)
    INSERT INTO webhook_delivery (message_id, endpoint_id, sender, type, secret, body, status, last_status, last_error, expires_at, created_at)
    SELECT 'msg_' || status, id, 's', 'watch.changed', '', '{}', status, 500, 'status 500', now(), now()
    FROM endpoint, unnest(ARRAY['failed', 'delivered']) AS status`);
  const [failed, ...more] = await rows('deliveries');
  assert.deepEqual([failed.message_id, failed.last_error, more.length], ['msg_failed', 'status 500', 0]);
  assert.equal((await rows('deliveries', '--all')).length, 2);
});

test('the named keys of an agent are listed without their values', async () => {
  const agent = await register(app.city);
  const made = await app.city.post('/api/keys', { name: 'reader', scopes: ['read'] }, { key: agent.api_key });
  assert.equal(made.status, 201, made.text);
  const [key, ...more] = await rows('keys', agent.screen_name);
  assert.deepEqual([key.name, key.scopes, more.length], ['reader', ['read'], 0]);
  assert.ok(!JSON.stringify(key).includes('kith_'));
});

test('config check accepts exactly what a start accepts', async () => {
  const env = onDatabase(app.database);
  const [{ ok, set }] = await rows('config', 'check');
  assert.equal(ok, true);
  assert.ok(set.includes('DATABASE_URL'));
  const bad = await runKith(['admin', 'config', 'check'], { ...env, KITH_CITY_PORT: 'x' });
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /KITH_CITY_PORT/);
});
