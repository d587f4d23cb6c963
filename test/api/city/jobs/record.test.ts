import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, offer, openBoard, type Person } from '../../../fixtures/city/jobs/board.ts';
import { register } from '../../../harness/client.ts';
import { dayMs, hourMs, MovableClock, minuteMs } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-03-01T08:00:00Z');
const { city, database, join, joinRich } = await openBoard({ clock });

async function submitted(poster: Person, worker: Person, fields: object = {}): Promise<number> {
  const { id } = await done(poster.post({ ...ask, price: 1, ...fields }));
  await done(worker.accept(id));
  await done(worker.submit(id));
  return id;
}

test('a poster’s record has jobs posted, approved and denied, and the median time to decide', async () => {
  const [poster, worker, reader] = [await join(), await join(), await join()];
  const known = async (id: number) => {
    const shown = [await reader.job(id), (await reader.jobs(`?poster=${poster.name}`)).at(-1)];
    const record = shown[0].poster_reputation;
    const isJudged = record.approved + record.denied > 0;
    assert.deepEqual(
      shown[1].poster_reputation,
      isJudged ? record : undefined,
      'a list has the field once it is set',
    );
    return record;
  };
  const first = await submitted(poster, worker, { workers: 3 });
  assert.deepEqual(await known(first), {
    jobs_posted: 1,
    approved: 0,
    denied: 0,
    cancelled: 0,
    median_decision_hours: null,
    stars: null,
    ratings: 0,
  });
  clock.forward(2 * hourMs);
  await done(poster.deny(first, worker.name));
  assert.deepEqual(await known(first), {
    jobs_posted: 1,
    approved: 0,
    denied: 1,
    cancelled: 0,
    median_decision_hours: 2,
    stars: null,
    ratings: 0,
  });
  const other = await join();
  await done(other.accept(first));
  await done(other.submit(first));
  clock.forward(8 * hourMs);
  await done(poster.approve(first));
  assert.equal((await known(first)).median_decision_hours, 5);
  const second = await submitted(poster, worker);
  clock.forward(30 * minuteMs);
  await done(poster.approve(second));
  assert.deepEqual(await known(first), {
    jobs_posted: 2,
    approved: 2,
    denied: 1,
    cancelled: 0,
    median_decision_hours: 2,
    stars: null,
    ratings: 0,
  });

  // A worker who withdraws the proof after a long time does not affect the poster's record.
  const third = await submitted(poster, worker);
  clock.forward(100 * hourMs);
  await done(worker.cancel(third));
  clock.forward(hourMs);
  await done(worker.accept(third));
  await done(worker.submit(third));
  clock.forward(2 * hourMs);
  await done(poster.deny(third, worker.name));
  assert.deepEqual(await known(first), {
    jobs_posted: 3,
    approved: 2,
    denied: 2,
    cancelled: 0,
    median_decision_hours: 2,
    stars: null,
    ratings: 0,
  });
});

test('for an offer, the payer is the one who decides', async () => {
  const [seller, buyer] = [await join(), await join()];
  const { id } = await done(seller.post(offer));
  await done(buyer.accept(id));
  await done(seller.submit(id));
  clock.forward(hourMs);
  await done(buyer.approve(id));
  const own = await done(buyer.post({ ...ask, price: 1 }));
  assert.deepEqual((await seller.job(own.id)).poster_reputation, {
    jobs_posted: 1,
    approved: 1,
    denied: 0,
    cancelled: 0,
    median_decision_hours: 1,
    stars: null,
    ratings: 0,
  });
  assert.deepEqual((await seller.job(id)).poster_reputation, {
    jobs_posted: 1,
    approved: 0,
    denied: 0,
    cancelled: 0,
    median_decision_hours: null,
    stars: null,
    ratings: 0,
  });
  const completed = async () => (await city.get(`/api/agents/${seller.name}`)).json.gigs_completed;
  await until(async () => (await completed()) === 1, 'the completed gig');
});

test('rates come from the board once five payers had work of an effort done; each payer counts once', async () => {
  const worker = await join();
  const rate = async (effort: string) =>
    (await done(city.get('/api/rates'))).rates.find((each: { effort: string }) => each.effort === effort);
  const before = await rate('week');
  assert.deepEqual([before.sample, before.low > 0, before.typical > before.low], [0, true, true]);
  const prices = [10, 20, 30, 40, 90];
  for (const [i, price] of prices.entries()) {
    assert.deepEqual(await rate('week'), before, `after ${i} payers`);
    const payer = await joinRich(1_000);
    for (const each of [price, price]) {
      const id = await submitted(payer, worker, { price: each, effort: 'week' });
      await done(payer.approve(id));
      if (i === 0) await done(payer.close(id));
    }
  }
  await until(async () => (await rate('week')).sample === 5, 'five payers');
  assert.deepEqual(await rate('week'), { effort: 'week', low: 10, typical: 30, high: 40, sample: 5 });
  const card = await done(city.get('/api/rates'));
  assert.equal(card.currency, 'AP');
  assert.deepEqual(
    card.rates.map((each: { effort: string }) => each.effort),
    ['quick', 'hours', 'days', 'week'],
  );
  assert.equal(card.spend['pin-post'], 20);
});

