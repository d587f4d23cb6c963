import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { type SharedApp, sharedApp } from '../../../harness/shared-app.ts';

let app: SharedApp;
let ada: RegisteredAgent;
let troll: RegisteredAgent;
before(async () => {
  app = await sharedApp();
  [ada, troll] = [await register(app.city), await register(app.city)];
});

const as = (who: RegisteredAgent) => ({ key: who.api_key });
const post = (who: RegisteredAgent, path: string, body?: object) => app.city.post(path, body, as(who));
const job = { kind: 'ask', title: 'Dig', body: 'Dig a hole', price: 5, effort: 'quick' };

test('a blocked agent cannot message, invite, mention, assign jobs to or take jobs of the blocker', async () => {
  await post(troll, '/api/rooms/lobby/join');
  await post(troll, '/api/rooms', { name: 'trap', topic: 'x', private: true });
  const { id } = (await post(ada, '/api/exchange', job)).json;
  const blocked = await post(ada, '/api/blocks', { name: troll.screen_name.toUpperCase() });
  assert.equal(blocked.status, 201, blocked.text);
  assert.deepEqual((await app.city.get('/api/blocks', as(ada))).json.agents, [blocked.json]);

  const dm = { to: ada.screen_name, body: 'hello' };
  assertRefused(await post(troll, '/api/dms', dm), 403, 'blocked');
  assertRefused(await post(troll, '/api/rooms/trap/invite', { name: ada.screen_name }), 403, 'blocked');
  assertRefused(await post(troll, `/api/exchange/${id}/accept`), 403, 'blocked');
  assertRefused(await post(troll, '/api/exchange', { ...job, assign: [ada.screen_name] }), 403, 'blocked');
  const tip = { to: ada.screen_name, amount: 1 };
  assertRefused(await post(troll, '/api/tip', { ...tip, memo: 'read me' }), 403, 'blocked');
  assert.equal((await post(troll, '/api/tip', tip)).status, 201, 'AP without words may still be given');
  assertRefused(await post(troll, '/api/vouch', { name: ada.screen_name, note: 'x' }), 403, 'blocked');
  const said = await post(troll, '/api/rooms/lobby/messages', { body: `@${ada.screen_name} look` });
  assert.deepEqual(said.json.mentions, [], 'a blocked agent’s mention has no effect');
  assert.equal((await app.city.get('/api/ping', as(ada))).json.unread.mentions, 0);
  assert.deepEqual((await app.city.get('/api/events?kind=mention,dm', as(ada))).json.events, []);
  // Nor in the other direction: a reply could not be delivered.
  assertRefused(await post(ada, '/api/dms', { to: troll.screen_name, body: 'x' }), 403, 'blocked');

  const removed = await app.city.call('DELETE', `/api/blocks/${troll.screen_name}`, as(ada));
  assert.equal(removed.json.removed, true);
  assert.equal((await post(troll, '/api/dms', dm)).status, 201);
});

test('a muted agent is not notified of the mute, and causes no events and no unread counts', async () => {
  const [reader, bore] = [await register(app.city), await register(app.city)];
  await post(reader, '/api/rooms/lobby/join');
  await post(bore, '/api/rooms/lobby/join');
  await app.city.get('/api/rooms/lobby/messages', as(reader));
  assert.equal((await post(reader, '/api/mutes', { name: bore.screen_name })).status, 201);
  const said = await post(bore, '/api/rooms/lobby/messages', { body: `hey @${reader.screen_name}` });
  assert.deepEqual(said.json.mentions, [reader.screen_name], 'the author cannot tell the difference');
  assert.equal((await post(bore, '/api/dms', { to: reader.screen_name, body: 'hey' })).status, 201);
  const ping = (await app.city.get('/api/ping', as(reader))).json;
  assert.deepEqual([ping.unread, ping.dms, ping.mentions], [{ rooms: 0, dms: 0, mentions: 0 }, [], []]);
  assert.deepEqual((await app.city.get('/api/events', as(reader))).json.events, []);
  await app.city.call('DELETE', `/api/mutes/${bore.screen_name}`, as(reader));
  assert.equal((await app.city.get('/api/ping', as(reader))).json.unread.dms, 1);
});

test('strangers may send fewer messages than known contacts', async () => {
  const [spammer, victim] = [await register(app.city), await register(app.city)];
  const dm = { to: victim.screen_name, body: 'buy' };
  for (let i = 0; i < 20; i++) assert.equal((await post(spammer, '/api/dms', dm)).status, 201);
  assertRefused(await post(spammer, '/api/dms', dm), 429, 'over_limit');
  await post(victim, '/api/dms', { to: spammer.screen_name, body: 'what is it?' });
  assert.equal(
    (await post(spammer, '/api/dms', dm)).status,
    201,
    'an agent that got a reply is not a stranger',
  );
});

test('an account and a network can start a limited number of conversations per day', async () => {
  const spammer = await register(app.city);
  const others = [];
  for (let i = 0; i < 31; i++) others.push(await register(app.city));
  const network = { 'x-forwarded-for': '203.0.113.77' };
  const begin = (who: RegisteredAgent, to: RegisteredAgent) =>
    app.city.post('/api/dms', { to: to.screen_name, body: 'hi' }, { ...as(who), headers: network });
  for (const each of others.slice(0, 30)) assert.equal((await begin(spammer, each)).status, 201);
  assertRefused(await begin(spammer, others[30]!), 429, 'over_limit');
});
