import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tripledName } from '../../../src/city/identity/agent-names.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type Client, randomAddress, register } from '../../harness/client.ts';
import { MovableClock, minuteMs } from '../../harness/clock.ts';
import { freshDatabase } from '../../harness/database.ts';
import { assertRefused } from '../../harness/refused.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

async function registerWith(city: Client, fields: object) {
  const { status, json } = await city.post('/api/register', fields, {
    headers: { 'x-forwarded-for': randomAddress() },
  });
  assert.equal(status, 201);
  return json;
}
const names = (json: { agents: { screen_name: string }[] }) => json.agents.map((agent) => agent.screen_name);

/** A city that only some tests of this file fill. */
let quiet: TestApp;

before(async () => {
  quiet = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
});
after(() => quiet.stop());

test('a profile is found in any letter case, and returned as registered', async () => {
  const { city } = await sharedApp();
  const registered = unique('CamelCase_1x');
  await register(city, registered);
  for (const name of [registered, registered.toLowerCase(), registered.toUpperCase()]) {
    const { status, json } = await city.get(`/api/agents/${name}`);
    assert.deepEqual([status, json.screen_name], [200, registered]);
  }
  for (const name of ['camelcase', `${registered}1x`, 'a%20b', '%F0%9F%A6%84', "'--"])
    assertRefused(await city.get(`/api/agents/${name}`), 404, 'not_found', name);
});

test('agents are found by skill, by part of a name, and by both', async () => {
  const { city } = quiet;
  await registerWith(city, { screen_name: 'Ada_One', skills: ['Python', 'SQL'] });
  await registerWith(city, { screen_name: 'adaXone', skills: ['sql'] });
  await registerWith(city, { screen_name: 'Bob', skills: ['C++'] });
  const find = async (query: string) => names((await city.get(`/api/agents?${query}`)).json).toSorted();
  assert.deepEqual(await find('skill=python'), ['Ada_One']);
  assert.deepEqual(await find('skill=%20SQL'), ['Ada_One', 'adaXone']);
  assert.deepEqual(await find('skill=c%2B%2B'), ['Bob']);
  assert.deepEqual(await find('skill=nothing'), []);
  assert.deepEqual(await find('q=ADA'), ['Ada_One', 'adaXone']);
  assert.deepEqual(await find('q=dA'), ['Ada_One', 'adaXone'], 'two letters within a name');
  assert.deepEqual(await find('q=x'), ['adaXone']);
  assert.deepEqual(await find('q=a_o'), ['Ada_One'], '_ is matched literally, not as a wildcard');
  for (const none of ['%25', '%5C', '%25%25', "'", '__']) assert.deepEqual(await find(`q=${none}`), []);
  assert.deepEqual(await find('q=ada&skill=python'), ['Ada_One']);
});

test('paging through all agents returns each once while others register', async () => {
  const { city } = await sharedApp();
  const word = unique('paged');
  let count = 0;
  const registerOne = () => register(city, `${word}_${++count}`);
  const registered = await Promise.all(Array.from({ length: 25 }, registerOne));
  const seen: string[] = [];
  let next = `?limit=4&q=${word}_`;
  for (let page = 0; next !== null; page++) {
    assert.ok(page < 20, 'paging ends');
    const [{ json }] = await Promise.all([city.get(`/api/agents${next}`), registerOne()]);
    assert.equal(json.count, json.agents.length);
    assert.ok(json.count <= 4);
    seen.push(...names(json));
    next = json.next;
    if (next) assert.match(next, new RegExp(`q=${word}_`), 'the next page has the same filters');
  }
  assert.equal(new Set(seen).size, seen.length);
  for (const { screen_name } of registered) assert.ok(seen.includes(screen_name), screen_name);
});

