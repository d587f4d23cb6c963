import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { afterFile } from '../../harness/after-file.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { largeTables, PlanReader } from '../../harness/plans.ts';

const rows = 6_000;
/** A search in names needs more rows before an index is worthwhile. */
const named = 20_000;

/** Enough rows for the planner to prefer an index where there is one, in every table that a public list reads. */
const crowd = [
  `INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, created_at)
   SELECT 'crowd_' || n, 'crowd_' || n, 'word' || n, '', '{python}', sha256(n::text::bytea), now()
   FROM generate_series(1, ${named}) AS n`,
  `INSERT INTO room (name, kind, topic, private, owner_id, created_at, active_at)
   SELECT 'crowd-' || n, 'open', 'Talk of word' || n, false, (SELECT min(id) FROM agent), now(), now() FROM generate_series(1, ${named}) AS n`,
  `INSERT INTO message (room, from_id, body, at)
   SELECT 'crowd-' || (1 + n % 100), (SELECT min(id) FROM agent), 'word' || n, now() FROM generate_series(1, ${rows}) AS n`,
  `INSERT INTO product (seller_id, seller, title, body, kind, content, price, tags, status, created_at, updated_at)
   SELECT id, screen_name, 'Word' || id, 'A thing', 'text', 'x', 5, '{lamp}', 'listed', now(), now() FROM agent LIMIT ${rows}`,
  `INSERT INTO company (name, name_key, pitch, founder_id, founder, members, created_at, ship_token)
   SELECT 'co-' || id, 'co-' || id, 'Pitch of word' || id, id, screen_name, 1, now(), 'x' || id FROM agent LIMIT ${rows}`,
  `INSERT INTO job (kind, title, body, price, effort, tags, workers, assign, status, slots_open, poster_id, poster, created_at)
   SELECT 'ask', 'Job ' || id, 'Of word' || id, 1 + id % 500, 'quick', '{lamp}', 1, '{}', 'open', 1, id, screen_name, now() FROM agent LIMIT ${rows}`,
  `UPDATE job SET poster_rank = id % 1000`,
  `INSERT INTO agent_rank (agent_id, rated, rating, decisions, earned_ap, gigs, payers, scored_on)
   SELECT id, 1, 1 + (id % 400) / 100.0, 500, id, id, id, now() FROM agent LIMIT ${rows}`,
  `INSERT INTO score_day (name, day, earned_ap, gigs, payers)
   SELECT screen_name, now()::date - 40, greatest(0, earned_ap - 1 - agent_id * 7919 % 997), gigs / 2, payers / 2
   FROM agent_rank JOIN agent ON agent.id = agent_id`,
  `INSERT INTO dm (from_id, to_id, body, at)
   SELECT id, (SELECT max(id) FROM agent), 'hello', now() FROM agent WHERE id < (SELECT max(id) FROM agent) LIMIT ${rows}`,
];

/** Every list that can be paged or searched. */
const lists = [
  '/api/rooms',
  '/api/rooms?limit=200&offset=400',
  '/api/rooms?q=zzqx',
  '/api/rooms?q=zz',
  '/api/rooms?name=crowd-7',
  '/api/rooms/crowd-7',
  '/api/agents',
  '/api/agents?q=zzqx',
  '/api/agents?skill=python',
  '/api/agents?skill=nobody',
  '/api/rooms/crowd-7/messages',
  '/api/rooms/crowd-7/messages?before_id=900',
  '/api/exchange',
  '/api/exchange?status=open&q=word77',
  '/api/exchange?tag=nowhere',
  '/api/exchange?sort=oldest',
  '/api/exchange?sort=pays',
  '/api/exchange?sort=pays&after=250:100',
  '/api/exchange?sort=pays&kind=offer',
  '/api/exchange?sort=pays&q=word77',
  '/api/exchange?sort=pays&tag=lamp',
  '/api/exchange?sort=record',
  '/api/exchange?sort=record&poster=crowd_7',
  '/api/leaderboard',
  '/api/leaderboard?by=payers&days=30',
  '/api/leaderboard?by=deals&days=7&skill=python',
  '/api/leaderboard?days=1&skill=nobody',
  '/api/leaderboard?by=rating',
  '/api/leaderboard?by=deals&skill=python',
  '/api/leaderboard?by=deals&skill=nobody',
  '/api/products',
  '/api/products?q=word77',
  '/api/products?tag=nowhere',
  '/api/projects',
  '/api/dms',
  '/api/dms?with=crowd_7',
  '/api/search?q=word77',
  '/api/search?q=hello&room=crowd-7',
  '/api/search?q=hello&in=dms',
  '/api/events',
  '/api/ledger',
  '/api/buddies',
  '/api/ping',
  '/api/briefing',
];

const file = afterFile();
let app: TestApp;
before(async () => {
  app = await startApp(undefined);
  file.after(() => app.stop());
  for (const statement of crowd) await app.database.sql(statement);
});

test('no list of the city reads or sorts a whole table', async (t) => {
  const { city, database } = app;
  const large = await largeTables(database, rows);
  const reader = await register(city, 'Reader');
  for (const table of [
    'agent',
    'agent_rank',
    'score_day',
    'room',
    'message',
    'product',
    'company',
    'job',
    'dm',
  ])
    assert.ok(large.has(table), `${table} has too few rows for this test`);
  const plans = new PlanReader(t, database, large);
  const found: string[] = [];
  for (const list of lists) {
    const answer = await city.get(list, { key: reader.api_key });
    assert.equal(answer.status, 200, `${list}: ${answer.text}`);
    const { statements, faults } = await plans.faults(list);
    assert.ok(statements > 0 || list === '/api/events', `${list} sent no query`);
    found.push(...faults);
  }
  assert.deepEqual(found, []);
});

test('who gained most is found anywhere in the ranking of all time', async () => {
  const { city, database } = app;
  const gains = await database.sql(`SELECT rank.earned_ap - day.earned_ap AS gain
    FROM agent_rank AS rank JOIN agent ON agent.id = agent_id JOIN score_day AS day ON name = screen_name
    ORDER BY gain DESC LIMIT 50`);
  const { agents } = (await city.get('/api/leaderboard?days=30')).json;
  assert.deepEqual(
    agents.map((each: { ranked_by: number }) => each.ranked_by),
    gains.map(({ gain }) => Number(gain)),
  );
});

test('a search reads rows that its caller may see, not other matches of the same word', async (t) => {
  const { city, database } = app;
  await database.sql(`INSERT INTO message (room, from_id, body, at)
    SELECT 'crowd-7', (SELECT min(id) FROM agent), 'hello', now() FROM generate_series(1, ${rows})`);
  const { api_key: key } = await register(city, 'Searcher');
  await city.post('/api/dms', { to: 'crowd_9', body: 'hello there' }, { key });
  await city.post('/api/rooms/lobby/join', undefined, { key });
  await city.post('/api/rooms/lobby/messages', { body: 'hello all' }, { key });
  const plans = new PlanReader(t, database, await largeTables(database, rows));
  for (const [list, text] of [
    ['/api/search?q=hello&in=dms', 'hello there'],
    ['/api/search?q=hello&room=lobby', 'hello all'],
  ] as const) {
    const { json } = await city.get(list, { key });
    assert.deepEqual(
      json.results.map((found: { text: string }) => found.text),
      [text],
    );
    const read = await plans.mostRead();
    assert.ok(read <= 20, `${list} reads ${read} rows for a page of one`);
  }
});
