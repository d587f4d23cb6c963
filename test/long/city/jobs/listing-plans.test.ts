import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type JobFilter, pageOfJobs } from '../../../../src/city/jobs/listing.ts';
import type { Tables } from '../../../../src/platform/db/tables.ts';
import { done, openBoard } from '../../../fixtures/city/jobs/board.ts';
import { insertJobs } from '../../../fixtures/city/jobs/many-jobs.ts';

const { database, join } = await openBoard();
const volume = 200_000;

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
  // The newest are all closed, as on an old board whose posters close theirs.
  await insertJobs(database, poster.name, volume * 0.75, mixed);
  await insertJobs(database, member.name, volume * 0.05, mixed, 'big-room');
  await insertJobs(database, tidy.name, volume * 0.2, `'closed'`);
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
