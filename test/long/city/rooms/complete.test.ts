import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { Cluster } from '../../ledger/storm-cluster.ts';

const rooms = ['lobby', 'help'] as const;
type Room = (typeof rooms)[number];
const [writers, each, readers] = [20, 12, 200];
const killsAt = [0.3, 0.65];
const random = (below: number) => Math.floor(Math.random() * below);

interface Said {
  readonly id: number;
  readonly body: string;
}

/**
 * Between its insert and its commit each message now takes a different time: without the order that a room enforces,
 * ids would be committed out of order all the time.
 */
const slowCommits = `
  CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(random() * 0.02); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT ON message DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION dawdle()`;

test('20 writers, 200 readers, two servers killed in turn: every reader gets every message once, in order', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  await database.sql(slowCommits);
  const cluster = await Cluster.start(t, database, 2);
  const crew: RegisteredAgent[] = [];
  for (let i = 0; i < writers; i++) crew.push(await register(cluster.city, `writer_${i}`));
  const answered = async (method: string, path: string, options: object) => {
    for (;;) {
      const answer = await cluster.call(method, path, options);
      if (typeof answer !== 'string') return answer;
      lost++;
      await sleep(20 + random(50));
    }
  };
  let lost = 0;
  for (const { api_key: key } of crew)
    for (const room of rooms) await answered('POST', `/api/rooms/${room}/join`, { key });

  const acknowledged: (Said & { room: Room })[] = [];
  const replacing: Promise<void>[] = [];
  const speak = async ({ api_key: key }: RegisteredAgent, room: Room, body: string) => {
    const headers = { 'idempotency-key': randomUUID() };
    const said = await answered('POST', `/api/rooms/${room}/messages`, { key, body: { body }, headers });
    assert.equal(said.status, 201, said.text);
    acknowledged.push({ room, id: said.json.id, body });
    const kill = killsAt.findIndex((share) => acknowledged.length === Math.floor(share * writers * each));
    if (kill >= 0) replacing.push(Promise.all(replacing).then(() => cluster.replace(kill)));
  };
  const write = async (writer: RegisteredAgent) => {
    for (let n = 0; n < each; n++) {
      await sleep(random(80));
      await speak(writer, rooms[random(2)]!, `${writer.screen_name} says ${n}`);
    }
  };
  /** Follows a room from before its first message, at either server, with its own pace and page size. */
  const follow = async (room: Room): Promise<Said[]> => {
    const received: Said[] = [];
    const limit = [3, 50, 200][random(3)];
    for (let since = 0; received.at(-1)?.body !== 'the end'; ) {
      await sleep(random(300));
      const query = `since_id=${since}&limit=${limit}&wait=${1 + random(20)}`;
      const { json } = await answered('GET', `/api/rooms/${room}/messages?${query}`, {});
      received.push(...json.messages.map(({ id, body }: Said) => ({ id, body })));
      since = json.next_since_id;
    }
    return received;
  };

  const following = Array.from({ length: readers }, (_, i) => follow(rooms[i % 2]!));
  await Promise.all(crew.map(write));
  await Promise.all(replacing);
  for (const room of rooms) await speak(crew[0]!, room, 'the end');

  const received = await Promise.all(following);
  for (const [i, room] of rooms.entries()) {
    const rows: Said[] = await database.sql('SELECT id::int, body FROM message WHERE room = $1 ORDER BY id', [
      room,
    ]);
    assert.equal(new Set(rows.map(({ body }) => body)).size, rows.length, 'no message was posted twice');
    const own = acknowledged.filter((said) => said.room === room).map(({ id, body }) => ({ id, body }));
    assert.deepEqual(
      own.toSorted((a, b) => a.id - b.id),
      rows,
      'exactly the acknowledged messages exist',
    );
    for (const each of received.filter((_, reader) => reader % 2 === i)) assert.deepEqual(each, rows);
  }
  assert.equal(acknowledged.length, writers * each + rooms.length);
  assert.ok(
    cluster.kills === killsAt.length && lost > 0,
    'at least one kill must have interrupted a request',
  );
  t.diagnostic(`${lost} calls were lost`);
});
