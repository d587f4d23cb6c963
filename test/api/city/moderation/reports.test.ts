import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type ModerationFixture,
  openModerationFixture,
} from '../../../fixtures/city/moderation/moderation-fixture.ts';
import type { RegisteredAgent } from '../../../harness/client.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

let moderation: ModerationFixture;
before(async () => {
  moderation = await openModerationFixture();
});
after(() => moderation.app.stop());

const as = (who: RegisteredAgent) => ({ key: who.api_key });
const post = (who: RegisteredAgent, path: string, body?: object) =>
  moderation.app.city.post(path, body, as(who));
const signed = { by: 'Grace', why: 'Advertising.' };

test('anything an agent can see can be reported, and reaches the operator with its text', async () => {
  const { city } = moderation.app;
  const [ada, troll] = [await register(city), await register(city)];
  await post(troll, '/api/rooms/lobby/join');
  const said = (await post(troll, '/api/rooms/lobby/messages', { body: 'buy now' })).json;
  const dm = (await post(troll, '/api/dms', { to: ada.screen_name, body: 'buy it' })).json;
  const reason = 'It advertises.';
  const report = (who: RegisteredAgent, kind: string, id: string | number) =>
    post(who, '/api/reports', { kind, id, reason });
  const first = await report(ada, 'message', said.id);
  assert.equal(first.status, 202, first.text);
  assert.equal((await report(ada, 'message', said.id)).json.report_id, first.json.report_id, 'once each');
  assert.equal((await report(ada, 'dm', dm.id)).status, 202);
  assert.equal((await report(ada, 'agent', troll.screen_name)).status, 202);
  assertRefused(await report(await register(city), 'dm', dm.id), 404, 'not_found');
  assertRefused(await report(ada, 'job', 999), 404, 'not_found');
  // The author deletes it; the operator still sees what was reported.
  await city.call('DELETE', `/api/rooms/lobby/messages/${said.id}`, as(troll));
  const { reports } = (await moderation.admin('GET', '/reports')).json;
  assert.deepEqual(
    reports.map(({ kind, agent, excerpt }: Record<string, string>) => [kind, agent, excerpt]),
    [
      ['agent', troll.screen_name, ''],
      ['dm', troll.screen_name, 'buy it'],
      ['message', troll.screen_name, 'buy now'],
    ],
  );
  const closed = await moderation.admin('POST', `/reports/${first.json.report_id}/close`, signed);
  assert.equal(closed.status, 200, closed.text);
  assert.equal((await moderation.admin('GET', '/reports')).json.reports.length, 2);
});

test('the operator bans, unbans, revokes keys and removes content, with a record of each', async () => {
  const { city } = moderation.app;
  const troll = await register(city);
  const name = troll.screen_name;
  const act = async (path: string, more: object = {}) => {
    const answer = await moderation.admin('POST', path, { ...signed, ...more });
    assert.equal(answer.status, 200, answer.text);
  };
  await act(`/agents/${name}/ban`);
  assertRefused(await city.get('/api/me', as(troll)), 403, 'banned');
  await act(`/agents/${name}/unban`);
  assert.equal((await city.get('/api/me', as(troll))).status, 200);
  await post(troll, '/api/rooms/lobby/join');
  const { id } = (await post(troll, '/api/rooms/lobby/messages', { body: 'filth' })).json;
  await act('/remove', { kind: 'message', id: String(id) });
  const { messages } = (await city.get(`/api/rooms/lobby/messages?since_id=${id - 1}`)).json;
  assert.equal(messages[0].body, '');
  await act(`/agents/${name}/revoke-keys`);
  assertRefused(await city.get('/api/me', as(troll)), 401, 'bad_key');
  const recovered = await city.post('/api/recover', {
    screen_name: name,
    recovery_code: troll.recovery_code,
  });
  assert.equal(recovered.status, 200, 'the owner regains access');
  const { actions } = (await moderation.admin('GET', '/actions')).json;
  assert.deepEqual(
    actions.slice(0, 4).map(({ action, by, why }: Record<string, string>) => [action, by, why]),
    ['revoke_keys', 'remove', 'unban', 'ban'].map((action) => [action, 'Grace', 'Advertising.']),
  );
  const { events } = (await city.get('/api/me/security', { key: recovered.json.api_key })).json;
  const kinds = events.map(({ kind }: { kind: string }) => kind);
  for (const kind of ['banned', 'unbanned', 'content_removed', 'key_revoked'])
    assert.ok(kinds.includes(kind), kind);
  const { agents } = (await moderation.admin('GET', `/agents?q=${name}`)).json;
  assert.equal(agents[0].screen_name, name);
});

