import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { presenceRepairs } from '../../../src/city/presence/presence.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { platformRepairs } from '../../../src/platform/uptime/clock-repair.ts';
import { Uptime } from '../../../src/platform/uptime/uptime.ts';
import { ask, done, makeEvaluator, Person } from '../../fixtures/city/jobs/board.ts';
import { grant, openTestLedger } from '../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { dayMs, hourMs, MovableClock, minuteMs } from '../../harness/clock.ts';
import { freshDatabase } from '../../harness/database.ts';
import { until } from '../../harness/until.ts';

const inDays = (clock: MovableClock, days: number) =>
  new Date(clock.now().getTime() + days * dayMs).toISOString();

test('ten days of downtime: no deadline, streak or paid time is lost', async (t) => {
  const clock = new MovableClock('2026-05-01T09:00:00.000Z');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const first = await startApp(t, { clock, database });
  const [payer, worker] = [await register(first.city, 'Payer'), await register(first.city, 'Worker')];
  const testLedger = openTestLedger(t, database, { clock });
  await testLedger.move(grant('agent:Payer', 50_000));
  let { city } = first;
  const [asPayer, asWorker] = [payer, worker].map((agent) => new Person(() => city, agent));
  const ping = async () => (await done(asWorker!.call('GET', '/api/ping'))).streak;
  const paid = await done(asPayer!.post(ask));
  await done(asWorker!.accept(paid.id));
  await done(asWorker!.submit(paid.id));
  const subscribed = await done(asPayer!.call('POST', '/api/residency/subscribe', { ap: 5_000 }));
  await ping();
  clock.forward(dayMs);
  assert.equal((await ping()).days, 2);
  const open = await done(asPayer!.post(ask));
  const pinned = await done(asPayer!.call('POST', '/api/spend/pin-post', { id: open.id }));
  await first.stop();
  clock.forward(10 * dayMs);

  const second = await startApp(t, { clock, database });
  city = second.city;
  const claimOf = async (person: Person | undefined, id: number) => (await person!.claims(id))[0];
  assert.equal((await claimOf(asWorker, paid.id)).approved_by_silence_at, inDays(clock, 1));
  assert.equal((await ping()).days, 3);
  const profile = (await city.get('/api/agents/Payer')).json;
  assert.equal(profile.resident, true);
  const [residency] = await database.sql('SELECT until_at FROM residency');
  assert.equal(residency.until_at.getTime(), Date.parse(subscribed.resident_until_at) + 10 * dayMs);
  const [placement] = await database.sql('SELECT until_at FROM placement');
  assert.equal(placement.until_at.getTime(), Date.parse(pinned.until_at) + 10 * dayMs);
  clock.forward(dayMs);
  await until(async () => (await claimOf(asWorker, paid.id)).status === 'approved', 'paid by silence');
});

test('deadlines and disputes that ended during downtime get a whole day', async (t) => {
  const clock = new MovableClock('2026-05-01T09:00:00.000Z');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const first = await startApp(t, { clock, database });
  let { city } = first;
  const people = await Promise.all(['Payer', 'Worker', 'Judge'].map((name) => register(first.city, name)));
  const [payer, worker, judge] = people.map((agent) => new Person(() => city, agent));
  const unfinished = await done(payer!.post(ask));
  await done(worker!.accept(unfinished.id));
  await makeEvaluator(database, judge!);
  const disputed = await done(payer!.post({ ...ask, evaluator: 'Judge' }));
  await done(worker!.accept(disputed.id));
  await done(worker!.submit(disputed.id));
  await done(payer!.deny(disputed.id, 'Worker'));
  await first.stop();
  clock.forward(2 * dayMs);
  const second = await startApp(t, { clock, database });
  city = second.city;
  const [claim] = await worker!.claims(unfinished.id);
  assert.deepEqual([claim.status, claim.due_at], ['accepted', inDays(clock, 1)]);
  await done(worker!.submit(unfinished.id));
  await done(worker!.dispute(disputed.id));
  assert.match(second.logged(), /the service was down/);
});

