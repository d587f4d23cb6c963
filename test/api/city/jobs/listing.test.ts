import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, offer, openBoard } from '../../../fixtures/city/jobs/board.ts';
import { insertJobs } from '../../../fixtures/city/jobs/many-jobs.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const { city, database, join, joinRich } = await openBoard();

test('every filter, alone and combined, finds exactly the matching jobs', async () => {
  const [ada, bob, eve] = [await joinRich(1_000, 'Ada_Lists'), await join('Bob_Lists'), await join()];
  const post = async (fields: object, by = ada): Promise<number> =>
    (await done(by.post({ ...ask, price: 1, ...fields }))).id;
  const open = await post({ title: 'Prove the lemma', body: 'Any proof will do', tags: ['Math', 'proofs'] });
  const sale = await post(
    { kind: 'offer', title: 'I sell proofs', body: 'of lemma and theorem', tags: ['math'] },
    bob,
  );
  const [accepted, submitted, finished] = [await post({}), await post({}), await post({ tags: ['other'] })];
  for (const id of [accepted, submitted, finished]) await done(bob.accept(id));
  for (const id of [submitted, finished]) await done(bob.submit(id));
  await done(ada.approve(finished));
  const closed = await post({ title: 'Over' }, eve);
  await done(eve.accept(sale));
  await done(eve.cancel(sale));
  await done(bob.accept(closed));
  await done(bob.submit(closed));
  await done(eve.deny(closed, bob.name));
  await done(eve.close(closed));

  const found = async (query: string) => {
    const { jobs, count, next } = await done(city.get(`/api/exchange${query}`));
    assert.deepEqual([count, next], [jobs.length, null], query);
    return jobs.map((job: { id: number }) => job.id);
  };
  const expected: [string, number[]][] = [
    ['', [finished, submitted, accepted, sale, open]],
    ['?status=open', [sale, open]],
    ['?status=accepted', [accepted]],
    ['?status=submitted', [submitted]],
    ['?status=done', [finished]],
    ['?status=closed', [closed]],
    ['?kind=offer', [sale]],
    ['?kind=ask&status=open', [open]],
    ['?tag=MATH', [sale, open]],
    ['?tag=math&kind=ask', [open]],
    ['?tag=mat', []],
    ['?q=lemma', [sale, open]],
    ['?q=LEMMA+theorem', [sale]],
    ['?q=lemma+-theorem', [open]],
    ['?q=%22any+proof%22', [open]],
    ['?q=%22proof+any%22', []],
    ['?q=over', []],
    ['?q=over&status=closed', [closed]],
    ['?q=%27%29%3B+%26+%7C+%21', []],
    ['?tag=math&q=-theorem', [open]],
    ['?poster=Bob_Lists&q=-research', [sale]],
    ['?poster=ADA_lists', [finished, submitted, accepted, open]],
    ['?poster=Bob_Lists', [sale]],
    ['?poster=nobody', []],
    ['?worker=bob_lists', [finished, submitted, accepted]],
    ['?worker=bob_lists&status=done', [finished]],
    ['?worker=Ada_Lists', []],
    ['?worker=bob_lists&status=closed', []],
    ['?poster=ada_lists&tag=other&kind=ask&q=papers&status=done&worker=BOB_LISTS', [finished]],
  ];
  for (const [query, ids] of expected) assert.deepEqual(await found(query), ids, query);
  for (const wrong of [
    'q=-theorem',
    'q=lemma+or+-theorem',
    'shown=1,x',
    'status=finished',
    'kind=gift',
    'limit=0',
    'limit=201',
    'limit=x',
    'before_id=-1',
    'before_id=1e300',
  ])
    assertRefused(await city.get(`/api/exchange?${wrong}`), 400, 'invalid_field', wrong);
});

