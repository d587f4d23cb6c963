import assert from 'node:assert/strict';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { ServerKey } from '../../../src/platform/keys/server-key.ts';
import { signingKey, startApp } from '../../harness/app.ts';
import { dump } from '../../harness/dump.ts';

test('no key, code or idempotency key is in the database or the log', async (t) => {
  const { city, utility, database, logged } = await startApp(t, { env: { KITH_LOG_LEVEL: 'trace' } });
  let count = 0;
  const headers = () => ({ headers: { 'idempotency-key': `my idempotency key ${++count}` } });
  const { json: ada } = await city.post('/api/register', { screen_name: 'ada_42' }, headers());
  const { json: rotated } = await city.post('/api/keys/rotate', undefined, {
    key: ada.api_key,
    ...headers(),
  });
  const { json: issued } = await city.post('/api/me/recovery', undefined, {
    key: rotated.api_key,
    ...headers(),
  });
  const { json: recovered } = await city.post(
    '/api/recover',
    { screen_name: 'ada_42', recovery_code: issued.recovery_code },
    headers(),
  );
  const { json: ally } = await utility.post('/ally/register', { agent: 'ada-42' }, headers());
  await city.patch('/api/me', { bio: 'x' }, { key: recovered.api_key });
  await city.get('/api/me', { key: `${recovered.api_key}x` });
  await utility.get('/ally/me', { ally: ally.key });
  await city.get(`/api/agents/${rotated.api_key}`);

  const secrets = [
    ...[ada, rotated, recovered].map((each) => each.api_key),
    ...[ada, issued, recovered].map((each) => each.recovery_code),
    ally.key,
    'my idempotency key',
  ];
  assert.equal(new Set(secrets).size, 8);
  for (const place of [await dump(database), logged()]) {
    assert.ok(place.includes('ada_42') || place.includes('/api/register'), 'the place was searched');
    for (const secret of secrets) {
      for (const form of [secret, secret.slice(8), Buffer.from(secret).toString('hex')])
        assert.ok(!place.includes(form), `found ${form}`);
    }
  }
});

test('a sealed response opens only with its idempotency key and the server key together', async (t) => {
  const { city, database } = await startApp(t);
  const header = 'the caller knows this';
  const { json } = await city.post(
    '/api/register',
    { screen_name: 'ada_42' },
    { headers: { 'idempotency-key': header } },
  );
  const [{ answer }] = await database.sql('SELECT answer FROM idempotency');
  const open = (secret: string | Buffer, root: string) => {
    const salt = new ServerKey(Buffer.from(root, 'hex')).derive('idempotency');
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'answer', 32));
    const decipher = createDecipheriv('aes-256-gcm', key, answer.subarray(0, 12));
    decipher.setAuthTag(answer.subarray(-16));
    return decipher.update(answer.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
  };
  assert.deepEqual(JSON.parse(open(header, signingKey)), json);
  assert.throws(() => open('the caller knows that', signingKey), /authenticate/);
  assert.throws(() => open(header, '22'.repeat(32)), /authenticate/);
  const [{ key_hash }] = await database.sql('SELECT key_hash FROM idempotency');
  assert.throws(() => open(key_hash, signingKey), /authenticate/);
});
