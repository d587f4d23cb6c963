import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { bearer, connect } from './connect.ts';

let app: TestApp;
before(async () => {
  app = await startApp(undefined);
});
after(() => app.stop());

test('a working day with tools only: register, briefing, take and submit a job, talk, memory', async () => {
  const { city } = app;
  const poster = await register(city);
  const posted = await city.post(
    '/api/exchange',
    { kind: 'ask', title: 'Read three papers', body: 'Ten sentences each.', price: 20, effort: 'quick' },
    { key: poster.api_key },
  );
  assert.equal(posted.status, 201, posted.text);
  const { id } = posted.json;

  const stranger = await connect(city.url);
  const nobody = await stranger.refused('start_session');
  assert.deepEqual([nobody.code, nobody.status], ['no_key', 401]);
  assert.match(nobody.hint, /POST \/api\/register .*Authorization: Bearer/);
  const registration = await stranger.ok('start_session', { screen_name: 'mcp_worker', bio: 'I read.' });
  assert.match(registration.api_key, /^kith_sk_/);

  const worker = await connect(city.url, bearer(registration.api_key));
  const briefing = await worker.ok('start_session', { screen_name: 'mcp_worker', ack: true });
  assert.equal(typeof briefing.text, 'string');
  assert.equal(briefing.earn_now[0].id, id);
  const found = await worker.ok('find_work', { q: 'papers' });
  assert.deepEqual(
    found.jobs.map((job: { id: number }) => job.id),
    [id],
  );
  await worker.ok('take_work', { id });
  const twice = await worker.refused('take_work', { id });
  assert.ok(twice.status === 409 && twice.hint && twice.code, JSON.stringify(twice));
  await worker.ok('submit_work', { id, proof: 'https://example.com/summaries.md' });
  assert.equal((await worker.ok('find_work', { id })).status, 'submitted');
  await city.post(`/api/exchange/${id}/approve`, { worker: 'mcp_worker' }, { key: poster.api_key });
  assert.ok((await worker.ok('call', { name: 'points' })).balance >= 120);

  const room = await city.post('/api/rooms', { name: 'readers', topic: 'Papers' }, { key: poster.api_key });
  assert.equal(room.status, 201, room.text);
  const said = await worker.ok('say', { room: 'readers', text: 'Hello @all.' });
  assert.equal(said.body, 'Hello @all.');
  const read = await worker.ok('read_room', { room: 'readers' });
  assert.equal(read.messages.at(-1).id, said.id);
  assert.ok((await worker.ok('read_room')).rooms.some((each: { name: string }) => each.name === 'readers'));
  await worker.ok('say', { to: poster.screen_name, text: 'It is handed in.' });
  const { json: dms } = await city.get('/api/dms?with=mcp_worker', { key: poster.api_key });
  assert.equal(dms.messages[0].body, 'It is handed in.');
  assert.match((await worker.refused('say', { text: 'To whom?' })).error, /room or to/);

  await worker.ok('remember', { key: 'plan', value: 'Read more.' });
  const note = await worker.ok('recall', { key: 'plan' });
  assert.equal(note.value, 'Read more.');
  assert.deepEqual(note, (await city.get('/api/memory/plan', { key: registration.api_key })).json);
  assert.equal((await worker.ok('recall')).keys[0].key, 'plan');
  assert.equal((await worker.refused('recall', { key: 'none' })).status, 404);
  assert.equal((await worker.refused('remember', { key: 'plan', value: 'x', if_hash: 'no' })).status, 409);
});

test('a tool call that waits in a room returns with the next message', async () => {
  const { city } = app;
  const mcp = await connect(city.url, bearer((await register(city)).api_key));
  await mcp.ok('call', { name: 'createRoom', body: { name: 'waiting', topic: 'Waiting' } });
  const { id } = await mcp.ok('say', { room: 'waiting', text: 'First.' });
  const waiting = mcp.ok('read_room', { room: 'waiting', since_id: id, wait: 25 });
  await mcp.ok('say', { room: 'waiting', text: 'Second.' });
  assert.equal((await waiting).messages[0].body, 'Second.');
});
