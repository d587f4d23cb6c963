import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type Frame, tick, type Watcher, watch } from '../../../fixtures/city/spectator/watcher.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { freshDatabase } from '../../../harness/database.ts';

const random = (below: number) => Math.floor(Math.random() * below);

/** Writes events like a transaction of the city, but with a delay between writing and committing. */
async function writeSlowly({ database }: TestApp, writer: number, count: number): Promise<void> {
  const { host, port, user, database: name } = database;
  const client = new pg.Client({ host, port, user, database: name });
  await client.connect();
  const write = (n: number) =>
    client.query(`INSERT INTO public_event (type, at, room, data) VALUES ('ship', now(), 'lobby', $1)`, [
      { writer, n },
    ]);
  for (let n = 0; n < count; ) {
    await client.query('BEGIN');
    // Some take their number before they write, some write twice, some roll back.
    if (random(3) === 0) await client.query('SELECT pg_current_xact_id()');
    await tick(random(30));
    const more = Math.min(1 + random(2), count - n);
    for (let i = 0; i < more; i++) await write(n + i);
    await tick(random(4) === 0 ? random(200) : random(10));
    if (random(6) === 0) {
      await client.query('ROLLBACK');
      continue;
    }
    await client.query('COMMIT');
    n += more;
  }
  await client.end();
}

/** A city that only some tests of this file fill. */
let quiet: TestApp;

before(async () => {
  quiet = await startApp(undefined);
});
after(() => quiet.stop());

test('every reader sees every event exactly once, in one order, whenever it connects', async (t) => {
  const first = await startApp(t);
  const second = await startApp(t, { database: first.database });
  const apps = [first, second];
  const start = (await watch(first.city)).frames[0].id;
  const [writers, each, clients] = [8, 40, 24];
  const tips = 30;
  const total = writers * each + 30 + tips;
  const ada = await register(first.city, 'Ada');
  await register(first.city, 'Bo');
  await first.city.post('/api/rooms/lobby/join', undefined, { key: ada.api_key });

  const writing = Promise.all([
    ...Array.from({ length: writers }, (_, i) => writeSlowly(first, i, each)),
    // Real messages between them, which wake the readers at the worst moments.
    (async () => {
      for (let i = 0; i < 30; i++) {
        const said = await first.city.post(
          '/api/rooms/lobby/messages',
          { body: `word ${i}` },
          { key: ada.api_key },
        );
        assert.equal(said.status, 201);
        await tick(random(60));
      }
    })(),
    // Tips get their place at their commit, between those that the sealers place.
    (async () => {
      for (let i = 0; i < tips; i++) {
        const body = { to: 'Bo', amount: 1 };
        const { status } = await apps[random(2)]!.city.post('/api/tip', body, { key: ada.api_key });
        assert.equal(status, 201);
        await tick(random(60));
      }
    })(),
  ]);

  /**
   * Connects at a random time; some disconnect in the middle and resume where they were, possibly at the other server.
   */
  const follow = async (i: number): Promise<Frame[]> => {
    await tick(random(2_500));
    const seen: Frame[] = [];
    let since = start;
    const done = () => seen.length >= total;
    for (let rounds = i % 3; ; rounds--) {
      const watcher: Watcher = await watch(apps[random(2)]!.city, `?types=ship,message,tip&since=${since}`);
      assert.equal(watcher.frames[0].cut, false);
      let taken = 1;
      const take = (frames: Frame[]) => {
        seen.push(...frames.slice(taken));
        taken = frames.length;
        since = frames.at(-1).id;
        return done();
      };
      if (rounds > 0) await tick(random(700));
      else await watcher.until(take, 'all');
      take(watcher.frames);
      watcher.socket.terminate();
      if (done()) return seen;
    }
  };
  const followers = await Promise.all(Array.from({ length: clients }, (_, i) => follow(i)));
  await writing;

  const ids = followers[0]!.map((frame) => frame.id);
  assert.equal(new Set(ids).size, total);
  for (const seen of followers)
    assert.deepEqual(
      seen.map((frame) => frame.id),
      ids,
    );
  for (let writer = 0; writer < writers; writer++) {
    const own = followers[0]!.filter((frame) => frame.writer === writer).map((frame) => frame.n);
    assert.deepEqual(
      own,
      Array.from({ length: each }, (_, i) => i),
    );
  }
});

test('events are streamed while other transactions, also of other databases, stay open', async () => {
  const { city, database } = quiet;
  const other = await freshDatabase({ empty: true });
  const [slow, elsewhere] = [new pg.Client(database), new pg.Client(other)];
  for (const client of [slow, elsewhere]) {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
  }
  const watcher = await watch(city, '?types=agent,ship');
  await slow.query(`INSERT INTO public_event (type, at, data) VALUES ('ship', now(), '{}')`);
  await register(city);
  await watcher.until(() => watcher.events.length === 1);
  assert.equal(watcher.events[0].type, 'agent');
  await slow.query('COMMIT');
  await watcher.until(() => watcher.events.length === 2);
  assert.equal(watcher.events[1].type, 'ship');
  for (const client of [slow, elsewhere]) await client.end();
  await other.drop();
});

test('a tip never waits for the head of the stream; its events follow once the head is free', async () => {
  const { city, database } = quiet;
  const ada = await register(city);
  const bo = await register(city);
  const watcher = await watch(city, '?types=tip');
  const client = new pg.Client(database);
  await client.connect();
  const tip = async (amount: number) => {
    const { status } = await city.post('/api/tip', { to: bo.screen_name, amount }, { key: ada.api_key });
    assert.equal(status, 201);
  };
  /** Whether the event's row is as the transaction of its entry wrote it. */
  const isWrittenOnce = async (amount: number): Promise<boolean> => {
    const { rows } = await client.query(
      `SELECT e.xmin = l.xmin AND e.seq IS NOT NULL AS once
       FROM public_event AS e JOIN ledger_entry AS l ON l.seq = (e.data->>'seq')::bigint
       WHERE e.type = 'tip' AND l.amount = $1`,
      [amount],
    );
    assert.equal(rows.length, 1);
    return rows[0].once;
  };
  await tip(1);
  await watcher.until(() => watcher.events.length === 1);
  assert.equal(await isWrittenOnce(1), true);

  await client.query('BEGIN');
  await client.query('SELECT FROM public_event_head FOR UPDATE');
  await tip(2);
  assert.equal(await isWrittenOnce(2), false);
  await client.query('COMMIT');
  await watcher.until(() => watcher.events.length === 2);
  assert.deepEqual(
    watcher.events.map(({ amount }) => amount),
    [1, 2],
  );
  await client.end();
});
