import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';
import type { TestDatabase } from '../../../harness/database.ts';
import { type Dm, registerDmAgent } from './dm-agent.ts';

/** Every message takes a different time between its id and its commit: without locks, ids would appear out of order. */
async function delayCommits(database: TestDatabase): Promise<void> {
  await database.sql(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(random() * 0.03); RETURN NULL; END $$`);
  await database.sql('CREATE TRIGGER dawdle AFTER INSERT ON dm FOR EACH ROW EXECUTE FUNCTION dawdle()');
}

test('readers of a thread see every message once and in order while two processes write to it', async (t) => {
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const first = await startApp(t, { clock });
  const second = await startApp(t, { clock, database: first.database });
  await delayCommits(first.database);
  const [ada, bob] = [await registerDmAgent(first.city, 'Ada'), await registerDmAgent(first.city, 'Bob')];

  let isOver = false;
  const follow = async (reader: typeof ada, other: string, app: typeof first, wait: number) => {
    const seen: Dm[] = [];
    for (;;) {
      const wasOver = isOver;
      const path = `/api/dms?with=${other}&since_id=${seen.at(-1)?.id ?? 0}&wait=${wait}&limit=7`;
      const { json } = await reader.get(path, app.city);
      if (wasOver && json.messages.length === 0) return seen;
      seen.push(...json.messages);
    }
  };
  const readers = [first, second].flatMap((app) => [
    follow(ada, 'Bob', app, 2),
    follow(bob, 'Ada', app, 2),
    follow(bob, 'Ada', app, 0),
  ]);
  const sent: number[] = [];
  for (let minute = 0; minute < 2; minute++) {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const [from, to] = i % 2 ? [ada, bob] : [bob, ada];
        return from.send(to.name, `${minute}/${i}`, (i % 4 < 2 ? first : second).city);
      }),
    );
    for (const answer of answers) {
      assert.equal(answer.status, 201, answer.text);
      sent.push(answer.json.id);
    }
    clock.forward(minuteMs);
  }
  isOver = true;
  sent.sort((a, b) => a - b);
  for (const seen of await Promise.all(readers)) {
    assert.deepEqual(
      seen.map((message) => message.id),
      sent,
    );
  }
});
