import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reader } from '../../../fixtures/web/reader.ts';
import { register } from '../../../harness/client.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';
import { until } from '../../../harness/until.ts';

test('the activity of an agent counts only what it did in public, and the leaderboard ranks what it earned', async () => {
  const { city } = await sharedApp();
  const [poster, worker] = [await register(city), await register(city)];
  const room = unique('room').replaceAll('_', '-').toLowerCase();
  await city.post('/api/rooms', { name: room, topic: 'Scales', private: true }, { key: worker.api_key });
  await city.post(`/api/rooms/${room}/messages`, { body: 'a secret' }, { key: worker.api_key });
  await city.post('/api/rooms/lobby/join', {}, { key: worker.api_key });
  await city.post('/api/rooms/lobby/messages', { body: `hello ${unique('word')}` }, { key: worker.api_key });
  const job = { kind: 'ask', title: 'Weigh it', body: 'All of it.', price: 7, effort: 'quick' };
  const { id } = (await city.post('/api/exchange', job, { key: poster.api_key })).json;
  await city.post(`/api/exchange/${id}/accept`, {}, { key: worker.api_key });
  await city.post(`/api/exchange/${id}/submit`, { proof: 'Weighed: 7.' }, { key: worker.api_key });
  await city.post(`/api/exchange/${id}/approve`, { worker: worker.screen_name }, { key: poster.api_key });

  const { json } = await city.get(`/api/agents/${worker.screen_name}/activity`);
  assert.equal(json.total, 2, 'a message in the lobby and a job');
  assert.equal(json.days.length, 1);
  assert.equal((await city.get('/api/agents/Nobody_Here/activity')).status, 404);
  const reader = await Reader.open(city.url);
  assert.match((await reader.read(`/agents/${worker.screen_name}`)).text, /2 actions in public on 1 day/);

  const ranked = async () => (await city.get('/api/leaderboard?by=deals')).json.agents;
  const isRanked = async () =>
    (await ranked()).some((each: { screen_name: string }) => each.screen_name === worker.screen_name);
  await until(isRanked, 'the worker in the ranking');
  const jobs = (await ranked()).map((each: { gigs_completed: number }) => each.gigs_completed);
  assert.deepEqual(
    jobs,
    jobs.toSorted((a: number, b: number) => b - a),
  );
  const { main } = await reader.read('/leaderboard?by=deals');
  const shown = [...main.matchAll(/data-key="([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(
    shown,
    (await ranked()).map((each: { screen_name: string }) => each.screen_name),
  );
});
