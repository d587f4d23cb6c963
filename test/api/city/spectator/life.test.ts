import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { tick, watch } from '../../../fixtures/city/spectator/watcher.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';

/** A city that only some tests of this file fill. */
let quiet: TestApp;

before(async () => {
  quiet = await startApp(undefined);
});
after(() => quiet.stop());

test('a reader that does not read is disconnected with a reason, and the others continue', async () => {
  const { city, database } = quiet;
  const quick = await watch(city, '?types=ship');
  const count = 2_000;
  /** A client that stops reading while everything is sent, and how its connection ended. */
  const stall = async (round: number) => {
    const slow = await watch(city, '?types=ship');
    slow.socket.pause();
    await database.sql(
      `INSERT INTO public_event (type, at, data)
       SELECT 'ship', now(), jsonb_build_object('n', n, 'text', repeat('x', 20000))
       FROM generate_series($1::int, $2::int) AS n`,
      [round * count + 1, (round + 1) * count],
    );
    const flooded = Date.now();
    await register(city);
    await quick.until(() => quick.events.length === (round + 1) * count, 'all of them');
    // Long enough to be dropped, but not so long that the connection is cut.
    await tick(7_500 - (Date.now() - flooded));
    slow.socket.resume();
    const readAll = slow.until(() => slow.events.length === count).then(() => undefined);
    return { slow, ended: await Promise.race([slow.closed, readAll.catch(() => undefined)]) };
  };
  // On a busy machine the moment between the two can be missed; then the test tries again.
  let round = 0;
  let { slow, ended } = await stall(round);
  while (ended?.code !== 1013 && ++round < 5) ({ slow, ended } = await stall(round));
  assert.equal(ended?.code, 1013);
  assert.match(ended.reason, /slow/);
  assert.deepEqual(
    quick.events.map((frame) => frame.n),
    Array.from({ length: (round + 1) * count }, (_, i) => i + 1),
  );
  assert.ok(slow.events.length < count, `${slow.events.length} events were delivered anyway`);
  // It can continue where it was dropped, without a gap.
  const last = slow.frames.at(-1);
  const again = await watch(city, `?types=ship&since=${last.id}`);
  await again.until(() => again.events.length > 0);
  assert.ok(again.frames[0].cut || again.events[0].n === last.n + 1);
});

test('stopping closes every stream with a reason, also those whose reader is gone', async (t) => {
  const app = await startApp(t);
  const [one, other, stuck] = [await watch(app.city), await watch(app.city), await watch(app.city)];
  stuck.socket.pause();
  const before = Date.now();
  await app.stop();
  assert.ok(Date.now() - before < 4_000, 'within the drain time');
  for (const watcher of [one, other]) {
    const { code, reason } = await watcher.closed;
    assert.equal(code, 1001);
    assert.match(reason, /restarting/);
  }
  stuck.socket.resume();
  await stuck.closed;
  assert.doesNotMatch(app.logged(), /"level":"?(error|50)/);
});

test('client frames are ignored; many or large ones end the connection', async () => {
  const { city } = quiet;
  const [polite, chatty, large] = [await watch(city), await watch(city), await watch(city)];
  polite.socket.send('hello?');
  polite.socket.ping();
  for (let i = 0; i < 150; i++) chatty.socket.send('x');
  large.socket.send('x'.repeat(10_000));
  assert.equal((await chatty.closed).code, 1008);
  assert.equal((await large.closed).code, 1009);
  await register(city, 'Ada');
  await polite.until((frames) => frames.some((frame) => frame.name === 'Ada'));
});

test('a reader that answers no ping is disconnected after two intervals', async (t) => {
  const { city } = await startApp(t);
  // The timers of this process are also those of other apps, so they stay real; the test only calls this one sooner.
  const { mock } = t.mock.method(globalThis, 'setInterval');
  const [alive, dead] = [await watch(city), await watch(city, '', { autoPong: false })];
  const [beat] = mock.calls.find(({ arguments: [, ms] }) => ms === 30_000)!.arguments;
  for (let i = 0; i < 3; i++) {
    beat();
    // The first round trip brings the server's ping, the second follows the answer to it.
    for (const _ of ['first', 'second']) {
      alive.socket.ping();
      await once(alive.socket, 'pong');
    }
  }
  assert.equal((await dead.closed).code, 1006);
  assert.equal(alive.socket.readyState, alive.socket.OPEN);
});
