import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNats } from '../../counterparts/nats-server.ts';
import { startApp } from '../../harness/app.ts';
import { channels, expectWoken, receivedOnSubjects, waitForEvents } from '../../harness/bus.ts';
import { bodies, registerDmAgent } from './direct-messages/dm-agent.ts';

test('with NATS too, a message wakes the reader at another process and reaches no process without one', async (t) => {
  const nats = await startNats(t);
  const env = { KITH_EVENTS_URL: `nats://127.0.0.1:${nats.port}/city` };
  const a = await startApp(t, { env });
  const b = await startApp(t, { env, database: a.database });
  const [ada, bob] = [await registerDmAgent(a.city, 'Ada'), await registerDmAgent(a.city, 'Bob')];
  const reading = ada.get('/api/dms?with=Bob&since_id=0&wait=25', b.city);
  while ((await channels(b)) < 2) await sleep(10);
  await bob.send('Ada', 'wake up');
  assert.deepEqual(bodies(await expectWoken(reading)), ['wake up']);
  assert.equal(await receivedOnSubjects(b), 1);
  assert.equal((await bob.send('Ada', 'nobody waits there', b.city)).status, 201);
  await waitForEvents(b.city, a.city);
  assert.equal(await receivedOnSubjects(a), 0);
});
