import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { ask, Person } from '../../../fixtures/city/jobs/board.ts';
import { buy, sell } from '../../../fixtures/city/shop/shop-calls.ts';
import { type Frame, refused, watch } from '../../../fixtures/city/spectator/watcher.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { MovableClock, minuteMs } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { unique } from '../../../harness/shared-app.ts';

const trusting = { KITH_TRUST_PROXY: '127.0.0.1' };
const ofType = (frames: Frame[], type: string) => frames.filter((frame) => frame.type === type);

/** A city that only some tests of this file fill. */
let quiet: TestApp;

before(async () => {
  quiet = await startApp(undefined, { env: trusting });
});
after(() => quiet.stop());

test('every public event is streamed, each in its own form', async () => {
  const { city } = quiet;
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const watcher = await watch(city);
  const [hello] = watcher.frames;
  assert.deepEqual(Object.keys(hello).toSorted(), ['at', 'cut', 'epoch', 'id', 'room', 'type', 'types']);
  const [ada, bob] = [await register(city, names.ada), await register(city, names.bob)];
  await city.post('/api/rooms/lobby/join', undefined, { key: ada.api_key });
  const said = await city.post(
    '/api/rooms/lobby/messages',
    { body: `hi @${names.bob}` },
    { key: ada.api_key },
  );
  const reply = { body: 'and on', reply_to: said.json.id };
  await city.post('/api/rooms/lobby/messages', reply, { key: ada.api_key });
  const tip = await city.post('/api/tip', { to: names.bob, amount: 3 }, { key: ada.api_key });
  const { json: job } = await new Person(city, ada).post(ask);
  await new Person(city, bob).accept(job.id);
  const product = await sell(city, ada, { price: 2 });
  assert.equal((await buy(city, bob, product.id)).status, 201);
  const wanted = { agent: 2, message: 2, tip: 1, job: 2, sale: 1, presence: 2, ledger: 1 };
  await watcher.until(
    (frames) => Object.entries(wanted).every(([type, count]) => ofType(frames, type).length >= count),
    'one of each',
  );
  for (const frame of watcher.frames) {
    assert.match(frame.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.match(frame.id, /^\d+$/);
  }
  const first = (type: string) => {
    const { at: _, id: __, ...rest } = ofType(watcher.frames, type)[0];
    return rest;
  };
  assert.deepEqual(first('agent'), { type: 'agent', name: names.ada, what: 'registered' });
  const { id: message_id, at: _, edited_at, deleted_at, ...message } = said.json;
  assert.deepEqual([edited_at, deleted_at], [null, null]);
  assert.deepEqual(first('message'), { type: 'message', message_id, ...message });
  const answered = ofType(watcher.frames, 'message').map((frame) => frame.reply_to);
  assert.deepEqual(answered, [null, message_id]);
  assert.deepEqual(first('tip'), {
    type: 'tip',
    from: names.ada,
    to: names.bob,
    amount: 3,
    seq: tip.json.seq,
  });
  const { kind, title, price } = ask;
  const posted = { job_id: job.id, what: 'posted', kind, title, price, status: 'open', slots_open: 1 };
  assert.deepEqual(first('job'), { type: 'job', ...posted, poster: names.ada, by: names.ada });
  assert.deepEqual(
    ofType(watcher.frames, 'job').map((frame) => [frame.what, frame.by]),
    [
      ['posted', names.ada],
      ['accepted', names.bob],
    ],
  );
  const sold = { product_id: product.id, title: product.title, kind: 'text', price: 2, seller: names.ada };
  assert.deepEqual(first('sale'), { type: 'sale', ...sold });
  assert.deepEqual(
    ofType(watcher.frames, 'presence')
      .map((frame) => frame.name)
      .toSorted(),
    [names.ada, names.bob],
  );
  // Frames that arrive while the ledger is read belong to later entries.
  const sealed = ofType(watcher.frames, 'ledger');
  const { json: ledger } = await city.get('/api/ledger?limit=200');
  for (const { seq, head } of sealed) {
    assert.equal(ledger.entries.find((entry: Frame) => entry.seq === seq)?.hash, head);
  }
});

test('presence is an event when an agent comes online, not while it stays', async (t) => {
  const clock = new MovableClock('2026-03-01T09:00:00.000Z');
  const { city } = await startApp(t, { clock });
  const watcher = await watch(city, '?types=presence');
  const ada = await register(city, 'Ada');
  const show = () => city.get('/api/me', { key: ada.api_key });
  await show();
  await watcher.until(() => watcher.events.length === 1, 'Ada');
  const named = (name: string) => watcher.events.filter((event) => event.name === name).length;
  for (const name of ['Bo', 'Cy']) {
    clock.forward(3 * minuteMs);
    await show();
    // Agents who come online together are reported together.
    const { api_key: key } = await register(city, name);
    await city.get('/api/me', { key });
    await watcher.until(() => named(name) === 1, name);
  }
  assert.equal(named('Ada'), 1);
  clock.forward(6 * minuteMs);
  await show();
  await watcher.until(() => named('Ada') === 2, 'Ada again');
});

test('types and room filter the stream; since replays missed events once, or says that it cannot', async () => {
  const { city, database } = quiet;
  const names = { ada: unique('Ada') };
  const start = (await watch(city)).frames[0].id;
  const ada = await register(city, names.ada);
  for (const room of ['lobby', 'help']) {
    await city.post(`/api/rooms/${room}/join`, undefined, { key: ada.api_key });
    await city.post(`/api/rooms/${room}/messages`, { body: `in ${room}` }, { key: ada.api_key });
  }
  const [all, messages, help, agents] = await Promise.all([
    watch(city, `?since=${start}`),
    watch(city, `?since=${start}&types=message`),
    watch(city, `?since=${start}&room=HELP`),
    watch(city, `?since=${start}&types=agent,tip`),
  ]);
  await all.until((frames) => ofType(frames, 'message').length === 2);
  await messages.until((frames) => frames.length === 3);
  await help.until((frames) => frames.length === 2);
  await agents.until((frames) => frames.length === 2);
  assert.deepEqual(
    messages.events.map((frame) => frame.room),
    ['lobby', 'help'],
  );
  assert.equal(help.events[0].body, 'in help');
  assert.equal(agents.events[0].name, names.ada);
  for (const watcher of [all, messages, help, agents]) assert.equal(watcher.frames[0].cut, false);

  const from = messages.events[0].id;
  const later = await watch(city, `?since=${from}&types=message`);
  await later.until((frames) => frames.length === 2);
  assert.equal(later.events[0].body, 'in help');

  const live = await watch(city, '?types=ship');
  await database.sql(`INSERT INTO public_event (type, at, data)
    SELECT 'ship', now(), jsonb_build_object('n', n) FROM generate_series(1, 1205) AS n`);
  await live.until((frames) => frames.at(-1)?.n === 1_205);
  const far = await watch(city, `?since=${from}&types=ship`);
  assert.equal(far.frames[0].cut, true);
  await far.until((frames) => frames.length === 1_001);
  assert.deepEqual(
    far.events.map((frame) => frame.n),
    Array.from({ length: 1_000 }, (_, i) => i + 206),
  );
  assert.equal((await watch(city, '?since=999999999999999')).frames[0].cut, true);
});

test('old events are pruned oldest first, and a reader that requests them is informed', async (t) => {
  const clock = new MovableClock('2026-03-01T09:00:00.000Z');
  const { city, database } = await startApp(t, { clock });
  const start = (await watch(city)).frames[0].id;
  await register(city, 'Ada');
  const before = await watch(city, `?since=${start}&types=agent`);
  await before.until((frames) => frames.length === 2);
  assert.equal(before.frames[0].cut, false);
  // Sealed later with its original time: it must not appear after Bob.
  const ledger = await watch(city, `?since=${start}&types=ledger`);
  await ledger.until((frames) => frames.length === 2);
  clock.forward(8 * 24 * 60 * minuteMs);
  await register(city, 'Bob');
  const { pruneEvents } = await import('../../../../src/city/spectator/event-record.ts');
  const { openDatabase } = await import('../../../../src/platform/db/database.ts');
  const { host, port, user, database: name } = database;
  const own = openDatabase(
    { host, port, user, database: name },
    { name: 'test', connections: 1, onLost() {} },
  );
  t.after(() => own.close());
  await pruneEvents(own.transaction, clock);
  const after = await watch(city, `?since=${start}&types=agent`);
  await after.until((frames) => frames.length === 2);
  assert.deepEqual([after.frames[0].cut, after.events[0].name], [true, 'Bob']);
});

test('an invalid subscription is refused as an HTTP error before the upgrade', async () => {
  const { city } = quiet;
  const names = { ada: unique('Ada'), den: unique('den') };
  const ada = await register(city, names.ada);
  await city.post('/api/rooms', { name: names.den, topic: '', private: true }, { key: ada.api_key });
  for (const [query, status, code] of [
    ['?types=nonsense', 400, 'invalid_field'],
    ['?types=message,', 400, 'invalid_field'],
    ['?since=yesterday', 400, 'invalid_field'],
    ['?since=-1', 400, 'invalid_field'],
    ['?since=9999999999999999', 400, 'invalid_field'],
    ['?room=nowhere', 404, 'not_found'],
    [`?room=${names.den}`, 404, 'not_found'],
    ['?room=%00', 400, 'invalid_field'],
    ['/deeper', 404, 'not_found'],
  ] as const) {
    assertRefused(await refused(city, query), status, code, query);
  }
  assertRefused(await city.get('/ws'), 426, 'upgrade_required');
  const { hostname, port } = new URL(city.url);
  const raw = (head: string) =>
    new Promise<string>((resolve) => {
      let got = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${head}\r\nhost: localhost\r\n\r\n`),
      );
      socket.on('data', (chunk) => {
        got += chunk;
      });
      socket.on('close', () => resolve(got));
    });
  const upgrade = 'connection: upgrade\r\nupgrade: websocket';
  const keyless = await raw(`GET /ws HTTP/1.1\r\n${upgrade}`);
  assert.match(keyless, /^HTTP\/1.1 400 /);
  assert.match(keyless, /\r\nx-error-code: invalid_field/i);
  assert.match(await raw(`GET /healthz HTTP/1.1\r\n${upgrade}`), /^HTTP\/1.1 200 /);
  const other = 'connection: upgrade, close\r\nupgrade: h2c';
  assert.match(await raw(`GET /healthz HTTP/1.1\r\n${other}`), /^HTTP\/1.1 200 /);
  assert.equal((await city.get('/healthz')).status, 200);
});

test('streams are limited per network until one closes', async () => {
  const { city } = quiet;
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const watchers = await Promise.all(Array.from({ length: 100 }, () => watch(city, '', from('203.0.113.7'))));
  assertRefused(await refused(city, '', from('203.0.113.7')), 429, 'over_limit');
  await watch(city, '', from('203.0.113.8'));
  watchers[0]!.close();
  await watchers[0]!.closed;
  await watch(city, '', from('203.0.113.7'));
});

test('frames report edits and deletions, and a tip carries its memo', async () => {
  const { city } = quiet;
  const names = { ada: unique('Ada'), bob: unique('Bob') };
  const start = (await watch(city)).frames[0].id;
  const { api_key: key } = await register(city, names.ada);
  await register(city, names.bob);
  await city.post('/api/rooms/lobby/join', undefined, { key });
  const [edited, deleted] = [
    (await city.post('/api/rooms/lobby/messages', { body: 'one' }, { key })).json,
    (await city.post('/api/rooms/lobby/messages', { body: 'two' }, { key })).json,
  ];
  await city.patch(`/api/rooms/lobby/messages/${edited.id}`, { body: 'won' }, { key });
  await city.call('DELETE', `/api/rooms/lobby/messages/${deleted.id}`, { key });
  await city.post('/api/tip', { to: names.bob, amount: 1, memo: 'for the parser' }, { key });
  const late = await watch(city, `?since=${start}&types=message,tip`);
  await late.until((frames) => ofType(frames, 'message').length === 2 && ofType(frames, 'tip').length === 1);
  assert.deepEqual(
    ofType(late.frames, 'message').map((frame) => [
      frame.body,
      typeof frame.edited_at,
      typeof frame.deleted_at,
    ]),
    [
      ['won', 'string', 'undefined'],
      ['', 'undefined', 'string'],
    ],
  );
  assert.equal(ofType(late.frames, 'tip')[0].memo, 'for the parser');
});
