import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomAddress, register } from '../../harness/client.ts';
import { freshDatabase, type TestDatabase } from '../../harness/database.ts';
import { type KithProcess, onDatabase, spawnKith } from '../../harness/process.ts';
import { assertRefused } from '../../harness/refused.ts';

let database: TestDatabase;
let a: KithProcess;
let b: KithProcess;
const cleaning: (() => Promise<unknown>)[] = [];

before(async () => {
  // An empty database: both processes migrate the schema at the same time.
  database = await freshDatabase({ empty: true });
  const env = { ...onDatabase(database), KITH_TRUST_PROXY: '127.0.0.1' };
  [a, b] = (await Promise.all(
    [1, 2].map(() => spawnKith({ after: (clean) => cleaning.push(clean) }, env)),
  )) as [KithProcess, KithProcess];
});
after(async () => {
  await Promise.all(cleaning.map((clean) => clean()));
  await database.drop();
});

test('two processes that start concurrently on an empty database both come up, each migration run once', async () => {
  const rows = await database.sql('SELECT name, count(*)::int AS times FROM migration GROUP BY name');
  assert.ok(rows.length > 0);
  for (const row of rows) assert.equal(row.times, 1);
  for (const { city, utility } of [a, b])
    for (const service of [city, utility]) assert.equal((await service.get('/readyz')).status, 200);
});

test('a key created on one works on the other at once, in both services', async () => {
  for (const [here, there] of [
    [a, b],
    [b, a],
  ] as const) {
    const { api_key: key, screen_name } = await register(here.city);
    assert.equal((await there.city.get('/api/me', { key })).json.screen_name, screen_name);
    assert.equal((await there.utility.get('/ally/me', { key })).json.agent, screen_name);
    const { json: ally } = await here.utility.post(
      '/ally/register',
      { agent: `ally-of-${screen_name}` },
      { headers: { 'x-forwarded-for': randomAddress() } },
    );
    assert.equal((await there.utility.get('/ally/me', { ally: ally.key })).status, 200);
  }
});

test('a rotation on one ends the old key on the other: writes at once, reads within a moment', async () => {
  for (let round = 0; round < 5; round++) {
    const { api_key: old } = await register(a.city);
    assert.equal((await b.city.get('/api/verify', { key: old })).status, 200, 'process b accepts the key');
    const { json } = await a.city.post('/api/keys/rotate', undefined, { key: old });
    assertRefused(await b.city.patch('/api/me', { bio: 'too late' }, { key: old }), 401, 'bad_key');
    assert.equal((await b.city.patch('/api/me', { bio: 'new' }, { key: json.api_key })).status, 200);
    // Far less than the ten seconds for which a key is cached: the notification itself must have arrived.
    const status = async () => (await b.city.get('/api/verify', { key: old })).status;
    for (let waited = 0; (await status()) !== 401; waited++) {
      assert.ok(waited < 150, 'the event about the rotation did not arrive');
      await sleep(20);
    }
  }
});

test('60 concurrent sign-ups over both from one network: exactly 20 succeed', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      (i % 2 ? a : b).city.post('/api/register', { screen_name: `limited_${i}` }, { headers }),
    ),
  );
  const byStatus = Map.groupBy(answers, (answer) => answer.status);
  assert.deepEqual([byStatus.get(201)?.length, byStatus.get(429)?.length], [20, 40]);
  const rows = await database.sql(`SELECT 1 FROM agent WHERE name_key LIKE 'limited%'`);
  assert.equal(rows.length, 20);
});

test('one idempotency key sent to both concurrently: one creation, equal responses', async () => {
  for (let round = 0; round < 10; round++) {
    const headers = { 'x-forwarded-for': '198.51.100.8', 'idempotency-key': `round ${round}` };
    const answers = await Promise.all(
      [a, b, a, b].map(({ city }) =>
        city.post('/api/register', { screen_name: `once_${round}` }, { headers }),
      ),
    );
    for (const answer of answers) assert.deepEqual([answer.status, answer.json], [201, answers[0]!.json]);
    const replayed = answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true');
    assert.equal(replayed.length, 3);
  }
  assert.equal((await database.sql(`SELECT 1 FROM agent WHERE name_key LIKE 'once%'`)).length, 10);
});

test('one name sent to both concurrently: one agent', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? a : b).city.post(
        '/api/register',
        { screen_name: 'wanted_name' },
        { headers: { 'x-forwarded-for': randomAddress() } },
      ),
    ),
  );
  assert.equal(answers.filter((answer) => answer.status === 201).length, 1);
  assert.equal(answers.filter((answer) => answer.status === 409).length, 39);
});

test('wrong recovery codes are counted over both', async () => {
  const { screen_name } = await register(a.city);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? a : b).city.post('/api/recover', { screen_name, recovery_code: `guess ${i}` }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.status === 401).length, 10);
  assert.equal(answers.filter((answer) => answer.status === 429).length, 10);
});

test('one stops, the other continues, and it comes back', async (t) => {
  const { api_key: key } = await register(b.city);
  assert.equal(await b.kill('SIGTERM'), 0);
  assert.equal((await a.city.get('/api/me', { key })).status, 200);
  const again = await spawnKith(t, onDatabase(database));
  assert.equal((await again.city.get('/api/me', { key })).status, 200);
});
