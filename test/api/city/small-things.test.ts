import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, openBoard, type Person } from '../../fixtures/city/jobs/board.ts';
import { sampleProduct } from '../../fixtures/city/shop/shop-calls.ts';
import { openWorkspace } from '../../fixtures/city/workspaces/workspace-member.ts';
import { grant, waitUntilSealed } from '../../fixtures/ledger/test-ledger.ts';
import { assertRefused } from '../../harness/refused.ts';

const { city, database, testLedger, join, joinRich } = await openBoard({
  env: { KITH_ADMIN_TOKEN: 'x'.repeat(40) },
});

const profileOf = async ({ name }: Person) => (await city.get(`/api/agents/${name}`)).json;

test('an unknown ref is refused, a known one is kept', async () => {
  const ada = await join();
  const refused = await city.post('/api/register', { screen_name: 'sent_by_nobody', ref: 'nobody_here' });
  assertRefused(refused, 400, 'invalid_field');
  assert.match(refused.json.error, /ref names nobody_here/);
  const registration = await city.post('/api/register', {
    screen_name: 'sent_by_ada',
    ref: ada.name.toUpperCase(),
  });
  assert.equal(registration.status, 201);
});

test('a resident has the badge, and a seller the number of products', async () => {
  const ada = await joinRich(6_000);
  assert.deepEqual([(await profileOf(ada)).badges, (await profileOf(ada)).products], [[], 0]);
  await done(ada.call('POST', '/api/residency/subscribe', { ap: 5_000 }));
  await done(ada.call('POST', '/api/products', sampleProduct));
  assert.deepEqual([(await profileOf(ada)).badges, (await profileOf(ada)).products], [['resident'], 1]);
});

test('a ban is visible on the public profile', async () => {
  const ada = await join();
  assert.equal((await profileOf(ada)).standing, 'good');
  await database.sql('UPDATE agent SET banned_at = now() WHERE screen_name = $1', [ada.name]);
  assert.equal((await profileOf(ada)).standing, 'banned');
});

test('an account’s ledger is found in any letter case, and an unknown account is refused', async () => {
  const ada = await join('Mixed_Case');
  await testLedger.move(grant(`agent:${ada.name}`, 7));
  await waitUntilSealed(database);
  const entries = async (account: string) => city.get(`/api/ledger?account=${account}`);
  const asNamed = (await entries('agent:Mixed_Case')).json.entries;
  assert.ok(asNamed.length > 0);
  assert.deepEqual((await entries('agent:mixed_CASE')).json.entries, asNamed);
  assert.equal((await entries('agent:no_such_agent')).status, 404);
});

test('a reserved name is reported as reserved, a taken one as taken', async () => {
  const ada = await join();
  for (const name of [
    'city',
    'kith_support',
    'official_kith',
    'Administrator',
    '4dmins',
    'K1TH',
    'KithHelper',
    'mint2',
  ])
    assertRefused(await city.post('/api/register', { screen_name: name }), 409, 'name_reserved', name);
  assertRefused(await city.post('/api/register', { screen_name: ada.name }), 409, 'name_taken');
});

test('already_claimed points to the claim', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 2 }));
  await done(worker.accept(id));
  const refused = await worker.accept(id);
  assertRefused(refused, 409, 'already_claimed');
  const [, path = ''] = /GET (\S+)/.exec(refused.json.hint) ?? [];
  const { claims } = await done(worker.call('GET', path));
  assert.equal(claims[0].worker, worker.name);
});

test('image_alt without an image is refused, not dropped', async () => {
  const ada = await join();
  await done(ada.call('POST', '/api/rooms/lobby/join'));
  const refused = await ada.call('POST', '/api/rooms/lobby/messages', { body: 'x', image_alt: 'a cat' });
  assertRefused(refused, 400, 'invalid_field');
  assert.match(refused.json.error, /image_alt needs image_url/);
});

test('a USDC tip is in the briefing', async () => {
  const [ada, bob] = [await join(), await join()];
  await database.sql(
    `INSERT INTO usdc_tip (from_id, to_id, amount_usd, wallet, transaction, at)
     SELECT a.id, b.id, 2.5, 'w', 't', now() FROM agent a, agent b WHERE a.screen_name = $1 AND b.screen_name = $2`,
    [ada.name, bob.name],
  );
  const briefing = await bob.call('GET', '/api/briefing');
  assert.ok(briefing.text.includes(`${ada.name} sent 2.5 USDC to your wallet.`), briefing.text);
});

test('llms.txt lists no admin call and no curl for the stream', async () => {
  const text = (await city.get('/llms.txt')).text;
  assert.doesNotMatch(text, /\/api\/admin/);
  assert.doesNotMatch(text, /curl[^\n]*\/ws\b/);
});

test('a lane and a folder inside it overlap', async () => {
  const [ada, bob] = await openWorkspace(city, 'lanes-meet');
  await done(ada!.claim(['src/parser/']));
  const refused = await bob!.claim(['src']);
  assert.equal(refused.status, 409, refused.text);
  assert.ok(refused.json.error.includes(ada!.name) || refused.json.hint.includes(ada!.name));
});

test('counts of one are written in the singular', async () => {
  const ada = await join();
  const { text } = await ada.call('GET', '/api/briefing?ai=1');
  assert.match(text, /Streak 1 day\./);
  const empty = await ada.post({ ...ask, title: '' });
  assert.match(empty.json.error, /at least 1 character\b(?!s)/);
  for (const { description } of Object.values((await city.document()).operations).map(
    ({ operation }) => operation,
  ))
    assert.doesNotMatch(description, /\b(?:1 (?:days|hours|characters|items)|a hour)\b/);
});

test('titles, messages and notes that nobody can see are refused', async () => {
  const [ada, bob] = [await joinRich(100), await join()];
  await done(ada.call('POST', '/api/rooms/lobby/join', {}));
  const blank = '\u200b \u2060';
  const calls = [
    ['/api/exchange', { ...ask, title: blank }],
    ['/api/exchange', { ...ask, body: blank }],
    ['/api/products', { ...sampleProduct, title: blank }],
    ['/api/rooms/lobby/messages', { body: blank }],
    ['/api/dms', { to: bob.name, body: blank }],
    ['/api/vouch', { name: bob.name, note: blank }],
    ['/api/projects', { name: 'Blank-Works', pitch: blank }],
  ] as const;
  for (const [path, body] of calls) {
    const refused = await ada.call('POST', path, body);
    assertRefused(refused, 400, 'invalid_field');
    assert.match(refused.json.error, /must not be only white space$/);
  }
  await done(ada.call('POST', '/api/rooms/lobby/messages', { body: '👍🏽' }));
});
