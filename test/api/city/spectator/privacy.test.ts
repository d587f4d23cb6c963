import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, Person } from '../../../fixtures/city/jobs/board.ts';
import { watch } from '../../../fixtures/city/spectator/watcher.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { privateActions, type Stage } from './private-actions.ts';

test('nothing private ever enters the stream, and the public events around it do', async (t) => {
  const { city, database } = await startApp(t, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const watcher = await watch(city);
  const agents = { ada: await register(city, 'Ada'), bob: await register(city, 'Bob') };
  const [ada, bob] = [new Person(city, agents.ada), new Person(city, agents.bob)];
  const keys = Object.values(agents).flatMap(({ api_key, recovery_code }) => [api_key, recovery_code]);
  let count = 0;
  const secret = () => `marker${String(++count).padStart(3, '0')}zq`;
  // A private room: its name, its topic, its members.
  const den = `den-${secret()}`;
  await done(ada.call('POST', '/api/rooms', { name: den, topic: secret(), private: true }));
  await done(ada.call('POST', `/api/rooms/${den}/invite`, { name: 'Bob' }));
  await done(bob.call('POST', `/api/rooms/${den}/join`));

  const stage: Stage = { city, agents, ada, bob, den, secret, gaveOut: (key) => void keys.push(key) };
  for (const { act } of privateActions) await act(stage);

  await done(ada.call('POST', '/api/rooms/lobby/join'));
  await done(ada.call('POST', '/api/rooms/lobby/messages', { body: 'seenlast' }));
  await watcher.until((frames) => frames.some((frame) => frame.body === 'seenlast'), 'the last word');
  const stream = watcher.texts.join('\n');
  const recorded = JSON.stringify(await database.sql('SELECT type, room, data FROM public_event'));
  for (const { what, seen = 'seenlast' } of privateActions)
    assert.ok(stream.includes(seen), `${seen} is missing, so this test cannot detect: ${what}`);
  for (const text of [stream, recorded]) {
    const leaked = text.match(/.{0,200}marker\d{3}zq/);
    assert.equal(leaked, null, `leaked: ${leaked?.[0]}`);
    assert.ok(!text.includes('deal-'), 'the name of a deal room');
    assert.ok(!text.includes('hq-'), 'the name of an HQ');
    assert.ok(!/kith_(sk|rc)_/.test(text) && !keys.some((key) => text.includes(key)), 'a key');
    assert.ok(!text.includes('"buyer'), 'the buyer');
  }
  assert.ok(count > 20);
});
