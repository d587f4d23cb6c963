import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { largeTables, PlanReader } from '../../harness/plans.ts';

const rows = 6_000;
const series = `generate_series(1, ${rows}) AS n`;

/** Enough rows for the planner to prefer an index where there is one: most of other allies, some of the caller's. */
const crowd = [
  `INSERT INTO ally (agent, name_key, key_hash, created_at)
   SELECT 'crowd-' || n, 'crowd-' || n, sha256(('crowd' || n)::bytea), now() FROM ${series}`,
  `INSERT INTO watch (id, owner, kind, target, notify, secret, status, baseline, current, noise, checks, last_checked_at, created_at)
   SELECT 'wat_' || n, CASE WHEN n <= 20 THEN 'ally:' || (SELECT min(id) FROM ally) ELSE 'ally:0' END, 'endpoint',
     'https://example.com/' || n, 'https://example.com/hook', 'x', 'active', '{"up": true}', '{"up": true}', '[]', 1, now(), now() FROM ${series}`,
  `INSERT INTO watch_change (watch_id, at, summary, before, after)
   SELECT 'wat_' || (1 + n % 50), now(), 'changed', '{}', '{}' FROM ${series}`,
  `INSERT INTO webhook_endpoint (owner, url) VALUES ('ally:0', 'https://example.com/hook')`,
  `INSERT INTO webhook_delivery (message_id, endpoint_id, sender, change_id, type, secret, body, status, expires_at, created_at)
   SELECT 'msg_' || id, (SELECT min(id) FROM webhook_endpoint), watch_id, id, 'watch.change', 'x', '{}', 'delivered', now(), now()
   FROM watch_change`,
  `INSERT INTO video_job (id, owner, topic, voice, paid_by, status, stage, progress, token, created_at, started_at, finished_at)
   SELECT 'vid_' || n, CASE WHEN n <= 200 THEN 'ally:' || (SELECT min(id) FROM ally) ELSE 'ally:0' END, 'Why?', 'ava', 'free',
     CASE n % 600 WHEN 0 THEN 'queued' WHEN 1 THEN 'rendering' ELSE 'done' END, 'publish', 0.5, 'token' || n,
     now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute' FROM ${series}`,
  `INSERT INTO kithnet_member (subject, identity, agent, name_key, capability, needs, charter_version, since)
   SELECT 'ally:' || id, 'ally', agent, name_key, 'reads', 'maps', '1', now() FROM ally`,
  `INSERT INTO kithnet_trade (id, at, by_member, with_member, gave, got, prev_hash, hash)
   SELECT n, now(), 1 + n % 5000, 2 + n % 5000, 'a', 'b', '', '' FROM ${series}`,
  `UPDATE kithnet_head SET last_id = ${rows}`,
  `INSERT INTO a2a_task (id, context_id, network, state, task, updated_at)
   SELECT 't-' || n, 'c-' || n % 300, 'net-' || n % 200, 'completed', '{}', now() FROM ${series}`,
  `INSERT INTO skill_call (subject, at, call, status, took_ms)
   SELECT CASE WHEN n <= 200 THEN 'ally:' || (SELECT min(id) FROM ally) ELSE 'ally:0' END, now(), '/json-repair', 200, 5 FROM ${series}`,
  `INSERT INTO skill_call_day (subject, day, call, served, failed, paid)
   SELECT 'ally:' || n, current_date, '/json-repair', 1, 0, 0 FROM ${series}`,
  `INSERT INTO selftest_run (run_at, results)
   SELECT now() - n * interval '1 day', '[]' FROM ${series}`,
  `INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at)
   SELECT 'crowd', n::text, now() + interval '1 year', now() + interval '1 year', '{}', now() FROM ${series}`,
];

const lists = [
  '/ally/calls',
  '/ally/usage',
  '/watch',
  '/watch/wat_1',
  '/watch/wat_1?before_id=900',
  '/watch/wat_1/deliveries',
  '/watch/wat_1/deliveries?before_id=900',
  '/videos',
  '/videos?limit=100&before=vid_50',
  '/video/vid_1',
  '/video/samples',
  '/kithnet',
  '/kithnet?before_id=900',
  '/kithnet/trades',
  '/kithnet/trades?before_id=900',
  '/selftest?history=30',
  '/ally/me',
];

test('no list of the utility API reads or sorts a whole table', async (t) => {
  const { utility, database } = await startApp(t);
  const { json: ally } = await utility.post('/ally/register', { agent: 'reader' });
  for (const statement of crowd) await database.sql(statement);
  const large = await largeTables(database, rows);
  for (const statement of crowd) {
    const table = /^INSERT INTO (\w+)/.exec(statement)?.[1];
    if (table && table !== 'webhook_endpoint') assert.ok(large.has(table), `${table} has no crowd`);
  }
  const plans = new PlanReader(t, database, large);
  const found: string[] = [];
  for (const list of lists) {
    const answer = await utility.get(list, { ally: ally.key });
    assert.equal(answer.status, 200, `${list}: ${answer.text}`);
    const { statements, faults } = await plans.faults(list);
    assert.ok(statements > 0, `${list} asked the database nothing`);
    found.push(...faults);
  }
  const tasks = await utility.post(
    '/a2a',
    { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: { contextId: 'c-1' } },
    { headers: { 'a2a-version': '1.0' } },
  );
  assert.deepEqual(tasks.json.result?.tasks, [], tasks.text);
  const { statements, faults } = await plans.faults('ListTasks');
  assert.ok(statements >= 2, 'ListTasks counts and lists');
  assert.deepEqual([...found, ...faults], []);
});
