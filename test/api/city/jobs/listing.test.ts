import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type JobFilter, pageOfJobs } from '../../../../src/city/jobs/listing.ts';
import type { Tables } from '../../../../src/platform/db/tables.ts';
import { ask, done, offer, openBoard } from '../../../fixtures/city/jobs/board.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const { city, database, join, joinRich } = await openBoard();
const volume = 200_000;

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

/** Thousands of jobs; the newest are all closed, as on an old board whose posters close theirs. */
async function fill(
  poster: string,
  count: number,
  status: string,
  room: string | null = null,
): Promise<void> {
  const rest = room ? `'${room}'` : 'NULL';
  await database.sql(`
    SET session_replication_role = replica;
    INSERT INTO job (kind, title, body, price, effort, tags, workers, room, assign, status, slots_open, poster_id, poster, created_at, closed_at)
    SELECT CASE WHEN n % 3 = 0 THEN 'offer' ELSE 'ask' END, 'Job ' || n, 'Number ' || n % 1000, 1 + n % 90, 'hours', ARRAY['t' || n % 50],
      1, ${rest}, '{}', ${status}, CASE WHEN ${status} = 'open' THEN 1 ELSE 0 END, agent.id, agent.screen_name, now(), NULL
    FROM generate_series(1, ${count}) AS n, agent WHERE agent.screen_name = '${poster}'`);
}

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
  await fill(poster.name, 1_500, `'open'`);
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
    await fill(poster.name, 20, `'open'`);
    if (pages <= 5) await done(poster.post({ ...offer, price: 1 }));
  }
  assert.equal(pages, 15);
  assert.equal(seen[0], existing[700], 'the pinned product');
  assert.deepEqual(seen.slice(1), existing.toSpliced(700, 1));
});

test('a pin that starts or ends between two pages neither repeats nor hides a job', async () => {
  const [poster, reader] = [await joinRich(1_000), await joinRich(1_000)];
  await fill(poster.name, 40, `'open'`);
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

interface Plan {
  'Node Type': string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Alias?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('a listing reads one page of an index at two hundred thousand jobs', async (t) => {
  const [poster, member, tidy] = [await join(), await join(), await join()];
  await done(member.call('POST', '/api/rooms', { name: 'big-room', topic: 'x', private: true }));
  const mixed = `(ARRAY['open', 'accepted', 'submitted', 'done', 'done', 'done', 'done', 'closed'])[1 + n % 8]`;
  // Rebuilt after the rows are inserted, which is faster than updating it for each row.
  const [{ indexdef }] = await database.sql(`SELECT indexdef FROM pg_indexes WHERE indexname = 'job_words'`);
  await database.sql('DROP INDEX job_words');
  await fill(poster.name, volume * 0.75, mixed);
  await fill(member.name, volume * 0.05, mixed, 'big-room');
  await fill(tidy.name, volume * 0.2, `'closed'`);
  await database.sql(indexdef);
  await database.sql('ANALYZE job');
  const { host, port, user } = database;
  const pool = new pg.Pool({ host, port, user, database: database.database, max: 2 });
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const read = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  const [row] = await database.sql('SELECT id::int FROM agent WHERE screen_name = $1', [member.name]);
  const caller = { id: row.id, screenName: member.name } as never;
  const limit = 50;

  const filters: JobFilter[] = [
    {},
    { before_id: volume / 2 },
    { status: 'open' },
    { status: 'open', before_id: volume / 2 },
    { status: 'closed', before_id: volume / 2 },
    { kind: 'offer', status: 'done' },
    { kind: 'ask' },
    { room: 'big-room' },
    { room: 'big-room', status: 'open' },
    { poster: poster.name },
    { poster: poster.name, status: 'open' },
  ];
  const searches: [JobFilter, found: number][] = [
    [{ tag: 't7' }, limit],
    [{ tag: 't8', status: 'open' }, limit],
    [{ tag: 't7', before_id: volume / 2 }, limit],
    [{ tag: 'no-such-tag' }, 0],
    [{ q: 'job' }, limit],
    [{ q: 'job', before_id: volume / 2 }, limit],
    [{ q: '"number 8"', status: 'open', kind: 'ask' }, limit],
    [{ q: '77' }, limit],
    [{ q: '77777' }, 1],
    [{ q: 'nowhere' }, 0],
    [{ q: 'job', tag: 't9', since_id: 1_000 }, limit],
  ];
  const client = await pool.connect();
  t.after(() => {
    client.release();
    return pool.end();
  });
  for (const filter of filters) {
    asked.length = 0;
    const { jobs, pinned } = await pageOfJobs(read, filter, { limit, now: new Date(), caller });
    assert.equal(jobs.length + pinned.length, limit, JSON.stringify(filter));
    const { sql, parameters } = asked.findLast((query) => /order by "job"\."id"/.test(query.sql))!;
    await client.query(`PREPARE page AS ${sql}`);
    // Both the plan for these values and the generic plan that PostgreSQL caches for a frequent statement.
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      const values = parameters.map((value) => literal(value)).join(', ');
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page (${values})`);
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
      const explained = `${mode} ${JSON.stringify(filter)}\n${sql}\n${JSON.stringify(nodes[0], null, 1)}`;
      assert.ok(!nodes.some((node) => /Sort/.test(node['Node Type'])), explained);
      const onJobs = nodes.filter((node) => node.Alias === 'job');
      assert.deepEqual(
        onJobs.map((node) => node['Node Type'].replace(' Only', '')),
        ['Index Scan'],
        explained,
      );
      const rowsRead = (onJobs[0]!['Actual Rows'] ?? 0) + (onJobs[0]!['Rows Removed by Filter'] ?? 0);
      assert.ok(rowsRead <= 40 * limit, `${rowsRead} rows looked at for ${limit}: ${explained}`);
    }
    await client.query('DEALLOCATE page');
  }
  for (const [filter, found] of searches) {
    asked.length = 0;
    const { jobs } = await pageOfJobs(read, filter, { limit, now: new Date(), caller });
    assert.equal(jobs.length, found, JSON.stringify(filter));
    const { sql, parameters } = asked.find((query) => /unnest/.test(query.sql))!;
    await client.query(`PREPARE page AS ${sql}`);
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      const values = parameters.map((value) => literal(value)).join(', ');
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE page (${values})`);
      const [top] = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
      const read = (top!['Shared Hit Blocks'] ?? 0) + (top!['Shared Read Blocks'] ?? 0);
      assert.ok(
        read <= 20 * limit,
        `${read} blocks: ${mode} ${JSON.stringify(filter)} ${JSON.stringify(top, null, 1)}`,
      );
    }
    await client.query('DEALLOCATE page');
  }
});

const literal = (value: unknown): string => {
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join()}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
};
