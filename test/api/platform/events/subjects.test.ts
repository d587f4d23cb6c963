import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventBus } from '../../../../src/platform/events/bus.ts';
import { Channels } from '../../../../src/platform/events/channels.ts';
import { until } from '../../../harness/until.ts';
import { onNats, onPostgres } from './two-buses.ts';

/** Resolves once a bus has received everything that another one published before this call. */
async function settled(from: EventBus, to: EventBus): Promise<void> {
  let arrived = false;
  const end = to.subscribe('settled', () => {
    arrived = true;
  });
  from.publish('settled', null);
  await until(() => arrived);
  end();
}

for (const [name, twoBuses] of [
  ['PostgreSQL', onPostgres],
  ['NATS', onNats],
] as const) {
  test(`events on a subject reach only processes with a subscriber, by ${name}`, async (t) => {
    const { a, b } = await twoBuses(t);
    const received: unknown[] = [];
    a.publish('room:lobby', 1);
    await settled(a, b);
    assert.deepEqual([b.traffic.subject, b.traffic.channels], [0, 1]);
    b.subscribe('room:lobby', (data) => received.push(data));
    await b.whenListening('room:lobby');
    assert.equal(b.whenListening('room:lobby'), undefined);
    a.publish('room:lobby', 2);
    a.publish('room:den', 3);
    a.publish('dm:1:2', 4);
    await settled(a, b);
    assert.deepEqual(received, [2]);
    assert.deepEqual([b.traffic.subject, b.traffic.unserved, b.traffic.channels], [1, 0, 2]);
    assert.equal(a.traffic.subject, 0, 'nothing comes back to its sender');
  });

  test(`nothing published after a confirmed subscription is missed, by ${name}`, async (t) => {
    const { a, b } = await twoBuses(t);
    const received: unknown[] = [];
    const subjects = Array.from({ length: 60 }, (_, n) => `room:${name}.${n} *`);
    await Promise.all(
      subjects.map(async (subject, n) => {
        // Some together, some while a request is in flight.
        if (n % 3 === 0) await new Promise(setImmediate);
        b.subscribe(subject, (data) => received.push(data));
        await b.whenListening(subject);
        a.publish(subject, n);
      }),
    );
    await until(() => received.length >= subjects.length);
    await settled(a, b);
    assert.deepEqual(new Set(received), new Set(subjects.keys()));
    assert.equal(received.length, subjects.length);
  });

  test(`a subject is released after its last subscriber, and not between two, by ${name}`, async (t) => {
    const { a, b } = await twoBuses(t, { graceMs: 200 });
    const received: unknown[] = [];
    const join = () => b.subscribe('room:lobby', (data) => received.push(data));
    const leave = [join(), join()];
    await b.whenListening('room:lobby');
    leave[0]?.();
    leave[0]?.();
    a.publish('room:lobby', 1);
    await settled(a, b);
    assert.deepEqual(received, [1], 'one is still there');
    leave[1]?.();
    const back = join();
    assert.equal(b.whenListening('room:lobby'), undefined, 'whoever comes back finds it open');
    a.publish('room:lobby', 2);
    await settled(a, b);
    assert.deepEqual([received, b.traffic.channels], [[1, 2], 2]);
    back();
    await until(() => b.traffic.channels === 1);
    const { subject } = b.traffic;
    // The request that releases it may still be in flight; the next one comes after it.
    b.subscribe('room:other', () => {});
    await b.whenListening('room:other');
    a.publish('room:lobby', 3);
    await settled(a, b);
    assert.deepEqual([received, b.traffic.subject], [[1, 2], subject]);
    join();
    await b.whenListening('room:lobby');
    a.publish('room:lobby', 4);
    await until(() => received.length === 3);
  });

  test(`subjects are resubscribed after a lost connection, also those joined meanwhile, by ${name}`, async (t) => {
    const { a, b, cut } = await twoBuses(t);
    const received: unknown[] = [];
    let gaps = 0;
    b.onGap(() => gaps++);
    b.subscribe('room:before', (data) => received.push(data));
    await b.whenListening('room:before');
    const lost = new Promise<void>((resolve) => void b.onGap(resolve));
    await cut();
    await lost;
    b.subscribe('room:meanwhile', (data) => received.push(data));
    // A lost connection does not stop a reader from reading.
    await b.whenListening('room:meanwhile');
    await until(() => gaps >= 2);
    a.publish('room:before', 1);
    a.publish('room:meanwhile', 2);
    await until(() => received.length >= 2);
    assert.deepEqual(new Set(received), new Set([1, 2]));
  });
}

test('a server that confirms late delays nobody, and what was missed until then is a gap', async () => {
  const answer = Promise.withResolvers<void>();
  const requests: unknown[] = [];
  let missed = 0;
  const channels = new Channels({
    wire: {
      listen: async (change) => {
        requests.push(change);
        await answer.promise;
      },
    },
    onMissed: () => missed++,
    onError: (error) => assert.fail(String(error)),
  });
  channels.subscribe('one');
  const late = channels.listening('one');
  await late;
  assert.equal(missed, 0);
  channels.subscribe('two');
  channels.subscribe('three');
  answer.resolve();
  await until(() => missed === 1);
  await channels.listening('three');
  assert.deepEqual(requests, [
    { added: ['one'], removed: [] },
    { added: ['two', 'three'], removed: [] },
  ]);
  assert.equal(missed, 1);
  channels.close();
});
