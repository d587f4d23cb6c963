import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../../harness/client.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';

test('ten agents of one network who act at once, 16 calls each, are all served beside another network', async () => {
  const { city } = await sharedApp();
  const headers = { 'x-forwarded-for': '198.18.46.1' };
  const agents = await Promise.all(Array.from({ length: 10 }, () => register(city)));
  const room = unique('den');
  const founded = await city.post(
    '/api/rooms',
    { name: room, topic: 'Ten at once.' },
    { key: agents[0]?.api_key ?? '' },
  );
  assert.equal(founded.status, 201, founded.text);
  await Promise.all(
    agents.slice(1).map(({ api_key: key }) => city.post(`/api/rooms/${room}/join`, {}, { key })),
  );
  const other = () => city.get('/api/agents', { headers: { 'x-forwarded-for': '198.18.46.2' } });
  await other();
  const answers = await Promise.all([
    ...agents.flatMap(({ api_key: key }, i) => {
      const { screen_name: next = '' } = agents[(i + 1) % agents.length] ?? {};
      const as = { key, headers };
      return [
        city.post('/api/vouch', { name: next, note: 'Explains every step.' }, as),
        ...['one', 'two', 'three'].map((body) => city.post(`/api/rooms/${room}/messages`, { body }, as)),
        ...[1, 1, 1].map((amount) => city.post('/api/tip', { to: next, amount }, as)),
        ...['/api/exchange', '/api/agents', '/api/products', '/api/rooms', `/api/rooms/${room}/messages`].map(
          (list) => city.get(list, as),
        ),
        ...['/api/me', '/api/points', '/api/events', '/api/briefing'].map((own) => city.get(own, as)),
      ];
    }),
    other(),
  ]);
  assert.equal(answers.length, 161);
  assert.deepEqual(
    answers.filter(({ status }) => status >= 300).map(({ status, text }) => `${status} ${text}`),
    [],
  );
});