test('an agent sees which client sent each of its proofs', async () => {
  const [poster, worker] = [await join(), await join()];
  const { id } = await done(poster.post({ ...ask, price: 1 }));
  await done(worker.accept(id));
  const headers = {
    'user-agent': 'worker-bot/2.1',
    'cf-ray': '8f00ba-AMS',
    'x-forwarded-for': '198.51.100.7',
  };
  await done(worker.call('POST', `/api/exchange/${id}/submit`, { proof: 'done' }, headers));
  const bare = await submitted(poster, worker);
  const me = await done(worker.call('GET', '/api/me'));
  const { submits, next } = await done(worker.call('GET', '/api/me/submits'));
  assert.equal(next, null);
  assert.deepEqual(
    submits.map((each: { job: number }) => each.job),
    [bare, id],
  );
  const { id: _, at, ...kept } = submits[1];
  assert.deepEqual(kept, {
    job: id,
    proof: 'done',
    key_fingerprint: me.key_fingerprint,
    user_agent: 'worker-bot/2.1',
    network: '198.51.100.7',
    cf_ray: '8f00ba-AMS',
  });
  assert.equal(at, clock.now().toISOString());
  assert.deepEqual([submits[0].cf_ray, submits[0].network], [null, '127.0.0.1']);
  assert.deepEqual((await done(poster.call('GET', '/api/me/submits'))).submits, []);
  const page = await done(worker.call('GET', '/api/me/submits?limit=1'));
  const rest = await done(worker.call('GET', `/api/me/submits${page.next}`));
  assert.deepEqual([...page.submits, ...rest.submits], submits);
  assertRefused(await city.get('/api/me/submits'), 401, 'no_key');
});

test('a newcomer is shown work it can take with the printed command', async () => {
  await database.sql(`UPDATE job SET status = 'closed', closed_at = now() WHERE status = 'open'`);
  const [poster, rich] = [await join(), await joinRich(100)];
  const open = await done(poster.post({ ...ask, title: 'Open to all' }));
  await done(poster.post({ ...ask, title: 'Reserved', assign: [rich.name] }));
  await done(poster.post({ ...ask, title: 'Locked', depends_on: open.id }));
  await done(poster.post(offer));
  await done(rich.call('POST', '/api/rooms', { name: 'inner', topic: 'x', private: true }));
  await done(rich.post({ ...ask, title: 'Private', room: 'inner' }));
  const closed = await done(rich.post(ask));
  await done(rich.close(closed.id));
  const fresh = await city.post('/api/register', { screen_name: 'fresh_one' });
  const [job, ...more] = fresh.json.earn_now;
  assert.deepEqual([job.id, job.pays, more], [open.id, 20, []]);
  assert.match(job.take_it, new RegExp(`^curl .*/api/exchange/${open.id}/accept`));
  for (let i = 0; i < 3; i++) await done(rich.post({ ...ask, price: 1 }));
  const later = await register(city, 'later_one');
  assert.equal((later as unknown as { earn_now: unknown[] }).earn_now.length, 3);
});

test('a pinned job comes first while it is paid for', async () => {
  const [poster, fan] = [await join(), await join()];
  const old = await done(poster.post({ ...ask, price: 1, title: 'Pinned' }));
  const other = await done(poster.post({ ...offer, price: 1 }));
  const newJob = await done(poster.post({ ...ask, price: 1 }));
  assert.equal((await fan.jobs('?limit=1'))[0].id, newJob.id);
  const bought = await done(fan.call('POST', '/api/spend/pin-post', { id: old.id }));
  assert.deepEqual([bought.bought, bought.price, bought.balance], ['pin-post', 20, 80]);
  const until = clock.now().getTime() + dayMs;
  assert.equal(bought.until_at, new Date(until).toISOString());
  const [first, second] = await fan.jobs();
  assert.deepEqual([first.id, second.id, first.pinned_until], [old.id, newJob.id, bought.until_at]);
  assert.equal((await fan.jobs('?status=open&kind=ask'))[0].id, old.id);
  assert.equal((await fan.jobs('?kind=offer'))[0].id, other.id);
  assert.equal((await fan.jobs()).filter((job) => job.id === old.id).length, 1);
  // `limit` bounds a response including pinned jobs, and the pages together contain every job once.
  const ids = [];
  for (let query: string | null = '?limit=1'; query !== null; ) {
    const page: { jobs: { id: number }[]; next: string | null } = await done(
      fan.call('GET', `/api/exchange${query}`),
    );
    assert.ok(page.jobs.length <= 1, `${page.jobs.length} jobs, but the limit is one`);
    ids.push(...page.jobs.map((job) => job.id));
    query = page.next;
  }
  const all = (await fan.jobs('?limit=200')).map((job) => job.id);
  assert.deepEqual(ids, all);
  assert.equal(new Set(all).size, all.length);
  clock.forward(dayMs - 1);
  assert.equal((await fan.jobs())[0].id, old.id);
  clock.forward(1);
  const [now, , then] = await fan.jobs();
  assert.deepEqual([now.id, then.id, then.pinned_until], [newJob.id, old.id, null]);
  assertRefused(await fan.call('POST', '/api/spend/pin-post', { id: 9_000_000 }), 404, 'not_found');
});
