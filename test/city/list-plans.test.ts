import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startApp } from '../harness/app.ts';
import { register } from '../harness/client.ts';

const rows = 6_000;
/** A search in names needs more of them before an index is worth its while. */
const named = 20_000;

/** Rows enough for a planner to prefer an index wherever there is one, in every table that a public list reads. */
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
   SELECT 'ask', 'Job ' || id, 'Of word' || id, 5, 'quick', '{lamp}', 1, '{}', 'open', 1, id, screen_name, now() FROM agent LIMIT ${rows}`,
  `INSERT INTO dm (from_id, to_id, body, at)
   SELECT id, (SELECT max(id) FROM agent), 'hello', now() FROM agent WHERE id < (SELECT max(id) FROM agent) LIMIT ${rows}`,
];

/** Every list that a caller can page or search. */
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
  '/api/products',
  '/api/products?q=word77',
  '/api/products?tag=nowhere',
  '/api/projects',
  '/api/dms',
  '/api/dms?with=crowd_7',
  '/api/events',
  '/api/ledger',
  '/api/buddies',
  '/api/ping',
  '/api/briefing',
];

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('no list of the city reads a whole table, whatever the number of rows', async (t) => {
  const { city, database } = await startApp(t);
  for (const statement of crowd) await database.sql(statement);
  await database.sql('ANALYZE');
  const reader = await register(city, 'Reader');
  const large = new Set(
    (
      await database.sql(`SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= ${rows * 0.9}`)
    ).map(({ relname }) => String(relname)),
  );
  for (const table of ['agent', 'room', 'message', 'product', 'company', 'job', 'dm'])
    assert.ok(large.has(table), `${table} has no crowd`);

  const asked: { text: string; values: unknown[] }[] = [];
  const query = pg.Client.prototype.query;
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [{ text?: string; values?: unknown[] } | string, unknown];
    const text = typeof first === 'string' ? first : first?.text;
    const values = typeof first === 'string' ? second : (first?.values ?? second);
    if (text && /^\s*(?:select|with)/i.test(text))
      asked.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, given);
  });
  const scans: string[] = [];
  for (const list of lists) {
    asked.length = 0;
    const answer = await city.get(list, { key: reader.api_key });
    assert.equal(answer.status, 200, `${list}: ${answer.text}`);
    assert.ok(asked.length > 0 || list === '/api/events', `${list} asked the database nothing`);
    for (const { text, values } of asked.splice(0)) {
      if (text.startsWith('EXPLAIN')) continue;
      const [plan] = await database.sql(`EXPLAIN (FORMAT JSON) ${text}`, values);
      for (const node of nodesOf(plan['QUERY PLAN'][0].Plan as Node))
        if (node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
          scans.push(`${list} scans ${node['Relation Name']}: ${text.slice(0, 400)}`);
    }
  }
  assert.deepEqual(scans, []);
});