test('an open dispute survives an outage: the evaluator gets a whole day, then the default decision applies', async (t) => {
  const clock = new MovableClock('2026-05-01T09:00:00.000Z');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const first = await startApp(t, { clock, database });
  let { city } = first;
  const people = await Promise.all(['Payer', 'Worker', 'Judge'].map((name) => register(first.city, name)));
  const [payer, worker, judge] = people.map((agent) => new Person(() => city, agent));
  await makeEvaluator(database, judge!);
  const dispute = async (): Promise<number> => {
    const { id } = await done(payer!.post({ ...ask, evaluator: 'Judge' }));
    await done(worker!.accept(id));
    await done(worker!.submit(id));
    await done(payer!.deny(id, 'Worker'));
    await done(worker!.dispute(id));
    return id;
  };
  const [decided, undecided] = [await dispute(), await dispute()];
  await first.stop();
  clock.forward(10 * dayMs);
  const second = await startApp(t, { clock, database });
  city = second.city;
  const claimOf = async (id: number) => (await worker!.claims(id))[0];
  for (const id of [decided, undecided]) {
    const { dispute_until_at, disputed_at, decision } = await claimOf(id);
    assert.deepEqual([dispute_until_at, decision], [inDays(clock, 1), null]);
    assert.ok(disputed_at);
  }
  const { events } = (await judge!.call('GET', '/api/events?kind=job.disputed')).json;
  assert.equal(events.length, 4, 'each dispute with its new date');
  for (const { text } of events) assert.ok(text.endsWith(` Decide by ${inDays(clock, 1)}.`), text);
  assert.match(events[0].text, /^Worker disputes a denial on job \d+, and you decide: "it is all there"/);
  assert.match(events[2].text, /^The service was down/);
  clock.forward(dayMs - minuteMs);
  await done(judge!.decide(decided, 'Worker', true));
  assert.equal((await claimOf(decided)).status, 'approved');
  assert.notEqual((await claimOf(undecided)).dispute_until_at, null, 'open to the last minute');
  clock.forward(2 * minuteMs);
  await until(async () => (await claimOf(undecided)).status === 'approved', 'the worker was paid');
});

test('sponsored rooms and finished videos get the downtime back', async (t) => {
  const clock = new MovableClock('2026-05-01T09:00:00.000Z');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const first = await startApp(t, { clock, database });
  const ends = new Date(clock.now().getTime() + 2 * dayMs);
  await database.sql(
    `INSERT INTO video_job (id, owner, topic, voice, paid_by, status, stage, progress, token, created_at,
       finished_at, expires_at) VALUES ('vid_1', 'x', 'Lamps', 'none', 'free', 'done', 'publish', 1, 't', $1, $1, $2)`,
    [clock.now(), ends],
  );
  const ada = await register(first.city, 'Ada');
  await database.sql(
    `INSERT INTO room_sponsor (room, agent_id, note, from_at, until_at, transaction)
     SELECT 'lobby', id, 'hello', $1, $2, 'x' FROM agent WHERE screen_name = $3`,
    [clock.now(), ends, ada.screen_name],
  );
  await first.stop();
  clock.forward(10 * dayMs);
  await startApp(t, { clock, database });
  const later = new Date(ends.getTime() + 10 * dayMs);
  const [video] = await database.sql('SELECT expires_at, removed_at FROM video_job');
  assert.deepEqual([video.expires_at, video.removed_at], [later, null]);
  const [sponsor] = await database.sql('SELECT until_at FROM room_sponsor');
  assert.deepEqual(sponsor.until_at, later);
});

test('a restart of some minutes moves nothing', async (t) => {
  const clock = new MovableClock('2026-05-01T09:00:00.000Z');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const first = await startApp(t, { clock, database });
  let { city } = first;
  const people = await Promise.all(['Payer', 'Worker'].map((name) => register(first.city, name)));
  const [payer, worker] = people.map((agent) => new Person(() => city, agent));
  const job = await done(payer!.post(ask));
  const before = await done(worker!.accept(job.id));
  await first.stop();
  clock.forward(10 * minuteMs);
  const second = await startApp(t, { clock, database });
  city = second.city;
  assert.equal((await worker!.claims(job.id))[0].due_at, before.claim?.due_at ?? before.due_at);
  assert.deepEqual(await database.sql('SELECT * FROM outage'), []);
});

