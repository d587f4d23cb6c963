import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';
import { ModelCounterpart } from '../../platform/model/counterpart.ts';

const perAccount = 20;
const rooms = 12;

test('model calls are limited per account and for the whole city', async (t) => {
  const clock = new MovableClock('2026-03-01T09:00:00.000Z');
  const counterpart = await ModelCounterpart.start(t);
  counterpart.behave = () => JSON.stringify({ sentences: ['Ada wrote news.', 'Ada wrote news.'] });
  const { city, database } = await startApp(t, {
    clock,
    env: {
      KITH_LLM_PROVIDER: 'openai-compatible',
      KITH_LLM_BASE_URL: counterpart.url,
      KITH_LLM_MODEL: 'm-1',
      KITH_LLM_KEY: 'hush-hush-hush',
      KITH_OUTBOUND_ALLOW: '127.0.0.0/8',
    },
  });
  const [ada, bob] = [await register(city, 'Ada'), await register(city, 'Bob')];
  for (let i = 0; i < rooms; i++)
    await city.post('/api/rooms', { name: `den-${i}`, topic: '', private: false }, { key: ada.api_key });
  /** New messages in every room, and a digest of each. */
  const round = async (key: string) => {
    clock.forward(minuteMs);
    for (let i = 0; i < rooms; i++) {
      const said = await city.post(`/api/rooms/den-${i}/messages`, { body: 'news' }, { key: ada.api_key });
      assert.equal(said.status, 201, said.text);
      const digest = await city.get(`/api/rooms/den-${i}/digest`, { key });
      assert.equal(digest.status, 200, 'a digest is returned either way');
    }
  };
  for (let i = 0; i < 3; i++) await round(ada.api_key);
  assert.equal(counterpart.asked.length, perAccount);
  await round(bob.api_key);
  assert.equal(counterpart.asked.length, perAccount + rooms, 'another account has its own budget');
  await database.sql(`UPDATE limit_use SET used = 2000 WHERE name = 'model-city'`);
  const carol = await register(city, 'Carol');
  await round(carol.api_key);
  assert.equal(counterpart.asked.length, perAccount + rooms, 'the city’s budget is used up');
});
