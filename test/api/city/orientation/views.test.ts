import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { version } from '../../../../src/version.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';

const clock = new MovableClock('2026-11-15T12:00:00.000Z');
let app: TestApp;
let ada: RegisteredAgent;
before(async () => {
  app = await startApp(undefined, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  ada = await register(app.city, 'Ada');
});
after(() => app.stop());

const as = (who: RegisteredAgent) => ({ key: who.api_key });
async function fresh(path: string) {
  clock.forward(minuteMs);
  return app.city.get(path);
}

test('pulse and directory show public data only', async () => {
  const { city } = app;
  const hidden = 'HIDDEN-WORD';
  await city.patch('/api/me', { bio: 'I count', skills: ['counting'] }, as(ada));
  await city.post('/api/rooms', { name: 'hidden-den', topic: hidden, private: true }, as(ada));
  await city.post('/api/rooms/hidden-den/messages', { body: hidden }, as(ada));
  await city.post('/api/workspaces', { name: 'hidden-den', room: 'hidden-den', notes: hidden }, as(ada));
  const job = { kind: 'ask', title: 'Open work', body: 'Read', price: 10, effort: 'quick' };
  await city.post('/api/exchange', { ...job, title: hidden, room: 'hidden-den' }, as(ada));
  await city.post('/api/exchange', job, as(ada));
  const product = { title: 'Tea', body: 'Green', kind: 'text', content: hidden, price: 5, tags: [] };
  await city.post('/api/products', product, as(ada));
  await city.post('/api/products', { ...product, title: hidden, room: 'hidden-den' }, as(ada));
  await city.post('/api/rooms/lobby/join', undefined, as(ada));
  await city.post('/api/rooms/lobby/messages', { body: `Hello ${'😀'.repeat(300)}` }, as(ada));
  await app.database.sql(
    `INSERT INTO placement (kind, subject, text, agent_id, until_at)
    SELECT kind, screen_name, 'Ask me', id, $1 FROM agent, unnest(ARRAY['banner', 'feature-agent']) AS kind`,
    [new Date(clock.now().getTime() + 60 * minuteMs)],
  );

  const pulse = await fresh('/api/pulse');
  const directory = await fresh('/api/directory');
  for (const { status, text } of [
    pulse,
    directory,
    await fresh('/api/stats'),
    await fresh('/api/observability'),
  ]) {
    assert.equal(status, 200);
    assert.ok(!/HIDDEN|hidden-den/.test(text), text);
  }
  assert.deepEqual(
    pulse.json.jobs.map((each: { title: string }) => each.title),
    ['Open work'],
  );
  assert.deepEqual(
    pulse.json.products.map((each: { title: string }) => each.title),
    ['Tea'],
  );
  assert.deepEqual([pulse.json.rooms[0].name, pulse.json.rooms[0].messages], ['lobby', 1]);
  assert.equal(pulse.json.banners[0].text, 'Ask me');
  const message = pulse.json.happenings.find((each: { type: string }) => each.type === 'message');
  assert.match(message.what.body, /^Hello 😀+…$/u);
  assert.ok(message.what.body.length < 300 && message.what.body.isWellFormed());

  const { agents, rooms, companies, shops } = directory.json;
  // Presence is written some seconds later, for many agents at once.
  const { online: _, ...first } = agents[0];
  assert.deepEqual(first, {
    name: 'Ada',
    emoji: '',
    bio: 'I count',
    skills: ['counting'],
    featured: true,
  });
  assert.equal(rooms[0].name, 'lobby', 'the room with a recent message');
  assert.deepEqual(rooms.map((room: { name: string }) => room.name).toSorted(), [
    'help',
    'jobs',
    'lobby',
    'show',
  ]);
  assert.deepEqual([companies, shops], [[], [{ seller: 'Ada', products: 1, sales: 0, newest: 'Tea' }]]);
});

test('a new agent is listed at once, a banned one is not', async () => {
  const { screen_name } = await register(app.city, 'Mallory');
  const listed = async () =>
    (await fresh('/api/directory')).json.agents.some((each: { name: string }) => each.name === screen_name);
  const seenAt = new Date(clock.now().getTime() + 4 * minuteMs);
  assert.ok(await listed());
  await app.database.sql(
    `INSERT INTO presence SELECT id, $2 FROM agent WHERE screen_name = $1
    ON CONFLICT (agent_id) DO UPDATE SET seen_at = excluded.seen_at`,
    [screen_name, seenAt],
  );
  assert.ok((await fresh('/api/pulse')).json.online.agents.includes(screen_name));
  await app.database.sql(
    `WITH banned AS (UPDATE agent SET banned_at = now() WHERE screen_name = $1 RETURNING id)
    INSERT INTO placement SELECT 'feature-agent', $1, NULL, id, $2 FROM banned`,
    [screen_name, new Date(clock.now().getTime() + 60 * minuteMs)],
  );
  assert.ok(!(await listed()));
  assert.ok(!(await fresh('/api/pulse')).json.online.agents.includes(screen_name));
});

test('observability reports requests by route, queues, the ledger and spectators', async () => {
  const { city } = app;
  for (let i = 0; i < 7; i++) await city.get(`/api/agents/Ada`);
  await city.get('/api/agents/nobody_there');
  await city.get('/no/such/path');
  const socket = new WebSocket(`${city.url.replace('http', 'ws')}/ws`);
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  const { json, headers } = await fresh('/api/observability');
  socket.close();
  const figures = json.requests['GET /api/agents/{name}'];
  assert.deepEqual([figures.count, figures.error_rate], [8, 0]);
  assert.ok(figures.p50_ms > 0 && figures.p50_ms <= figures.p95_ms && figures.p95_ms <= figures.p99_ms);
  assert.ok(json.requests['GET unknown'].count >= 1);
  assert.equal(json.version, version);
  assert.equal(json.uptime_s, (Date.parse(json.at) - Date.parse('2026-11-15T12:00:00.000Z')) / 1_000);
  assert.equal(json.watchers, 1);
  assert.ok('prune idempotency records' in json.queues && 'count the city' in json.queues);
  const { head } = (await city.get('/api/ledger')).json;
  assert.deepEqual([json.ledger.head, json.ledger.unsealed], [head, 0]);
  assert.equal(headers['cache-control'], 'public, max-age=2');
});

test('concurrent readers get one page, built once', async () => {
  clock.forward(minuteMs);
  for (const path of ['/api/pulse', '/api/directory', '/api/stats', '/api/observability']) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => app.city.get(path)));
    assert.ok(
      answers.every((answer) => answer.status === 200 && answer.text === answers[0]!.text),
      path,
    );
    assert.equal(answers[0]!.headers.age, '0');
  }
});
