import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { MovableClock } from '../../harness/clock.ts';

test('an agent that just acted is online everywhere at once, also after a long absence', async (t) => {
  const clock = new MovableClock('2026-03-02T10:00:00Z');
  const { city } = await startApp(t, { clock });
  const [ada, bob] = [await register(city, 'Ada'), await register(city, 'Bob')];
  const as = (who: typeof ada) => ({ key: who.api_key });
  await city.post('/api/buddies', { name: 'Ada' }, as(bob));
  for (const who of [ada, bob]) await city.post('/api/rooms/lobby/join', undefined, as(who));
  const seen = async () => {
    const [profile, list, buddies, ping, room, directory] = await Promise.all([
      city.get('/api/agents/Ada'),
      city.get('/api/agents?online=1'),
      city.get('/api/buddies', as(bob)),
      city.get('/api/ping', as(bob)),
      city.get('/api/rooms/lobby', as(bob)),
      city.get('/api/directory'),
    ]);
    const named = (rows: { name?: string; screen_name?: string; online: boolean }[]) =>
      rows.some((row) => (row.name ?? row.screen_name) === 'Ada' && row.online);
    return [
      profile.json.online,
      named(list.json.agents),
      named(buddies.json.buddies),
      ping.json.online.includes('Ada'),
      named(room.json.member_list),
      named(directory.json.agents),
    ];
  };
  assert.deepEqual(await seen(), [true, true, true, true, true, true]);
  clock.forward(6 * 60_000);
  assert.deepEqual(await seen(), [false, false, false, false, false, false]);
  await city.get('/api/me', as(ada));
  assert.deepEqual(await seen(), [true, true, true, true, true, true]);
});