test('a clock that was ahead and is corrected is repaired at the next start', async (t) => {
  const clock = new MovableClock('2026-05-01T09:00:00.000Z');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const first = await startApp(t, { clock, database });
  let { city } = first;
  const ada = await register(city, 'Ada');
  const ping = async () =>
    (await done(city.get('/api/ping', { key: ada.api_key }))).streak as { days: number; today: number };
  assert.equal((await ping()).days, 1);
  const ahead = 30 * dayMs;
  clock.forward(ahead);
  assert.equal((await ping()).days, 1);
  await city.get('/api/stats');
  const young = await register(city, 'Young');
  await database.sql(
    `INSERT INTO watch (id, owner, kind, target, secret, status, baseline, current, noise, checks,
      last_checked_at, next_check_at, created_at)
    VALUES ('w1', 'x', 'page', 'https://a.example/', '', 'active', '{}', '{}', '[]', 1, $1, $1, $1)`,
    [clock.now()],
  );
  await database.sql(
    `INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at) VALUES ('check watches', 'w1', $1, $1, 'null', $2)`,
    [new Date(clock.now().getTime() + hourMs), new Date(clock.now().getTime() - ahead)],
  );
  await first.stop();
  clock.forward(-ahead + hourMs);

  const second = await startApp(t, { clock, database, env: { KITH_ROLES: 'city,utility' } });
  city = second.city;
  assert.match(second.logged(), /a clock was ahead/);
  assert.match(second.logged(), /timestamps in the future were corrected/);
  const future = async (table: string, column: string) =>
    Number(
      (await database.sql(`SELECT count(*) AS n FROM ${table} WHERE ${column} > $1`, [clock.now()]))[0].n,
    );
  assert.equal(await future('presence', 'seen_at'), 0);
  assert.equal(await future('city_totals', 'made_at'), 0);
  assert.equal(await future('watch', 'last_checked_at'), 0);
  assert.equal(await future('agent', 'created_at'), 0);
  const [task] = await database.sql(`SELECT due_at FROM task WHERE kind = 'check watches'`);
  assert.equal(task.due_at.getTime(), clock.now().getTime());
  assert.equal((await city.get(`/api/agents/${young.screen_name}`)).status, 200);
  // Today was paid before the clock went wrong; tomorrow pays again, and the day of the wrong clock only once.
  clock.forward(dayMs);
  const tomorrow = await ping();
  assert.ok(tomorrow.today > 0);
  assert.equal(tomorrow.days, 2);
  clock.forward(29 * dayMs);
  assert.equal((await ping()).today, 0);
});

test('times in the future are corrected every hour while the service runs, with a warning', async (t) => {
  const clock = new MovableClock('2026-05-01T09:00:00.000Z');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const app = await startApp(t, { clock, database });
  const ada = await register(app.city, 'Ada');
  await app.stop();
  const { transaction, close } = openDatabase(database, { name: 'uptime', connections: 2, onLost: () => {} });
  t.after(close);
  const destination = new PassThrough();
  const log = createLog({ level: 'warn', destination });
  const repairs = [...platformRepairs, ...presenceRepairs];
  const uptime = new Uptime({ transaction, clock, log, afterOutage: [], repairs });
  await uptime.check({ first: true });
  // Another machine, whose clock is a month ahead, writes between two heartbeats.
  const ahead = new Date(clock.now().getTime() + 30 * dayMs);
  await database.sql(
    `INSERT INTO presence (agent_id, seen_at) SELECT id, $1 FROM agent WHERE screen_name = $2
     ON CONFLICT (agent_id) DO UPDATE SET seen_at = excluded.seen_at`,
    [ahead, ada.screen_name],
  );
  await database.sql(
    `INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at) VALUES ('a', 'b', $1, $1, 'null', $2)`,
    [new Date(ahead.getTime() + hourMs), ahead],
  );
  const future = async () =>
    (await database.sql('SELECT seen_at FROM presence WHERE seen_at > $1', [clock.now()])).length;
  const monotonic = performance.now();
  const { mock } = t.mock.method(performance, 'now', () => monotonic + hourMs - minuteMs);
  clock.forward(hourMs - minuteMs);
  await uptime.check({ first: false });
  assert.equal(await future(), 1, 'not before an hour has passed');
  mock.mockImplementation(() => monotonic + hourMs + minuteMs);
  clock.forward(2 * minuteMs);
  await uptime.check({ first: false });
  mock.restore();
  assert.equal(await future(), 0);
  const [task] = await database.sql(`SELECT due_at FROM task WHERE kind = 'a'`);
  assert.equal(task.due_at.getTime(), clock.now().getTime() + hourMs);
  const warned = String(destination.read()).match(
    /"what":"(?:tasks|presence)[^}]*timestamps in the future were corrected/g,
  );
  assert.equal(warned?.length, 2);
});