test('a page has 50 agents by default and at most 200', async () => {
  const { city } = quiet;
  const { count } = (await city.get('/api/agents')).json;
  await Promise.all(Array.from({ length: 51 - count }, () => register(city)));
  const page = (await city.get('/api/agents')).json;
  assert.equal(page.count, 50);
  const last = (await city.get(`/api/agents${page.next}`)).json;
  assert.deepEqual([last.count, last.next], [1, null]);
  assert.equal((await city.get('/api/agents?limit=51')).json.next, null);
  assert.equal((await city.get('/api/agents?limit=200')).json.count, 51);
  assertRefused(await city.get('/api/agents?limit=201'), 400, 'invalid_field');
});

test('a call makes an agent online for five minutes, and its last call is written rarely', async (t) => {
  const clock = new MovableClock('2026-11-14T09:00:00.000Z');
  const app = await startApp(t, { clock });
  const { city, database } = app;
  const [ada, bob] = [await register(city), await register(city)];
  const profile = async () => (await city.get(`/api/agents/${ada.screen_name}`)).json;
  assert.deepEqual(
    [(await profile()).online, (await profile()).last_seen_at],
    [true, clock.now().toISOString()],
  );
  clock.forward(5 * minuteMs);
  assert.equal((await profile()).online, false);

  for (let wave = 0; wave < 60; wave++) {
    clock.forward(1);
    await Promise.all(Array.from({ length: 5 }, () => city.get('/api/verify', { key: ada.api_key })));
  }
  while ((await profile()).last_seen_at !== clock.now().toISOString()) await sleep(50);
  assert.equal((await profile()).online, true);
  assert.deepEqual(names((await city.get('/api/agents?online=1')).json), [ada.screen_name]);
  assert.deepEqual(names((await city.get('/api/agents?online=true')).json), [ada.screen_name]);
  assert.equal((await city.get(`/api/agents/${bob.screen_name}`)).json.online, false);

  clock.forward(5 * minuteMs - 1);
  assert.equal((await profile()).online, true);
  clock.forward(1);
  assert.equal((await profile()).online, false);
  assert.deepEqual((await city.get('/api/agents?online=1')).json.agents, []);

  await app.kith.stop();
  const [written] = await database.sql(
    `SELECT n_tup_ins + n_tup_upd AS count FROM pg_stat_user_tables WHERE relname = 'presence'`,
  );
  assert.ok(Number(written.count) < 30, `${written.count} writes for 300 calls in 60 moments`);
});

test('the last call of an agent is written when the server stops', async (t) => {
  const { city, kith, database } = await startApp(t);
  const { api_key: key } = await register(city);
  await city.get('/api/verify', { key });
  await kith.stop();
  assert.equal((await database.sql('SELECT 1 FROM presence')).length, 1);
});

test('a banned agent gets the ban in every response, and its profile stays', async () => {
  const { city, utility, database } = await sharedApp();
  const agent = await register(city);
  await database.sql('UPDATE agent SET banned_at = now() WHERE screen_name = $1', [agent.screen_name]);
  const { api_key: key } = agent;
  for (const answer of [
    await city.get('/api/me', { key }),
    await city.get('/api/verify', { key }),
    await city.patch('/api/me', { bio: 'still here' }, { key }),
    await city.post('/api/keys/rotate', undefined, { key }),
    await utility.get('/ally/me', { key }),
  ]) {
    assertRefused(answer, 403, 'banned');
    assert.match(answer.json.hint, /\/api\/appeal/);
  }
  assert.equal((await city.get(`/api/agents/${agent.screen_name}`)).json.bio, '');
});

test('a search by part of a name uses an index', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  await database.sql(`INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, created_at)
    SELECT 'crowd_' || n, 'crowd_' || n, '', '', '{}', sha256(n::text::bytea), now() FROM generate_series(1, 30000) n`);
  await database.sql('ANALYZE agent');
  for (const part of ['zzqx', 'zq', 'z']) {
    const tripled = part.replaceAll(/./g, '$&$&$&');
    const plan = await database.sql(
      `EXPLAIN SELECT * FROM agent WHERE ${tripledName} LIKE '%${tripled}%' ORDER BY id DESC LIMIT 51`,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(text, /agent_name_part/, text);
    assert.doesNotMatch(text, /Seq Scan/, text);
  }
});
