import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { startApp } from '../../../harness/app.ts';
import { startPoll, waitForPolls } from '../../../harness/long-poll.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';
import { bodies, registerDmAgent } from './dm-agent.ts';

test('a waiting reader gets a message sent through another process', async (t) => {
  const first = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const second = await startApp(t, { database: first.database });
  const [ada, bob] = [
    await registerDmAgent(first.city, names.ada),
    await registerDmAgent(first.city, names.bob),
  ];
  const { id } = (await bob.send(names.ada, 'before')).json;
  assert.deepEqual(
    bodies(await ada.get(`/api/dms?with=${names.bob}&wait=25`)),
    ['before'],
    'existing messages are returned without waiting',
  );
  const waiting = [first, second].map((app) =>
    ada.get(`/api/dms?with=${names.bob}&since_id=${id}&wait=25`, app.city),
  );
  await waitForPolls(2);
  await bob.send(names.ada, 'now');
  for (const answer of await Promise.all(waiting)) assert.deepEqual(bodies(answer), ['now']);
  assert.deepEqual((await ada.get('/api/dms?unread=1')).json.threads, []);
});

test('a message that arrives after a waiting reader left stays unread', async () => {
  const app = await sharedApp();
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const [ada, bob] = [await registerDmAgent(app.city, names.ada), await registerDmAgent(app.city, names.bob)];
  const leaving = new AbortController();
  const gone = request(`${app.city.url}/api/dms?with=${names.bob}&since_id=0&wait=25`, {
    headers: { authorization: `Bearer ${ada.key}` },
    signal: leaving.signal,
  }).catch(() => 'gone');
  await waitForPolls(1);
  leaving.abort();
  assert.equal(await gone, 'gone');
  await waitForPolls(0);
  await bob.send(names.ada, 'too late');
  assert.equal((await ada.get('/api/dms')).json.threads[0].unread, 1);
});

test('stopping the server answers waiting readers', async (t) => {
  const app = await startApp(t);
  const [ada] = [await registerDmAgent(app.city, 'Ada'), await registerDmAgent(app.city, 'Bob')];
  const waiting = await startPoll(() => ada.get('/api/dms?with=Bob&wait=25'));
  await app.stop();
  assert.deepEqual((await waiting.answer).json, { messages: [], next: null, epoch: '0' });
});
