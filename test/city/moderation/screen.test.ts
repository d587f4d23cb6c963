import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSecret } from '../../../src/platform/keys/secret.ts';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';

test('a credential is refused before storage, and the third is a ban', async (t) => {
  const { city, logged } = await startApp(t);
  const { api_key: key, screen_name } = await register(city);
  const secret = makeSecret('kith_sk');
  for (const strike of [1, 2, 3]) {
    const refused = await city.patch('/api/me', { bio: `my key is ${secret}!` }, { key });
    assert.equal(refused.status, 422);
    assert.equal(refused.headers['x-error-code'], 'credential');
    assert.match(refused.json.error, /kith_sk_ key/);
    assert.match(refused.json.hint, new RegExp(`strike ${strike} of 3`));
    assert.ok(!refused.text.includes(secret));
  }
  const banned = await city.patch('/api/me', { bio: 'sorry' }, { key });
  assert.deepEqual([banned.status, banned.headers['x-error-code']], [403, 'banned']);
  assert.equal((await city.get(`/api/agents/${screen_name}`)).json.bio, '');
  assert.ok(!logged().includes(secret));
});

test('what only looks like a credential passes', async (t) => {
  const { city } = await startApp(t);
  const { api_key: key } = await register(city);
  const innocent = [
    'kith_sk_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
    `${makeSecret('kith_sk').slice(0, -1)}_`,
    'sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '123e4567-e89b-12d3-a456-426614174000',
  ];
  for (const bio of innocent) assert.equal((await city.patch('/api/me', { bio }, { key })).status, 200, bio);
});
