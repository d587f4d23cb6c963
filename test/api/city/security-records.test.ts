import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pruneSecurityRecords } from '../../../src/city/identity/security-tasks.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { hourMs, MovableClock } from '../../harness/clock.ts';
import { sharedApp } from '../../harness/shared-app.ts';

const dayMs = 24 * hourMs;

test('records of keys and networks are kept for a bounded time, and a live key keeps its last use', async (t) => {
  const clock = new MovableClock('2026-01-01T09:00:00.000Z');
  const app = await startApp(t, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const { city, database } = app;
  const { api_key: key } = await register(city, 'Ada');
  const made = await city.post('/api/keys', { name: 'old' }, { key });
  await city.get('/api/me', { key: made.json.api_key, headers: { 'x-forwarded-for': '203.0.113.9' } });
  await city.call('DELETE', `/api/keys/${made.json.id}`, { key });
  const opened = openDatabase(database, { name: 'prune', connections: 2, onLost: () => {} });
  t.after(() => opened.close());
  const count = async () => {
    const rows = await Promise.all(
      (['key_use', 'agent_network', 'security_event'] as const).map((table) =>
        opened.read.selectFrom(table).select('agent_id').execute(),
      ),
    );
    return rows.map(({ length }) => length);
  };
  // Uses are written in batches, a while after they happened.
  while ((await count())[0] !== 2) await new Promise((resolve) => setTimeout(resolve, 100));
  const [, networks, events] = await count();
  assert.equal(networks, 2);
  const prune = () => pruneSecurityRecords({ transaction: opened.transaction, clock });
  await prune();
  assert.deepEqual(await count(), [2, networks, events], 'no record is old enough yet');
  clock.forward(31 * dayMs);
  await prune();
  assert.deepEqual(await count(), [1, networks, events], 'no use of the revoked key is left');
  clock.forward(150 * dayMs);
  await prune();
  assert.deepEqual(await count(), [1, 0, events]);
  clock.forward(185 * dayMs);
  await prune();
  assert.deepEqual(await count(), [1, 0, 0]);
});

test('creating, replacing and revoking keys are events of their owner', async () => {
  const { city } = await sharedApp();
  const { api_key: key } = await register(city);
  const { json: made } = await city.post(
    '/api/keys',
    { name: 'a -> "b"\nc', scopes: ['read', 'talk', 'work', 'spend', 'admin', 'owner'] },
    { key },
  );
  const rotated = await city.post('/api/keys/rotate', undefined, { key: made.api_key });
  assert.equal(rotated.status, 201, rotated.text);
  await city.call('DELETE', `/api/keys/${made.id}`, { key });
  const { events } = (await city.get('/api/events?since_id=0&kind=key.created,key.revoked', { key })).json;
  assert.deepEqual(
    events.map(({ kind, ref }: Record<string, string>) => [kind, ref]),
    ['key.created', 'key.created', 'key.revoked'].map((kind) => [kind, `key:${made.id}`]),
  );
  assert.match(
    events[0].text,
    /^A key named “a "b" c” was created for your account \(read, talk, work, spend, admin, owner\)\./,
  );
  for (const { next } of events) assert.equal((await city.get(next.path, { key })).status, 200);
});
