import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { dayMs, MovableClock } from '../../harness/clock.ts';
import { scratchDir } from '../../harness/scratch.ts';
import { until } from '../../harness/until.ts';

interface Row {
  readonly table: string;
  readonly cells: readonly string[];
  /** The recurring task that prunes it, if there is one. */
  readonly task: string | undefined;
}

/** The tables of docs/retention.md. */
async function documented(): Promise<Row[]> {
  const page = await readFile(path.join(import.meta.dirname, '../../../docs/retention.md'), 'utf8');
  return [...page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, table = '', rest = '']) => {
    const cells = rest.split(' | ');
    return { table, cells, task: /^`([^`]+)`$/.exec(cells.at(-1) ?? '')?.[1] };
  });
}

const admin = 'a'.repeat(40);
const clock = new MovableClock('2026-01-05T09:00:00.000Z');
/** What an operator may keep forever, as long as it may be kept. */
const everythingPruned = {
  KITH_MESSAGE_DAYS: '365',
  KITH_DM_DAYS: '365',
  KITH_HISTORY_DAYS: '365',
  KITH_UPLOAD_DAYS: '365',
};
let app: TestApp;
before(async () => {
  app = await startApp(undefined, {
    clock,
    env: {
      KITH_DATA_DIR: scratchDir(),
      KITH_ADMIN_TOKEN: admin,
      ...everythingPruned,
    },
  });
});

after(() => app.stop());

/** Waits until every recurring task that is due has run. */
async function tasksDone({ database }: TestApp): Promise<void> {
  const tasks = (await documented()).flatMap(({ task }) => task ?? []);
  const kinds = (await database.sql(`SELECT kind FROM task WHERE subject = 'every'`)).map(({ kind }) => kind);
  assert.deepEqual(
    tasks.filter((task) => !kinds.includes(task)),
    [],
    'tasks that do not exist',
  );
  await until(async () => {
    const late = await database.sql(
      `SELECT kind, last_error FROM task WHERE subject = 'every' AND kind = ANY ($2)
         AND (due_at <= $1 OR lease_token IS NOT NULL)`,
      [clock.now(), tasks],
    );
    return late.length === 0;
  }, 'the tasks that prune');
}

test('every table has a row in docs/retention.md with all its columns', async () => {
  const rows = await documented();
  const tableNames = await app.database.sql(`SELECT table_name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`);
  assert.deepEqual(
    rows.map(({ table }) => table).sort(),
    tableNames.map(({ table_name }) => table_name).sort(),
  );
  for (const { table, cells } of rows) {
    assert.equal(cells.length, 4, table);
    for (const cell of cells) assert.ok(cell.trim(), table);
  }
});

test('rows past the operator’s retention are deleted, and no others', async () => {
  const { city, utility, database } = app;
  const ada = await register(city, 'Ada');
  const bob = await register(city, 'Bob');
  const [key, his] = [ada.api_key, bob.api_key];
  const ok = (answer: { status: number; text: string; json: { id: number; report_id?: number } }) => {
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const asAdmin = { headers: { authorization: `Bearer ${admin}` } };
  ok(await city.post('/api/rooms/lobby/join', {}, { key }));
  ok(await city.post('/api/rooms/lobby/messages', { body: 'hello @Bob' }, { key }));
  ok(await city.post('/api/dms', { to: 'Bob', body: 'a word' }, { key }));
  const upload = async (text: string): Promise<string> =>
    (await city.call('POST', '/api/upload', { key, raw: text, headers: { 'content-type': 'text/plain' } }))
      .json.url;
  const [used, unused] = [await upload('a text in use'), await upload('a text that nobody uses')];
  ok(await city.call('PATCH', '/api/me', { key, body: { bio: `see ${used}` } }));
  // Older files in use, more than one run looks at, must not keep it from the unused one for good.
  await database.sql(`INSERT INTO upload (sha256, ext, type, bytes, agent_id, created_at)
    SELECT encode(sha256(n::text::bytea), 'hex'), 'txt', 'text/plain', 1, agent.id, '2000-01-01'
    FROM agent, generate_series(1, 10000) AS n WHERE screen_name = 'Ada'`);
  await database.sql(`INSERT INTO note (owner, key, value, hash, bytes, updated_by, updated_at, created_by)
    SELECT 'agent:' || id, 'links', (SELECT string_agg('/files/' || sha256, ' ') FROM upload WHERE created_at < '2001-01-01'),
      '', 1, id, now(), id FROM agent WHERE screen_name = 'Ada'`);
  const job = {
    kind: 'ask',
    title: 'Count the owls',
    body: 'All of them.',
    price: 5,
    effort: 'quick',
    tags: [],
  };
  const { id } = ok(await city.post('/api/exchange', job, { key })).json;
  ok(await city.post(`/api/exchange/${id}/accept`, {}, { key: his }));
  ok(await city.post(`/api/exchange/${id}/cancel`, {}, { key: his }));
  ok(await city.call('PATCH', `/api/exchange/${id}`, { key, body: { status: 'closed' } }));
  const report = { kind: 'agent', id: 'Ada', reason: 'A try of the form.' };
  const reported = ok(await city.post('/api/reports', report, { key: his })).json.report_id;
  const closing = { body: { by: 'Grace', why: 'nothing was wrong' }, ...asAdmin };
  ok(await city.call('POST', `/api/admin/reports/${reported}/close`, closing));
  const { json: ally } = await utility.post('/ally/register', { agent: 'owner' });
  const videoJob = await utility.post('/video', { topic: 'Owls', script: 'Owls fly.' }, { ally: ally.key });
  await database.sql(`DELETE FROM task WHERE kind LIKE '%video%' AND subject = $1`, [videoJob.json.job_id]);
  await database.sql(
    `UPDATE video_job SET status = 'failed', owed = false, finished_at = $1, attempt = NULL`,
    [clock.now()],
  );
  await database.sql(
    `INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at, failed_at, last_error)
      VALUES ('a former kind', '1', $1, $1, 'null', $1, $1, 'it failed')`,
    [clock.now()],
  );
  await database.sql(`INSERT INTO selftest_run VALUES ($1, '[]')`, [clock.now()]);
  await database.sql(`INSERT INTO score_day (name, day, earned_ap, gigs, payers)
    SELECT 'Ada', day::date, 1, 1, 1 FROM unnest(ARRAY['2026-01-05', '2026-01-06', '2026-03-01']) AS day`);

  const shown = async () => ({
    messages: (await city.get('/api/rooms/lobby/messages', { key })).json.messages.length,
    dms: (await city.get('/api/dms?with=Ada&limit=1', { key: his })).json.messages.length,
    claims: (await city.get(`/api/exchange/${id}/claims`, { key })).json.claims.length,
    files: [used, unused].map(async (url) => (await city.get(new URL(url).pathname)).status),
    reports: (await city.get('/api/admin/reports?all=true', asAdmin)).json.reports.length,
    video: (await utility.get(`/video/${videoJob.json.job_id}`, { ally: ally.key })).status,
  });
  const first = await shown();
  assert.deepEqual(
    { ...first, files: await Promise.all(first.files) },
    { messages: 1, dms: 1, claims: 1, files: [200, 200], reports: 1, video: 200 },
  );
  ok(await city.post('/api/dms', { to: 'Bob', body: 'unread' }, { key }));

  clock.forward(401 * dayMs);
  await tasksDone(app);
  ok(await city.post('/api/rooms/lobby/messages', { body: 'still here' }, { key }));
  const last = await shown();
  assert.deepEqual(
    { ...last, files: await Promise.all(last.files) },
    { messages: 1, dms: 0, claims: 0, files: [200, 404], reports: 0, video: 404 },
  );
  const left = await database.sql(`SELECT (SELECT count(*) FROM mention)::int AS mentions,
    (SELECT count(*) FROM task WHERE failed_at IS NOT NULL)::int AS failed,
    (SELECT count(*) FROM selftest_run)::int AS tests, (SELECT sum(unread) FROM dm_thread)::int AS unread`);
  assert.deepEqual(left, [{ mentions: 0, failed: 0, tests: 0, unread: 0 }]);
  const scored = await database.sql(`SELECT to_char(day, 'MM-DD') AS day FROM score_day ORDER BY day`);
  assert.deepEqual(
    scored.map(({ day }) => day),
    ['01-06', '03-01'],
    'the newest of the old days stays: later ones are compared with it',
  );
  assert.equal(
    (await city.get(`/api/exchange/${id}`, { key })).json.status,
    'closed',
    'the job itself stays',
  );
});

const old = `'2024-01-01'`;
const defaultValues: Readonly<Record<string, string>> = {
  'timestamp with time zone': old,
  date: old,
  bigint: '1',
  integer: '1',
  smallint: '1',
  real: '1',
  text: `'x'`,
  boolean: 'false',
  bytea: `''`,
  jsonb: `'{}'`,
  ARRAY: `'{}'`,
  uuid: 'gen_random_uuid()',
};
/** What makes a row one that may go, where a column says it; and values that a constraint wants. */
const readyRows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  job: { status: `'closed'`, slots_open: '1' },
  claim: { status: `'released'` },
  dm: { from_id: '2' },
  public_event: { seq: '1000000' },
  video_job: { paid_by: `'free'`, status: `'failed'`, stage: `'voice'` },
  video_preview: { script: `'{"storyboard": {"beats": []}}'` },
  webhook_delivery: { status: `'delivered'` },
  webhook_endpoint: { lane: `'quick'` },
};
/** Of these the newest old row stays: later ones are compared with it. */
const keepsNewest = ['score_day'];
/** One of an hour stays, and none may contradict the ledger: real ones are used. */
const signed = 'ledger_checkpoint';

test('an old row of every table with a pruning task is gone a day later', async () => {
  const fresh = await startApp(undefined, {
    clock,
    env: { KITH_DATA_DIR: scratchDir(), ...everythingPruned },
  });
  try {
    const { database } = fresh;
    for (let n = 0; n < 3; n++) {
      await register(fresh.city);
      clock.forward(2_000);
      const size = async () => (await fresh.city.get('/api/ledger/checkpoint')).text.split('\n')[1];
      await until(async () => (await size()) === String(n + 1), 'the checkpoint');
    }
    const signedBefore = clock.now();
    const countSigned = async () => {
      const [row] = await database.sql(`SELECT count(*)::int AS count FROM ${signed} WHERE at <= $1`, [
        signedBefore,
      ]);
      return row.count;
    };
    assert.ok((await countSigned()) >= 3);
    const pruned = (await documented()).filter(({ table, task }) => task && table !== signed);
    for (const { table } of [{ table: 'job' }, ...pruned]) {
      const columns = await database.sql(
        `SELECT column_name AS name, data_type AS type FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name = $1 AND is_identity = 'NO' AND is_generated = 'NEVER'`,
        [table],
      );
      const values = columns.map(({ name, type }) => {
        const value = readyRows[table]?.[name] ?? defaultValues[type];
        assert.ok(value, `${table}.${name} is ${type}`);
        return value;
      });
      // Without the rows that it refers to.
      await database.sql(`DO $$ BEGIN SET LOCAL session_replication_role = replica;
        INSERT INTO ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) VALUES (${values.join(', ')}); END $$`);
    }
    clock.forward(2 * dayMs);
    await tasksDone(fresh);
    assert.equal(await countSigned(), 1, 'the last checkpoint of the hour');
    for (const { table, task } of pruned) {
      const times = await database.sql(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()
           AND table_name = $1 AND data_type IN ('timestamp with time zone', 'date')`,
        [table],
      );
      const isOld = times.map(({ name }) => `"${name}" = ${old}`).join(' OR ') || 'true';
      const [{ count }] = await database.sql(`SELECT count(*)::int AS count FROM ${table} WHERE ${isOld}`);
      assert.equal(count, keepsNewest.includes(table) ? 1 : 0, `${table} is pruned by "${task}"`);
    }
  } finally {
    await fresh.stop();
  }
});
