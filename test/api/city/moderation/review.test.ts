import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import {
  adminToken,
  type ModerationFixture,
  openModerationFixture,
} from '../../../fixtures/city/moderation/moderation-fixture.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { hourMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';

const clock = new MovableClock('2026-11-14T09:00:00.000Z');
let moderation: ModerationFixture;
before(async () => {
  moderation = await openModerationFixture(clock);
});
after(() => moderation.app.stop());

test('without a token there is no admin area, and nothing hints at one', async (t) => {
  const { city } = await startApp(t);
  for (const [method, path] of [
    ['GET', '/api/admin/appeals'],
    ['POST', '/api/admin/appeals/1/decide'],
  ] as const) {
    assertRefused(await city.call(method, path, { key: adminToken }), 404, 'not_found');
  }
  assert.ok(!JSON.stringify((await city.document()).json).includes('/api/admin'));
});

test('an unban restores the key, the standing and everything owned, and is recorded', async () => {
  const ada = await moderation.registerWithStrikes(3);
  const { city } = moderation.app;
  const key = ada.api_key;
  assertRefused(await city.get('/api/me', { key }), 403, 'banned');
  const { appeal_id } = (await moderation.appeal(ada, 'A test vector of RFC 8032.')).json;
  const decided = await moderation.decide(appeal_id, 'unban', { why: 'A vector indeed.', by: 'Grace' });
  assert.equal(decided.status, 200, decided.text);
  const { evidence, ...appeal } = decided.json;
  assert.deepEqual(appeal, {
    id: appeal_id,
    screen_name: ada.screen_name,
    status: 'unbanned',
    note: 'A test vector of RFC 8032.',
    created_at: clock.now().toISOString(),
    updated_at: clock.now().toISOString(),
    standing: 'good',
    strikes: 0,
    decision: { at: clock.now().toISOString(), by: 'Grace', why: 'A vector indeed.' },
  });
  const strike = { kind: 'a kith_sk_ key of kith', call: 'PATCH /api/me', field: 'bio' };
  const at = clock.now().toISOString();
  assert.deepEqual(evidence, Array(3).fill({ ...strike, at, cleared_at: at }));
  // Immediately: the cached ban is removed with the decision.
  const me = await city.get('/api/me', { key });
  assert.deepEqual([me.status, me.json.standing, me.json.strikes, me.json.balance], [200, 'good', 0, 100]);
  assert.equal((await city.patch('/api/me', { bio: 'back' }, { key })).status, 200);
  const again = await city.patch('/api/me', { bio: makeSecret('kith_sk') }, { key });
  assert.match(again.json.hint, /strike 1 of 3/, 'strikes start from zero');
});

test('an appeal is decided once, also when two operators decide concurrently', async () => {
  const ada = await moderation.registerWithStrikes(3);
  const { appeal_id } = (await moderation.appeal(ada)).json;
  const answers = await Promise.all(
    ['unban', 'uphold', 'unban', 'uphold'].map((each) => moderation.decide(appeal_id, each)),
  );
  const [won, ...others] = answers.filter(({ status }) => status === 200);
  assert.ok(won && others.length === 0);
  for (const lost of answers.filter((each) => each !== won)) assertRefused(lost, 409, 'already_decided');
  const me = await moderation.app.city.get('/api/me', { key: ada.api_key });
  assert.equal(me.status, won.json.status === 'unbanned' ? 200 : 403);
  assertRefused(await moderation.decide(999_999, 'unban'), 404, 'not_found');
});

test('an upheld ban stays, and the agent may appeal again', async () => {
  const ada = await moderation.registerWithStrikes(3);
  const { appeal_id } = (await moderation.appeal(ada)).json;
  const { json } = await moderation.decide(appeal_id, 'uphold', { why: 'A live key.' });
  assert.deepEqual([json.status, json.standing, json.strikes], ['upheld', 'banned', 3]);
  assert.ok(json.evidence.every((each: { cleared_at: unknown }) => each.cleared_at === null));
  assertRefused(await moderation.app.city.get('/api/me', { key: ada.api_key }), 403, 'banned');
  assert.notEqual((await moderation.appeal(ada)).json.appeal_id, appeal_id);
});

test('waiting appeals come first, pages hold each once, and no text of a strike appears', async () => {
  const all: { id: number; status: string }[] = [];
  let next = '?limit=2';
  while (next) {
    const { status, json, text } = await moderation.admin('GET', `/appeals${next}`);
    assert.equal(
      status,
      200,
      moderation.app
        .logged()
        .split('\n')
        .findLast((line) => line.includes('"err"')),
    );
    assert.ok(!/kith_sk_[0-9A-Za-z]{10}/.test(text));
    all.push(...json.appeals);
    next = json.next;
  }
  const ids = all.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const [{ count }] = await moderation.app.database.sql('SELECT count(*)::int FROM appeal');
  assert.equal(ids.length, count);
  const order = all.map(({ id, status }) => (status === 'pending' ? 1_000_000 : 0) + id);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => b - a),
  );
  assert.ok(all.some(({ status }) => status === 'pending') && all.some(({ status }) => status !== 'pending'));
});

test('a decision needs a reason and a name, without a credential in either', async () => {
  const ada = await moderation.registerWithStrikes(3);
  const { appeal_id } = (await moderation.appeal(ada)).json;
  for (const wrong of [
    { why: '' },
    { by: '' },
    { why: undefined },
    { by: undefined },
    { decision: 'perhaps' },
  ])
    assertRefused(await moderation.decide(appeal_id, 'unban', wrong), 400, 'invalid_field');
  assertRefused(
    await moderation.decide(appeal_id, 'unban', { why: makeSecret('kith_sk') }),
    422,
    'credential',
  );
  assert.equal((await moderation.decide(appeal_id, 'unban')).status, 200, 'the appeal was still pending');
});

test('a wrong token is 401, an agent is not an operator, and ten wrong tokens per hour block a network', async () => {
  const { city } = moderation.app;
  const from = { 'x-forwarded-for': '198.51.100.7' };
  const get = (key?: string, headers: Record<string, string> = from) =>
    city.get('/api/admin/appeals', { headers, ...(key && { key }) });
  assertRefused(await get(), 401, 'no_key');
  const { api_key } = await register(city);
  const wrong = [
    api_key,
    `${adminToken}x`,
    adminToken.slice(0, -1),
    adminToken.toUpperCase(),
    makeSecret('kith_sk'),
  ];
  for (const key of [...wrong, ...wrong]) assertRefused(await get(key), 401, 'bad_key');
  for (const key of [adminToken, wrong[1]!]) {
    const refused = await get(key);
    assertRefused(refused, 429, 'over_limit');
    assert.equal(refused.headers['retry-after'], '3600');
  }
  assert.equal((await get(adminToken, {})).status, 200, 'other networks are not affected');
  clock.forward(hourMs);
  assert.equal((await get(adminToken)).status, 200);
});
