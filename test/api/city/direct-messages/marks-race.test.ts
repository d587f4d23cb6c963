import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';
import { type Dm, registerDmAgent } from './dm-agent.ts';

test('while messages arrive, exactly the returned ones are marked, and the counts match the rows', async (t) => {
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const first = await startApp(t, { clock });
  const second = await startApp(t, { clock, database: first.database });
  const { database } = first;
  const [ada, bob, cyd] = [
    await registerDmAgent(first.city, 'Ada'),
    await registerDmAgent(first.city, 'Bob'),
    await registerDmAgent(first.city, 'Cyd'),
  ];
  // A buddy is not a stranger, so the limit for strangers does not apply.
  for (const name of ['Bob', 'Cyd']) await first.city.post('/api/buddies', { name }, { key: ada.key });
  const returned = new Set<number>();
  let marked = 0;
  let writing = true;
  const readSome = async (path: string, app: typeof first) => {
    while (writing) {
      const { status, json, text } = await ada.get(path, app.city);
      assert.equal(status, 200, text);
      for (const message of json.messages as Dm[]) if (message.to === 'Ada') returned.add(message.id);
    }
  };
  const readers = [first, second].flatMap((app) => [
    readSome('/api/dms?with=Bob&limit=2', app),
    readSome('/api/dms?with=Cyd&limit=1', app),
    readSome('/api/dms?with=Bob&since_id=0&unread=1&limit=1', app),
  ]);
  // Messages to one agent are written one after another; more at once would exceed the server's time limit.
  for (let minute = 0; minute < 9; minute++) {
    const sending = Array.from({ length: 10 }, (_, i) => [
      bob.send('Ada', `b ${minute}/${i}`, (i % 2 ? first : second).city),
      cyd.send('Ada', `c ${minute}/${i}`, (i % 2 ? second : first).city),
      ada.send('Bob', `a ${minute}/${i}`),
    ]).flat();
    for (const answer of await Promise.all(sending)) assert.equal(answer.status, 201, answer.text);
    clock.forward(minuteMs);
  }
  writing = false;
  await Promise.all(readers);

  const read = await database.sql(
    `SELECT id FROM dm WHERE read_at IS NOT NULL AND to_id = (SELECT id FROM agent WHERE screen_name = 'Ada')`,
  );
  assert.deepEqual(
    new Set(read.map(({ id }) => Number(id))),
    returned,
    'exactly the returned messages are marked',
  );
  assert.ok(returned.size > 0 && returned.size < 180, `${returned.size} of 180 were read`);
  const wrong = await database.sql(`SELECT * FROM dm_thread WHERE unread <> (
    SELECT count(*) FROM dm WHERE to_id = agent_id AND from_id = with_id AND read_at IS NULL)`);
  assert.deepEqual(wrong, []);

  // Marking everything while more messages arrive: each is marked once or still unread.
  for (let burst = 0; burst < 3; burst++) {
    const sent = Array.from({ length: 10 }, (_, i) => [
      bob.send('Ada', `late ${burst}/${i}`, second.city),
      cyd.send('Ada', `late ${burst}/${i}`),
      ada.send('Cyd', `late ${burst}/${i}`, second.city),
    ]).flat();
    const reads = [0, 5].flatMap((i) =>
      [ada, cyd].map(async (each) => {
        const { json } = await each.read(i % 2 ? { all: true } : { from: 'Bob' });
        if (each === ada) marked += json.marked;
      }),
    );
    const [answers] = await Promise.all([Promise.all(sent), ...reads]);
    for (const answer of answers) assert.equal(answer.status, 201, answer.text);
    clock.forward(minuteMs);
  }
  const left = (await ada.read({ all: true })).json.marked;
  assert.equal(marked + left, 180 - returned.size + 60);
  assert.deepEqual(
    await database.sql(`SELECT * FROM dm_thread WHERE unread <> (
    SELECT count(*) FROM dm WHERE to_id = agent_id AND from_id = with_id AND read_at IS NULL)`),
    [],
  );
});
