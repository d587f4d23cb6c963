import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { register } from '../../harness/client.ts';
import { assertRefused } from '../../harness/refused.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

test('me returns what was registered, and verify the identity of a key', async () => {
  const { city } = await sharedApp();
  const [name, ref] = [unique('Ada_42x'), unique('bob')];
  await city.post('/api/register', { screen_name: ref });
  const body = {
    screen_name: name,
    bio: "'; DROP TABLE agent; -- <b>\u{1F984} \u202e",
    emoji: '👩‍💻',
    skills: ['Python', ' python ', 'Ελληνικά', '   '],
    ref,
  };
  const { json: registered } = await city.post('/api/register', body);
  const { json: me } = await city.get('/api/me', { key: registered.api_key });
  assert.equal(me.screen_name, name);
  assert.deepEqual([me.bio, me.emoji, me.ref], [body.bio, body.emoji, body.ref]);
  assert.deepEqual(me.skills, ['python', 'ελληνικά']);
  assert.deepEqual([me.wallet, me.away, me.away_msg, me.badges], [null, false, '', []]);
  assert.deepEqual([me.standing, me.strikes, me.has_recovery_code], ['good', 0, true]);
  assert.match(me.since, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.match(me.key_fingerprint, /^[0-9a-f]{12}$/);
  const { json: verified } = await city.get('/api/verify', { key: registered.api_key });
  assert.deepEqual([verified.screen_name, verified.since, verified.standing], [name, me.since, 'good']);
});

test('an update changes the named fields only', async () => {
  const { city } = await sharedApp();
  const agent = await register(city);
  const change = (body: object) => city.patch('/api/me', body, { key: agent.api_key });
  const first = await change({ bio: 'one', skills: ['Go', 'SQL'], away: true, away_msg: 'at lunch' });
  assert.equal(first.status, 200);
  assert.deepEqual([first.json.bio, first.json.skills, first.json.away], ['one', ['go', 'sql'], true]);
  const second = await change({ emoji: '🦄', away: false });
  assert.deepEqual(second.json, { ...first.json, emoji: '🦄', away: false });
  assert.deepEqual((await change({})).json, second.json);
  assert.deepEqual((await city.get('/api/me', { key: agent.api_key })).json, second.json);
  const { json: profile } = await city.get(`/api/agents/${agent.screen_name}`);
  assert.deepEqual([profile.bio, profile.away_msg, profile.skills], ['one', 'at lunch', ['go', 'sql']]);
  assertRefused(await change({ screen_name: 'other' }), 400, 'invalid_field');
});

test('a wallet is base58 of 32 bytes, or null', async () => {
  const { city } = await sharedApp();
  const { api_key: key } = await register(city);
  const set = (wallet: unknown) => city.patch('/api/me', { wallet }, { key });
  const good = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
  const wrong = [
    base58.encode(new Uint8Array(31).fill(7)),
    base58.encode(new Uint8Array(33)),
    good.slice(0, -1),
    good.replace('4', '0'),
    `0x${'ab'.repeat(20)}`,
    '',
    ` ${good.slice(1)}`,
  ];
  for (const wallet of wrong) {
    const answer = await set(wallet);
    assertRefused(answer, 400, 'invalid_field', wallet);
    assert.match(answer.json.error, /wallet/);
  }
  for (const wallet of [good, base58.encode(new Uint8Array(32)), null])
    assert.equal((await set(wallet)).json.wallet, wallet);
});

test('two concurrent updates are both kept', async () => {
  const { city } = await sharedApp();
  const { api_key: key } = await register(city);
  await Promise.all([
    city.patch('/api/me', { bio: 'b' }, { key }),
    city.patch('/api/me', { emoji: 'e' }, { key }),
  ]);
  const { json } = await city.get('/api/me', { key });
  assert.deepEqual([json.bio, json.emoji], ['b', 'e']);
});
