import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalBus } from '../../../../src/platform/events/local-bus.ts';
import { natsAddress } from '../../../../src/platform/events/nats-address.ts';
import { openEventBus } from '../../../../src/platform/events/open.ts';
import { startNats } from '../../../counterparts/nats-server.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { until } from '../../../harness/until.ts';
import { onNats, onPostgres, unreachable } from './two-buses.ts';

for (const [name, twoBuses] of [
  ['PostgreSQL', onPostgres],
  ['NATS', onNats],
] as const) {
  test(`an event arrives at once locally, and once in the other process, by ${name}`, async (t) => {
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
    // Events arrive in order, so anything doubled or misdirected is there before the last one.
    a.publish('topic', 'end');
    await until(() => there.includes('end'));
    assert.deepEqual([here, there, other], [[...events, 'end'], [...events, 'end'], []]);
  });

  test(`a burst of 5,000 events arrives complete and in order, both ways at once, by ${name}`, async (t) => {
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

  test(`a lost connection is reported as a gap and replaced, and events sent meanwhile arrive, by ${name}`, async (t) => {
    const { a, b, cut } = await twoBuses(t);
    const received: unknown[] = [];
    let gaps = 0;
    b.subscribe('topic', (data) => received.push(data));
    b.onGap(() => gaps++);
    for (let round = 1; round <= 3; round++) {
      const before = gaps;
      await cut();
      await until(() => gaps >= before + 2);
      a.publish('topic', round);
      await until(() => received.includes(round));
    }
  });

  test(`events in flight when the sender loses its connection are sent again, by ${name}`, async (t) => {
    const { a, b, cutA } = await twoBuses(t);
    const received = new Set<unknown>();
    let gapsOfA = 0;
    b.subscribe('topic', (data) => received.add(data));
    b.onGap(() => assert.fail('the receiver lost nothing'));
    a.onGap(() => gapsOfA++);
    let sent = 0;
    for (let round = 0; round < 4; round++) {
      const cutting = cutA();
      while (gapsOfA < 2 * (round + 1)) {
        for (let i = 0; i < 20; i++) a.publish('topic', sent++);
        await sleep(5);
      }
      await cutting;
    }
    await until(() => received.size === sent);
  });

  test(`a failing listener affects neither the publisher nor the other listeners nor the process, by ${name}`, async (t) => {
    const { a, b, errors } = await twoBuses(t);
    const received: unknown[] = [];
    for (const bus of [a, b]) {
      bus.subscribe('topic', () => {
        throw new Error('broken listener');
      });
      bus.subscribe('topic', (data) => received.push(data));
    }
    a.publish('topic', 1);
    assert.deepEqual(received, [1]);
    await until(() => received.length === 2);
    assert.equal(errors.filter((error) => /broken listener/.test(String(error))).length, 2);
  });

  test(`closing sends the last events, and a closed bus is silent, by ${name}`, async (t) => {
    const { a, b, openThird } = await twoBuses(t);
    const received: unknown[] = [];
    b.subscribe('topic', (data) => received.push(data));
    a.publish('topic', 'last words');
    await a.close();
    await a.close();
    a.publish('topic', 'too late');
    await until(() => received.length > 0);
    const third = await openThird();
    third.publish('topic', 'end');
    await until(() => received.includes('end'));
    assert.deepEqual(received, ['last words', 'end']);
  });
}

test('events that NATS servers lose between them are reported as a gap, though none follows', async (t) => {
  const { a, b, nats } = await onNats(t);
  const received: unknown[] = [];
  let gaps = 0;
  b.subscribe('topic', (data) => received.push(data));
  b.onGap(() => gaps++);
  a.publish('topic', 'before');
  await until(() => received.includes('before'));
  assert.equal(gaps, 0);
  nats.isSplit = true;
  a.publish('topic', 'lost');
  await until(() => nats.lost.some((payload) => payload.includes('lost')));
  nats.isSplit = false;
  await until(() => gaps > 0);
  assert.deepEqual(received, ['before']);
});

test('a small payload limit of NATS is respected', async (t) => {
  const { a, b, errors } = await onNats(t, { maxPayload: 4_096 });
  const received: unknown[] = [];
  b.subscribe('topic', (data) => received.push(data));
  const events = Array.from({ length: 20 }, (_, i) => `${i}${'x'.repeat(900)}`);
  for (const event of [...events.slice(0, 10), 'y'.repeat(4_096), ...events.slice(10)])
    a.publish('topic', event);
  await until(() => received.length >= events.length);
  assert.deepEqual(received, events);
  assert.match(String(errors), /^Error: an event of \d+ bytes on topic is too large to send/);
  assert.equal(errors.length, 1);
});

test('a NATS without subscribe permission, or with the common subject only, stops a start', async (t) => {
  for (const mayListen of [() => false, (subject: string) => subject === 'kith.events']) {
    const { port, sockets } = await startNats(t, { mayListen });
    const open = openEventBus({ url: `nats://127.0.0.1:${port}`, connection: unreachable }, () => {});
    await assert.rejects(open, /permissions violation/i);
    await until(() => sockets.length === 0);
  }
});

test('events that a disconnected sender had to drop are reported as a gap', async (t) => {
  const { a, b, cutA } = await onNats(t);
  let [received, gaps] = [0, 0];
  b.subscribe('topic', () => received++);
  b.onGap(() => gaps++);
  const lost = new Promise<void>((resolve) => void a.onGap(resolve));
  await cutA();
  await lost;
  for (let i = 0; i < 10_001; i++) a.publish('topic', i);
  await until(() => received >= 10_000);
  assert.deepEqual([received, gaps], [10_000, 1]);
});

test('an event too large to send is dropped with a log line, and the others continue', async (t) => {
  const { a, b, errors } = await onPostgres(t);
  const received: unknown[] = [];
  b.subscribe('topic', (data) => received.push(data));
  const large = '\u{1F984}'.repeat(1_800);
  for (const data of [1, 'x'.repeat(8_000), large, 2]) a.publish('topic', data);
  await until(() => received.includes(2));
  assert.deepEqual(received, [1, large, 2]);
  assert.match(String(errors), /too large/);
});

test('the in-process bus: topics are separate, and a subscription ends once', () => {
  const bus = new LocalBus();
  const received: unknown[] = [];
  const end = bus.subscribe('a', (data) => received.push(data));
  bus.publish('a', 1);
  bus.publish('b', 2);
  end();
  end();
  bus.publish('a', 3);
  assert.deepEqual(received, [1]);
});

test('NATS URLs are parsed in every supported form', async (t) => {
  const two = natsAddress('nats://kith:p%40ss@one:4222,two.example:4333/prod');
  assert.deepEqual(two, {
    servers: ['one:4222', 'two.example:4333'],
    name: 'prod',
    user: 'kith',
    pass: 'p@ss',
  });
  assert.deepEqual(natsAddress('tls://s3cret@one'), {
    servers: ['one'],
    name: 'kith',
    tls: {},
    token: 's3cret',
  });
  for (const wrong of ['redis://one', 'nats://', 'one:4222', 'nats://one/a.b', 'nats://one:port'])
    assert.throws(() => natsAddress(wrong), /must be like nats:/, wrong);
  // It is transmitted unchanged, and two deployments on one NATS do not receive each other's events.
  const { port, greetings } = await startNats(t);
  const received: unknown[] = [];
  const open = (name: string) =>
    openEventBus({ url: `nats://kith:secret@127.0.0.1:${port}/${name}`, connection: unreachable }, (error) =>
      assert.fail(String(error)),
    );
  const [one, same, other] = await Promise.all([open('one'), open('one'), open('other')]);
  t.after(() => Promise.all([one.close(), same.close(), other.close()]));
  other.subscribe('topic', () => assert.fail('received by another deployment'));
  same.subscribe('topic', (data) => received.push(data));
  one.publish('topic', 1);
  await until(() => received.length === 1);
  assert.deepEqual([greetings[0]?.user, greetings[0]?.pass], ['kith', 'secret']);
});

test('an unreachable NATS stops a start', async () => {
  const open = openEventBus({ url: 'nats://127.0.0.1:1', connection: unreachable }, () => {});
  await assert.rejects(open, /connection refused|ECONNREFUSED/i);
});

test('a malformed notification is reported and ignored', async (t) => {
  const fresh = await freshDatabase({ empty: true });
  const { host, port, user, database } = fresh;
  const errors: unknown[] = [];
  const open = () =>
    openEventBus({ connection: { host, port, user, database } }, (error) => errors.push(error));
  const [a, b] = [await open(), await open()];
  t.after(async () => {
    await Promise.all([a.close(), b.close()]);
    await fresh.drop();
  });
  const received: unknown[] = [];
  b.subscribe('topic', (data) => received.push(data));
  const channel = 'kith_events';
  const malformed = [
    '',
    'not json',
    'null',
    '[]',
    '{}',
    '{"from":"x","events":5}',
    '{"from":"x","events":[1]}',
  ];
  for (const payload of malformed) await fresh.sql('SELECT pg_notify($1, $2)', [channel, payload]);
  await until(() => errors.length === malformed.length * 2);
  a.publish('topic', 'still here');
  await until(() => received.length === 1);
  assert.deepEqual(received, ['still here']);
});