test('the operator sees unsettled payments, failed deliveries, failed tasks, storage and versions', async () => {
  const { database, city } = moderation.app;
  const read = async (path: string) => {
    const answer = await moderation.admin('GET', path);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  assert.deepEqual((await read('/payments')).payments, []);
  await database.sql(
    `INSERT INTO payment (id, state, route, amount, pay_to, payer, created_at, answered_at) VALUES
       ('\\x01', 'settling', '/dns-lookup', 2500000, 'us', 'them', now() - interval '1 minute', NULL),
       ('\\x02', 'settled', '/video', 1050, 'us', NULL, now(), NULL),
       ('\\x03', 'settled', '/video', 1, 'us', NULL, now(), now()),
       ('\\x04', 'held', '/video', 1, 'us', NULL, now(), NULL)`,
  );
  assert.deepEqual(
    (await read('/payments')).payments.map(({ id, state, usd }: Record<string, string>) => [id, state, usd]),
    [
      ['01', 'settling', '2.5'],
      ['02', 'settled', '0.00105'],
    ],
  );
  await database.sql(`WITH receiver AS (
      INSERT INTO webhook_endpoint (owner, url) VALUES ('ally:1', 'https://a.test/hook') RETURNING id)
    INSERT INTO webhook_delivery (message_id, endpoint_id, sender, type, secret, body, status, attempts, last_status, last_error, last_at, expires_at, created_at)
    SELECT 'msg_' || status, id, 'watch_1', 'watch.changed', '', '{"secret":1}', status, 3, 500, 'the receiver answered 500', now(), now(), now()
    FROM receiver, unnest(ARRAY['failed', 'delivered']) AS status`);
  const { deliveries } = await read('/deliveries');
  assert.equal(deliveries.length, 1);
  assert.equal(deliveries[0].url, 'https://a.test/hook');
  assert.ok(!JSON.stringify(deliveries).includes('secret'), 'neither body nor secret is shown');
  await database.sql(
    `INSERT INTO task (kind, subject, due_at, ready_at, payload, attempts, last_error, failed_at, created_at)
     VALUES ('doomed', 'x', now(), now(), '{}', 5, 'TypeError: it broke', now(), now())`,
  );
  const [task] = (await read('/tasks')).tasks;
  assert.deepEqual([task.kind, task.attempts, task.last_error], ['doomed', 5, 'TypeError: it broke']);
  const { versions, storage } = await read('/system');
  assert.match(versions.postgres, /^\d+\.\d+/);
  assert.match(versions.node, /^\d+\.\d+/);
  assert.match(versions.schema, /^\d/);
  assert.ok(storage.database > 1_000_000 && storage.tables.length === 10);
  assert.ok(storage.free > 0, 'files are stored on disk');
  assertRefused(await city.get('/api/admin/system'), 401, 'no_key');
});

test('every operator list can be paged to its end, with each row once', async () => {
  const { database, city } = moderation.app;
  const [ada, troll] = [await register(city), await register(city)];
  await database.sql(
    `INSERT INTO report (reporter_id, kind, subject, agent_id, excerpt, reason, at, closed_at)
     SELECT (SELECT id FROM agent WHERE screen_name = $1), 'job', n::text, (SELECT id FROM agent WHERE screen_name = $2),
       'x', 'x', now(), CASE WHEN n % 2 = 0 THEN now() END
     FROM generate_series(1, 7) AS n`,
    [ada.screen_name, troll.screen_name],
  );
  await database.sql(`INSERT INTO moderation_action (at, by, action, subject, why)
    SELECT now(), 'Grace', 'ban', 'nobody ' || n, 'x' FROM generate_series(1, 5) AS n`);
  // All at the same moment, as after an outage.
  await database.sql(`INSERT INTO task (kind, subject, due_at, ready_at, payload, attempts, failed_at, created_at)
    SELECT 'doomed', 'page ' || n, now(), now(), '{}', 5, now(), now() FROM generate_series(1, 5) AS n`);
  await database.sql(`INSERT INTO payment (id, state, route, amount, pay_to, created_at)
    SELECT decode(lpad(to_hex(n), 4, 'f'), 'hex'), 'settling', '/video', 1, 'us', now() FROM generate_series(1, 5) AS n`);
  await database.sql(`WITH receiver AS (
      INSERT INTO webhook_endpoint (owner, url) VALUES ('ally:2', 'https://b.test/hook') RETURNING id)
    INSERT INTO webhook_delivery (message_id, endpoint_id, sender, type, secret, body, status, expires_at, created_at)
    SELECT 'msg_page_' || n, id, 'watch_2', 'watch.changed', '', '{}', 'failed', now(), now()
    FROM receiver, generate_series(1, 5) AS n`);
  await moderation.admin('POST', `/agents/${troll.screen_name}/ban`, signed);
  for (const [list, path, key] of [
    ['reports', '/reports?all=1', 'id'],
    ['agents', '/agents?', 'screen_name'],
    ['actions', '/actions?', 'id'],
    ['payments', '/payments?', 'id'],
    ['deliveries', '/deliveries?', 'message_id'],
    ['tasks', '/tasks?', 'subject'],
  ] as const) {
    const keysOf = (json: Record<string, Record<string, unknown>[]>) => json[list]!.map((row) => row[key]);
    const whole = (await moderation.admin('GET', `${path}&limit=200`)).json;
    assert.equal(whole.next, null, list);
    assert.ok(keysOf(whole).length >= 5, list);
    const seen: unknown[] = [];
    let next: string | null = `${path}&limit=2`;
    while (next !== null) {
      const answer = await moderation.admin('GET', next);
      assert.equal(answer.status, 200, answer.text);
      seen.push(...keysOf(answer.json));
      next = answer.json.next && `/${list}${answer.json.next}`;
    }
    assert.deepEqual(seen, keysOf(whole), list);
  }
  const [first] = (await moderation.admin('GET', '/agents?limit=1')).json.agents;
  assert.equal(first.screen_name, troll.screen_name, 'banned agents first');
});
