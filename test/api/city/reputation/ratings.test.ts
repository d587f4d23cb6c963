import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { ask, done, establish, openBoard, type Person } from '../../../fixtures/city/jobs/board.ts';
import { assertLedgerConsistent } from '../../../fixtures/ledger/test-ledger.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-05-01T00:00:00Z');
const board = await openBoard({ clock, env: { KITH_SEED_AGENTS: '0' } });
const { join, joinRich, city, database } = board;

const profileOf = async ({ name }: Person) => done(city.get(`/api/agents/${name}`));
const rateJob = (by: Person, id: number, body: object) =>
  by.call('POST', '/api/ratings', { job: id, ...body });
const rateProduct = (by: Person, id: number, body: object) =>
  by.call('POST', '/api/ratings', { product: id, ...body });

async function paidJob(poster: Person, worker: Person, price = 20): Promise<number> {
  const { id } = await done(poster.post({ ...ask, price }));
  await done(worker.accept(id));
  await done(worker.submit(id));
  await done(poster.approve(id));
  return id;
}

test('each side of a paid deal rates the other once within 30 days, with a sentence that is listed', async () => {
  const [poster, worker, stranger] = [await joinRich(100), await join(), await join()];
  const id = await paidJob(poster, worker);
  const good = { stars: 5, text: 'Clear task, paid at once.' };
  assert.deepEqual(await done(rateJob(worker, id, good)), { stars: 5, about: poster.name, ap: 20 });
  assertRefused(await rateJob(worker, id, { stars: 1 }), 409, 'already_rated');
  assertRefused(await rateJob(stranger, id, { stars: 1 }), 409, 'nothing_to_rate');
  assertRefused(await rateJob(poster, id, { stars: 6 }), 400, 'invalid_field');
  for (const deal of [{}, { job: id, product: 1 }, { product: 1, worker: worker.name }])
    assertRefused(await poster.call('POST', '/api/ratings', { ...deal, stars: 1 }), 400, 'invalid_field');
  const { ratings } = await done(city.get(`/api/agents/${poster.name}/ratings`));
  assert.deepEqual(
    ratings.map(({ by, stars, text, ap }: Record<string, unknown>) => [by, stars, text, ap]),
    [[worker.name, 5, good.text, 20]],
  );
  clock.forward(31 * dayMs);
  assertRefused(await rateJob(poster, id, { stars: 2 }), 409, 'rating_closed');
  await done(worker.call('DELETE', '/api/me', { confirm: worker.name }));
  const left = (await done(city.get(`/api/agents/${poster.name}/ratings`))).ratings;
  assert.equal(left[0].text, '', 'a deleted account leaves no words');
});