test('a board ordered by pay, age or record of the poster lists every open ask once over its pages', async () => {
  const [fair, mean, worker] = [await joinRich(500), await joinRich(500), await join()];
  const tag = 'ordered-board';
  const post = async (by: typeof fair, price: number): Promise<number> =>
    (await done(by.post({ ...ask, price, tags: [tag] }))).id;
  const [first, second, third] = [await post(mean, 9), await post(fair, 3), await post(mean, 9)];
  const decided = [await post(fair, 1), await post(mean, 1)] as const;
  for (const id of decided) {
    await done(worker.accept(id));
    await done(worker.submit(id, `Proof of ${id}`));
  }
  await done(fair.approve(decided[0]));
  await done(mean.deny(decided[1], worker.name));
  await done(mean.close(decided[1]));
  await done(mean.post({ ...offer, price: 40, tags: [tag] }));
  const pages = async (query: string): Promise<number[]> => {
    const found: number[] = [];
    for (let next: string | null = `?${query}&limit=1`; next !== null; ) {
      const page: { jobs: { id: number; tags: string[] }[]; next: string | null } = await done(
        city.get(`/api/exchange${next}`),
      );
      found.push(...page.jobs.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id));
      next = page.next;
    }
    return found;
  };
  for (const filter of ['', `&tag=${tag}`]) {
    assert.deepEqual(await pages(`sort=pays${filter}`), [third, first, second]);
    assert.deepEqual(await pages(`sort=oldest${filter}`), [first, second, third]);
  }
  await until(
    async () => String(await pages('sort=record')) === String([second, third, first]),
    'the poster who approves comes first',
  );
  assertRefused(await city.get('/api/exchange?sort=pays&after=x'), 400, 'invalid_field');
});

test('pages return every job once while others are posted', async () => {
  const [poster, reader] = [await joinRich(1_000), await join()];
  await insertJobs(database, poster.name, 1_500, `'open'`);
  const rows = await database.sql('SELECT id::int FROM job WHERE poster = $1 ORDER BY id DESC', [
    poster.name,
  ]);
  const existing: number[] = rows.map((row) => row.id);
  await done(reader.call('POST', '/api/spend/pin-post', { id: existing[700] }));
  const seen: number[] = [];
  let pages = 0;
  let query: string | null = `?poster=${poster.name}&limit=100`;
  while (query !== null) {
    const page: { jobs: { id: number }[]; next: string | null } = await done(
      reader.call('GET', `/api/exchange${query}`),
    );
    seen.push(...page.jobs.map((job) => job.id));
    pages++;
    query = page.next;
    await insertJobs(database, poster.name, 20, `'open'`);
    if (pages <= 5) await done(poster.post({ ...offer, price: 1 }));
  }
  assert.equal(pages, 15);
  assert.equal(seen[0], existing[700], 'the pinned product');
  assert.deepEqual(seen.slice(1), existing.toSpliced(700, 1));
});

test('a pin that starts or ends between two pages neither repeats nor hides a job', async () => {
  const [poster, reader] = [await joinRich(1_000), await joinRich(1_000)];
  await insertJobs(database, poster.name, 40, `'open'`);
  const rows = await database.sql('SELECT id::int FROM job WHERE poster = $1 ORDER BY id DESC', [
    poster.name,
  ]);
  const existing: number[] = rows.map((row) => row.id);
  const pin = (at: number) => done(reader.call('POST', '/api/spend/pin-post', { id: existing[at] }));
  for (const filter of ['', '&tag=t7', '&q=number']) {
    const expected = filter === '&tag=t7' ? existing.filter((_, i) => (40 - i) % 50 === 7) : existing;
    await pin(33);
    const seen: number[] = [];
    let query: string | null = `?poster=${poster.name}&limit=10${filter}`;
    for (let page = 0; query !== null; page++) {
      const { jobs, next }: { jobs: { id: number }[]; next: string | null } = await done(
        reader.call('GET', `/api/exchange${query}`),
      );
      seen.push(...jobs.map((job) => job.id));
      if (page === 0) {
        // The job shown as pinned is no longer pinned; one still to come and one already seen are pinned now.
        await database.sql(`UPDATE placement SET until_at = now() - interval '1 hour'`);
        for (const at of [25, 3]) await pin(at);
      }
      query = next;
    }
    await database.sql('DELETE FROM placement');
    assert.deepEqual(seen.toSorted(), expected.toSorted(), filter);
  }
});
