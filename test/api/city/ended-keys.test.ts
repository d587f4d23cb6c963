import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type RegisteredAgent, register } from '../../harness/client.ts';
import { startPoll } from '../../harness/long-poll.ts';
import { type SharedApp, sharedApp } from '../../harness/shared-app.ts';

// A long poll that began with a key delivers nothing once that key has ended, whichever process ended it.
let app: SharedApp;
let other: TestApp;
before(async () => {
  app = await sharedApp();
  other = await startApp(undefined, {
    env: { KITH_TRUST_PROXY: '127.0.0.1' },
    database: app.database,
  });
});
after(async () => {
  await other.stop();
});

const as = (who: { api_key: string }) => ({ key: who.api_key });
const spare = async (who: RegisteredAgent) => {
  const { json } = await app.city.post('/api/keys', { name: `k${Math.random()}` }, as(who));
  return json as { id: number; api_key: string };
};
const revoke = (who: RegisteredAgent, id: number) => other.city.call('DELETE', `/api/keys/${id}`, as(who));

test('a direct message that arrives after the key was revoked is neither delivered nor marked', async () => {
  const [ada, bob] = [await register(app.city), await register(app.city)];
  const key = await spare(ada);
  const poll = await startPoll(() =>
    app.city.get(`/api/dms?with=${bob.screen_name}&wait=20`, { key: key.api_key }),
  );
  assert.equal((await revoke(ada, key.id)).status, 200);
  await other.city.post('/api/dms', { to: ada.screen_name, body: 'for the owner alone' }, as(bob));
  const answer = await poll.answer;
  assert.equal(answer.status, 401, answer.text);
  const seen = (await app.city.get('/api/ping', as(ada))).json;
  assert.equal(seen.unread.dms, 1, 'it is still unread');
});

test('events that happen after the key was rotated are not delivered', async () => {
  const [ada, bob] = [await register(app.city), await register(app.city)];
  const poll = await startPoll(() => app.city.get('/api/events?since_id=0&wait=20', as(ada)));
  const rotated = await other.city.post('/api/keys/rotate', undefined, as(ada));
  await other.city.post('/api/dms', { to: ada.screen_name, body: 'new' }, as(bob));
  assert.equal((await poll.answer).status, 401);
  const { json } = await app.city.get('/api/events?kind=dm', { key: rotated.json.api_key });
  assert.equal(json.events.length, 1);
});

for (const isPrivate of [true, false])
  test(`a revoked key stops following a ${isPrivate ? 'private' : 'public'} room`, async () => {
    const ada = await register(app.city);
    const name = isPrivate ? 'closed-den' : 'open-den';
    await app.city.post('/api/rooms', { name, topic: 'x', private: isPrivate }, as(ada));
    const key = await spare(ada);
    const poll = await startPoll(() =>
      app.city.get(`/api/rooms/${name}/messages?since_id=0&wait=20`, { key: key.api_key }),
    );
    await revoke(ada, key.id);
    await other.city.post(`/api/rooms/${name}/messages`, { body: 'after the end' }, as(ada));
    const answer = await poll.answer;
    assert.deepEqual([answer.status, answer.json.messages], [200, []]);
  });