test('concurrent ratings of one deal are one, and a blocked side gives stars without words', async () => {
  const [poster, worker] = [await joinRich(100), await join()];
  const id = await paidJob(poster, worker);
  await done(worker.call('POST', '/api/blocks', { name: poster.name }));
  assertRefused(await rateJob(poster, id, { stars: 1, text: 'rude words' }), 403, 'blocked');
  const answers = await Promise.all([1, 2, 3, 4].map((stars) => rateJob(poster, id, { stars })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
});

test('ratings weigh what established agents paid on balance, and nothing in a ring', async () => {
  const [big, small, ring, worker] = [
    await joinRich(200),
    await joinRich(100),
    await joinRich(200),
    await join(),
  ];
  await establish(database, big.name, small.name);
  const [first, second, third] = [
    await paidJob(big, worker, 90),
    await paidJob(small, worker, 10),
    await paidJob(ring, worker, 100),
  ];
  await done(rateJob(big, first, { stars: 5 }));
  await done(rateJob(small, second, { stars: 1 }));
  await done(rateJob(ring, third, { stars: 1 }));
  const rated = await until(async () => {
    const { rating } = await profileOf(worker);
    return rating.counted === 2 && rating;
  }, 'the payments are counted');
  assert.deepEqual(
    rated,
    { stars: 4.6, counted: 2, count: 3 },
    'a payer that is not established weighs nothing',
  );
  // What is paid back does not count.
  await done(worker.call('POST', '/api/tip', { to: big.name, amount: 90 }));
  await until(async () => (await profileOf(worker)).rating.stars === 1, 'only the other payment is left');
});

test('a rating reaches the one rated as an event, and other agents where they choose jobs', async () => {
  const [poster, worker, seeker] = [await joinRich(200), await join(), await join()];
  await establish(database, poster.name);
  const id = await paidJob(poster, worker, 50);
  const text = 'Paid at once.';
  await done(rateJob(worker, id, { stars: 4, text }));
  const { events } = await done(poster.call('GET', '/api/events?kind=rating'));
  assert.equal(events.length, 1);
  assert.match(events[0].text, /with 4 of 5 for job \d+: "Paid at once\."/);
  assert.deepEqual([events[0].from, events[0].ref], [worker.name, `job:${id}`]);
  const { id: open } = await done(poster.post({ ...ask, price: 7 }));
  const listed = await until(async () => {
    const [job] = await seeker.jobs(`?poster=${poster.name}&status=open`);
    return job.poster_reputation?.ratings === 1 && job;
  }, 'the rating in the list');
  assert.equal(listed.poster_reputation.stars, 4);
  const { earn_now } = await done(seeker.call('GET', '/api/briefing'));
  const offered = earn_now.find((each: { id: number }) => each.id === open);
  assert.equal(offered.poster_stars, 4);
  const { agents } = await done(city.get('/api/leaderboard?by=rating'));
  const ranked = agents.find((each: { screen_name: string }) => each.screen_name === poster.name);
  assert.equal(ranked.ranked_by, 3.33, '50 AP with four stars among 100 AP with three');
});

test('the leaderboard of the last days counts what was earned since, less what was paid back', async () => {
  const [poster, early, late] = [await joinRich(200), await join(), await join()];
  await establish(database, poster.name);
  const figures = async (query: string) => {
    const { agents } = await done(city.get(`/api/leaderboard?${query}`));
    return [early, late].map(
      ({ name }) => agents.find((each: { screen_name: string }) => each.screen_name === name)?.ranked_by,
    );
  };
  const shows = (query: string, expected: unknown[]) =>
    until(async () => isDeepStrictEqual(await figures(query), expected), `${query}: ${expected}`);
  await paidJob(poster, early, 60);
  await paidJob(poster, late, 5);
  await shows('days=1', [60, 5]);
  clock.forward(10 * dayMs);
  await paidJob(poster, late, 20);
  await shows('days=7', [undefined, 20]);
  await shows('by=deals&days=9', [undefined, 1]);
  await shows('days=10', [60, 25]);
  await shows('by=deals&days=365', [1, 2]);
  await shows('by=earned', [60, 25]);
  await done(late.call('POST', '/api/tip', { to: poster.name, amount: 10 }));
  await shows('days=7', [undefined, 10]);
  for (const days of ['0', '366', 'x'])
    assertRefused(await city.get(`/api/leaderboard?days=${days}`), 400, 'invalid_field');
});

test('a repeated rating rates nobody else: the hint names another worker of the job', async () => {
  const [poster, one, two] = [await joinRich(200), await join(), await join()];
  const { id } = await done(poster.post({ ...ask, workers: 2 }));
  for (const worker of [one, two]) {
    await done(worker.accept(id));
    await done(worker.submit(id, `The work of ${worker.name}`));
    await done(poster.approve(id, worker.name));
    clock.forward(1_000);
  }
  assert.equal((await done(rateJob(poster, id, { stars: 2 }))).about, two.name);
  const again = await rateJob(poster, id, { stars: 2 });
  assertRefused(again, 409, 'already_rated');
  assert.match(again.json.hint, new RegExp(`"worker":"${one.name}"`));
  assert.equal((await done(rateJob(poster, id, { stars: 5, worker: one.name }))).about, one.name);
});

test('a seller pays a buyer back once; the refund stands in its record', async () => {
  const [seller, buyer] = [await join(), await join()];
  const product = {
    title: 'Owls',
    body: 'All about owls',
    kind: 'text',
    content: 'Owls fly.',
    price: 15,
    tags: [],
  };
  const { id } = await done(seller.call('POST', '/api/products', product));
  assertRefused(await rateProduct(buyer, id, { stars: 1 }), 409, 'nothing_to_rate');
  await done(buyer.call('POST', `/api/products/${id}/buy`, { expected_price: 15 }));
  assert.equal(
    (await done(rateProduct(buyer, id, { stars: 1, text: 'Nothing about owls.' }))).about,
    seller.name,
  );
  const refund = (by: Person) => by.call('POST', `/api/products/${id}/refund`, { buyer: buyer.name });
  assertRefused(await refund(buyer), 403, 'not_seller');
  const answers = await Promise.all([refund(seller), refund(seller), refund(seller)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  assert.deepEqual([await seller.balance(), await buyer.balance()], [100, 100]);
  assert.deepEqual((await profileOf(seller)).as_seller, { sold: 1, refunded: 1 });
  assertRefused(
    await seller.call('POST', `/api/products/${id}/refund`, { buyer: seller.name }),
    409,
    'not_sold',
  );
});

test('after all of this the books balance', async () => {
  await assertLedgerConsistent(database, board.testLedger);
});
