import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import pg from 'pg';
import { subjectChannel } from '../../../src/platform/events/postgres-wire.ts';
import { afterFile } from '../../harness/after-file.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { channels, expectWoken, metric, receivedOnSubjects, waitForEvents } from '../../harness/bus.ts';
import type { Client } from '../../harness/client.ts';
import { type EventRelay, openEventRelay } from '../../harness/event-relay.ts';
import { startPooler } from '../../harness/pooler.ts';
import { until } from '../../harness/until.ts';
import { bodies, type DmAgent, registerDmAgent } from './direct-messages/dm-agent.ts';

const file = afterFile();
let a: TestApp;
/** Behind a pooler; its events use a direct connection. */
let b: TestApp;
let line: EventRelay;
let ada: DmAgent;
let bob: DmAgent;
let listener: pg.Client;
/** Events sent on subjects that `listener` listens to. */
const published: string[] = [];

before(async () => {
  a = await startApp(undefined);
  file.after(() => a.stop());
  line = await openEventRelay(a.database, file);
  const pooler = await startPooler(a.database);
  file.after(() => pooler.close());
  const env = { DATABASE_URL: pooler.url, KITH_DIRECT_URL: line.url };
  b = await startApp(undefined, { database: a.database, env });
  file.after(() => b.stop());
  const { host, port, user, database } = a.database;
  listener = new pg.Client({ host, port, user, database });
  listener.on('notification', ({ payload }) => published.push(payload ?? ''));
  await listener.connect();
  file.after(() => listener.end());
  [ada, bob] = [await registerDmAgent(a.city, 'Ada'), await registerDmAgent(a.city, 'Bob')];
  for (const { key } of [ada, bob]) await a.city.post('/api/rooms/lobby/join', undefined, { key });
});

const toRoom = (body: string, city: Client) =>
  city.post('/api/rooms/lobby/messages', { body }, { key: bob.key });
const newest = async () => {
  const { json } = await a.city.get('/api/rooms/lobby/messages', { key: ada.key });
  return json.messages.at(-1)?.id ?? 0;
};
const follow = (since: number, city: Client) =>
  city.get(`/api/rooms/lobby/messages?since_id=${since}&wait=25`, { key: ada.key });

async function agentId(name: string): Promise<number> {
  const [row] = await a.database.sql('SELECT id FROM agent WHERE screen_name = $1', [name]);
  return Number(row.id);
}

test('a process without a reader of a room receives nothing about it', async () => {
  assert.equal((await toRoom('nobody reads this', b.city)).status, 201);
  assert.equal((await bob.send('Ada', 'nor this', b.city)).status, 201);
  await waitForEvents(b.city, a.city);
  assert.equal(await receivedOnSubjects(a), 0);
  assert.equal(await channels(a), 1);
  assert.ok((await metric(a, 'kith_event_bus_received_total{scope="common"}')) > 0);
});

test('a message at one process wakes the reader of its room at the other', async () => {
  const reading = follow(await newest(), b.city);
  await until(async () => (await channels(b)) === 2);
  await toRoom('wake up', a.city);
  assert.deepEqual(bodies(await expectWoken(reading)), ['wake up']);
  await waitForEvents(a.city, b.city);
  assert.equal(await receivedOnSubjects(b), 1);
  assert.equal(await metric(b, 'kith_event_bus_unserved_total'), 0);
});

test('a message sent while a subscription is being made is not missed', async () => {
  const { id } = (await bob.send('Ada', 'before')).json;
  const held = line.hold('LISTEN');
  const reading = ada.get(`/api/dms?with=Bob&since_id=${id}&wait=25`, b.city);
  await held;
  const ids = [await agentId('Ada'), await agentId('Bob')].sort((one, other) => one - other);
  await listener.query(`LISTEN ${subjectChannel(`dm:${ids.join(':')}`)}`);
  await bob.send('Ada', 'in the gap', a.city);
  await until(() => published.length > 0);
  line.release();
  assert.deepEqual(bodies(await expectWoken(reading)), ['in the gap']);
});

test('readers miss nothing while a process is disconnected from the bus', async () => {
  const cleo = await registerDmAgent(a.city, 'Cleo');
  assert.equal((await a.city.post('/api/rooms', { name: 'den', topic: 'x' }, { key: cleo.key })).status, 201);
  const [open, gaps] = [await channels(b), await metric(b, 'kith_event_bus_gaps_total')];
  // A lost connection ends the polls whose key may have ended meanwhile; the readers poll again.
  const readOn = async (path: string) => {
    for (;;) {
      const found = bodies(await ada.get(`${path}since_id=0&wait=25`, b.city));
      if (found.length > 0) return found;
    }
  };
  const reading = ['/api/dms?with=Cleo&', '/api/rooms/den/messages?'].map(readOn);
  await until(async () => (await channels(b)) === open + 2);
  line.cut();
  await until(async () => (await metric(b, 'kith_event_bus_gaps_total')) > gaps);
  await listener.query(`LISTEN ${subjectChannel('room:den')}`);
  const sent = [
    await cleo.send('Ada', 'unheard'),
    await a.city.post('/api/rooms/den/messages', { body: 'unheard' }, { key: cleo.key }),
  ];
  for (const { status } of sent) assert.equal(status, 201);
  await until(() => published.some((payload) => payload.includes('"room:den"')));
  line.mend();
  assert.deepEqual(await expectWoken(Promise.all(reading)), [['unheard'], ['unheard']]);
});
