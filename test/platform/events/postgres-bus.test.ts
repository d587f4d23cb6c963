import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalBus } from '../../../src/platform/events/local-bus.ts';
import { PostgresBus } from '../../../src/platform/events/postgres-bus.ts';
import { freshDatabase } from '../../harness/database.ts';

const listening =
  "FROM pg_stat_activity WHERE application_name = 'kith events' AND datname = current_database()";

/** Two processes' buses on one database, and what went wrong on them. */
async function twoBuses(t: TestContext) {
  const fresh = await freshDatabase({ empty: true });
  const { host, port, user, database } = fresh;
  const errors: unknown[] = [];
  const open = () => PostgresBus.open({ host, port, user, database }, (error) => errors.push(error));
  const b = await open();
  const [{ pid: pidOfB }] = await fresh.sql(`SELECT pid ${listening}`);
  const a = await open();
  t.after(async () => {
    await Promise.all([a.close(), b.close()]);
    await fresh.drop();
  });
  const cut = () => fresh.sql(`SELECT pg_terminate_backend(pid) ${listening}`);
  const cutA = () => fresh.sql(`SELECT pg_terminate_backend(pid) ${listening} AND pid <> $1`, [pidOfB]);
  return { a, b, errors, cut, cutA };
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited++) {
    assert.ok(waited < 2_000, `waited in vain: ${condition}`);
    await sleep(5);
  }
}

test('an event is heard at once here, and once in the other process', async (t) => {
  const { a, b } = await twoBuses(t);
  const [here, there, other]: [unknown[], unknown[], unknown[]] = [[], [], []];
  a.subscribe('topic', (data) => here.push(data));
  b.subscribe('topic', (data) => there.push(data));
  b.subscribe('else', (data) => other.push(data));
  const end = b.subscribe('topic', (data) => other.push(data));
  end();
  const events = [1, 'two', null, { three: [3] }, "quo'te \u{1F984} \\ \n", true];
  for (const [i, event] of events.entries()) {
    a.publish('topic', event);
    assert.equal(here.length, i + 1);
  }
  await until(() => there.length >= events.length);
  await sleep(50);
  assert.deepEqual([here, there, other], [events, events, []]);
});

test('a burst of 5,000 arrives whole and in order, both ways at once', async (t) => {
  const { a, b, errors } = await twoBuses(t);
  const [atA, atB]: [number[], number[]] = [[], []];
  a.subscribe('from b', (data) => atA.push(data as number));
  b.subscribe('from a', (data) => atB.push(data as number));
  for (let i = 0; i < 5_000; i++) {
    a.publish('from a', i);
    b.publish('from b', i);
  }
  await until(() => atA.length >= 5_000 && atB.length >= 5_000);
  const expected = Array.from({ length: 5_000 }, (_, i) => i);
  assert.deepEqual([atA, atB, errors], [expected, expected, []]);
});

test('an event too large to tell is dropped with a word, the others go on', async (t) => {
  const { a, b, errors } = await twoBuses(t);
  const heard: unknown[] = [];
  b.subscribe('topic', (data) => heard.push(data));
  const large = '\u{1F984}'.repeat(1_800);
  for (const data of [1, 'x'.repeat(8_000), large, 2]) a.publish('topic', data);
  await until(() => heard.includes(2));
  assert.deepEqual(heard, [1, large, 2]);
  assert.match(String(errors), /too large/);
});

test('a lost connection is told as a gap, is mended, and what was said meanwhile arrives', async (t) => {
  const { a, b, cut } = await twoBuses(t);
  const heard: unknown[] = [];
  let gaps = 0;
  b.subscribe('topic', (data) => heard.push(data));
  b.onGap(() => gaps++);
  for (let round = 1; round <= 3; round++) {
    const before = gaps;
    await cut();
    await until(() => gaps >= before + 2);
    a.publish('topic', round);
    await until(() => heard.includes(round));
  }
});

test('what is on its way when the sender loses its connection is said again', async (t) => {
  const { a, b, cutA } = await twoBuses(t);
  const heard = new Set<unknown>();
  let gapsOfA = 0;
  b.subscribe('topic', (data) => heard.add(data));
  b.onGap(() => assert.fail('the receiver lost nothing'));
  a.onGap(() => gapsOfA++);
  let sent = 0;
  for (let round = 0; round < 4; round++) {
    const cutting = cutA();
    while (gapsOfA < 2 * (round + 1)) {
      for (let i = 0; i < 20; i++) a.publish('topic', sent++);
      await sleep(1);
    }
    await cutting;
  }
  await until(() => heard.size === sent);
});

test('a listener that fails disturbs neither the publisher nor the other listeners nor the process', async (t) => {
  const { a, b, errors } = await twoBuses(t);
  const heard: unknown[] = [];
  for (const bus of [a, b]) {
    bus.subscribe('topic', () => {
      throw new Error('broken listener');
    });
    bus.subscribe('topic', (data) => heard.push(data));
  }
  a.publish('topic', 1);
  assert.deepEqual(heard, [1]);
  await until(() => heard.length === 2);
  assert.equal(errors.filter((error) => /broken listener/.test(String(error))).length, 2);
});

test('closing sends what was said last, and a closed bus is quiet', async (t) => {
  const { a, b } = await twoBuses(t);
  const heard: unknown[] = [];
  b.subscribe('topic', (data) => heard.push(data));
  a.publish('topic', 'last words');
  await a.close();
  await a.close();
  a.publish('topic', 'too late');
  await until(() => heard.length > 0);
  await sleep(30);
  assert.deepEqual(heard, ['last words']);
});

test('the bus of one process: topics apart, a subscription ends once', () => {
  const bus = new LocalBus();
  const heard: unknown[] = [];
  const end = bus.subscribe('a', (data) => heard.push(data));
  bus.publish('a', 1);
  bus.publish('b', 2);
  end();
  end();
  bus.publish('a', 3);
  assert.deepEqual(heard, [1]);
});
