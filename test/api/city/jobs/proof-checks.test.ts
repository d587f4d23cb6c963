import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { ask, claimIs, claimOf, done, openBoard } from '../../../fixtures/city/jobs/board.ts';
import { MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-05-01T00:00:00Z');
const board = await openBoard({ clock, env: { KITH_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const { join, joinRich, escrowOf } = board;

test('the city runs a job’s checks on a proof, and with auto pays when they pass', async () => {
  const page = createServer((_, response) => response.end('{"papers": 3}')).listen(0, '127.0.0.1');
  after(() => page.close());
  await new Promise((resolve) => page.once('listening', resolve));
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/result.json`;
  const [poster, ada] = [await joinRich(1_000), await join()];
  const schema = { type: 'object', required: ['papers'], properties: { papers: { minimum: 3 } } };
  const checks = [
    { kind: 'json_schema', schema },
    { kind: 'url', contains: 'papers' },
    { kind: 'words', max: 5 },
  ];
  const { id } = await done(poster.post({ ...ask, checks, auto: true }));
  await done(ada.accept(id));
  await done(ada.submit(id, 'I read them all, believe me'));
  await until(async () => (await claimOf(ada, id)).checks !== null, 'checked');
  const failed = await claimOf(ada, id);
  assert.deepEqual(
    failed.checks.map((result: { passed: boolean }) => result.passed),
    [false, false, false],
  );
  assert.equal(failed.status, 'submitted', 'a failed check leaves the decision to the payer');
  const { events } = await done(poster.call('GET', '/api/events?kind=job.checked'));
  assert.match(events[0].text, /was checked\. Failed checks: json_schema \(.*, url \(.*, words \(/);
  assert.equal(events[0].next.path, `/api/exchange/${id}/claims`);
  await done(ada.amend(id, url));
  await claimIs(ada, id, 'approved');
  assert.deepEqual([await ada.balance(), await escrowOf(id)], [120, 0]);
  const refused = [
    { checks: [{ kind: 'words' }] },
    { checks: [{ kind: 'json_schema', schema: { properties: { a: { pattern: '(a+)+$' } } } }] },
    { auto: true },
  ];
  for (const fields of refused) assertRefused(await poster.post({ ...ask, ...fields }), 400, 'invalid_field');
});

test('a document as large as an upload is checked by its sha256; a larger one fails its check', async () => {
  const sizes: Record<string, number> = { '/fits': 5_000_000, '/larger': 5_000_001 };
  const page = createServer(({ url = '' }, response) => response.end(Buffer.alloc(sizes[url] ?? 0, 'a')));
  page.listen(0, '127.0.0.1');
  after(() => page.close());
  await new Promise((resolve) => page.once('listening', resolve));
  const origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  const [poster, ada] = [await joinRich(1_000), await join()];
  const sha256 = createHash('sha256').update(Buffer.alloc(5_000_000, 'a')).digest('hex');
  const { id } = await done(poster.post({ ...ask, checks: [{ kind: 'sha256', sha256 }], auto: true }));
  await done(ada.accept(id));
  await done(ada.submit(id, `${origin}/larger`));
  await until(async () => (await claimOf(ada, id)).checks !== null, 'checked');
  assert.match((await claimOf(ada, id)).checks[0].detail, /^the URL could not be read/);
  await done(ada.amend(id, `${origin}/fits`));
  await claimIs(ada, id, 'approved');
});

test('a schema that takes minutes to test fails its check, and the city answers meanwhile', async () => {
  const items = Array.from({ length: 120_000 }, (_, i) => `[${i}]`);
  const page = createServer((_, response) => response.end(`[${items.join()}]`)).listen(0, '127.0.0.1');
  after(() => page.close());
  await new Promise((resolve) => page.once('listening', resolve));
  const [poster, ada] = [await joinRich(1_000), await join()];
  const check = { kind: 'json_schema', schema: { uniqueItems: true } };
  const { id } = await done(poster.post({ ...ask, checks: [check], auto: true }));
  await done(ada.accept(id));
  await done(ada.submit(id, `http://127.0.0.1:${(page.address() as AddressInfo).port}/`));
  await until(async () => (await claimOf(ada, id)).checks !== null, 'checked');
  const detail = 'testing the JSON against the schema takes too long';
  assert.deepEqual((await claimOf(ada, id)).checks, [{ kind: 'json_schema', passed: false, detail }]);
});

test('a check that cannot mean what it says is refused, naming the field', async () => {
  const poster = await joinRich(1_000);
  const nested = Array.from({ length: 30 }).reduce<object>((inner) => ({ not: inner }), {});
  const wrong = [
    [
      { kind: 'json_schema', schema: { typ: 'object' } },
      /checks\[0\]: schema has typ, which is not a keyword/,
    ],
    [{ kind: 'json_schema', schema: { items: { requird: ['a'] } } }, /schema has requird/],
    [{ kind: 'json_schema', schema: { $async: true } }, /schema has \$async/],
    [{ kind: 'json_schema', schema: { type: 'objct' } }, /not a valid JSON Schema: schema\/type must be/],
    [{ kind: 'json_schema', schema: nested }, /nest at most 20 levels/],
    [{ kind: 'sha256', sha256: 'A'.repeat(64) }, /^checks\.0\.sha256 must be 64 hexadecimal digits/],
    [{ kind: 'words', mim: 3 }, /^checks\.0\.mim is not a field/],
    [{ kind: 'regex' }, /^checks\.0\.kind must be one of json_schema, sha256, url, words, skill$/],
  ] as const;
  for (const [check, said] of wrong) {
    const answer = await poster.post({ ...ask, checks: [check] });
    assertRefused(answer, 400, 'invalid_field');
    assert.match(answer.json.error, said);
  }
  // Markup is a text like any other; what a document prints in its place is not.
  assertRefused(
    await poster.post({ ...ask, checks: [{ kind: 'url', contains: '<contains>' }] }),
    400,
    'invalid_field',
  );
  await done(poster.post({ ...ask, checks: [{ kind: 'url', contains: '<h1>' }] }));
  // Property names are not keywords.
  const schema = { properties: { pattern: { type: 'string' }, requird: {} }, default: { $ref: 1 } };
  await done(poster.post({ ...ask, checks: [{ kind: 'json_schema', schema }] }));
});

test('a skill check runs a data skill on the proof, records its answer and counts for auto', async () => {
  const [poster, ada] = [await joinRich(1_000), await join()];
  const check = {
    kind: 'skill',
    skill: 'json-repair',
    params: { json: '{artifact}' },
    expect: { valid_before: true, json: { papers: [{ id: 3 }] } },
  };
  const { id } = await done(poster.post({ ...ask, checks: [check], auto: true }));
  await done(ada.accept(id));
  await done(ada.submit(id, '{papers: [{id: 3}]}'));
  await until(async () => (await claimOf(ada, id)).checks !== null, 'checked');
  const detail = 'json-repair returned {"json":{"papers":[{"id":3}]},"valid_before":false}';
  for (const reader of [ada, poster])
    assert.deepEqual((await claimOf(reader, id)).checks, [{ kind: 'skill', passed: false, detail }]);
  await done(ada.amend(id, '{"papers": [{"id": 2}, {"id": 3}]}'));
  await claimIs(ada, id, 'approved');
  assert.deepEqual([await ada.balance(), await escrowOf(id)], [120, 0]);
});

test('skill checks that cannot run or match are refused when posting, naming the field', async () => {
  const poster = await joinRich(1_000);
  const right = {
    kind: 'skill',
    skill: 'dns-lookup',
    params: { domain: '{proof}' },
    expect: { domain: 'a.example' },
  };
  const wrong = [
    [{ skill: 'dns-lokup' }, /checks\[0\]: there is no skill dns-lokup/],
    [{ params: { domian: '{proof}' } }, /checks\[0\]: params/],
    [{ params: {} }, /checks\[0\]: params/],
    [{ params: { domain: '{proof}'.repeat(600) } }, /checks\[0\]: params must be at most 4000 characters/],
    [
      { skill: 'json-repair', params: { json: '{proof}' }, expect: { json: Array(17).fill({}) } },
      /at most 16 objects and lists inside lists/,
    ],
    [{ expect: {} }, /checks\[0\]: expect must name/],
    [{ expect: { record: {} } }, /checks\[0\]: expect\.record is not a field/],
    [{ expect: { domain: 5 } }, /checks\[0\]: expect\.domain must be string, not integer/],
    [
      { expect: { records: { MX: [{ priority: 'ten' }] } } },
      /expect\.records\.MX\[0\]\.priority must be integer/,
    ],
  ] as const;
  for (const [change, said] of wrong) {
    const answer = await poster.post({ ...ask, checks: [{ ...right, ...change }] });
    assertRefused(answer, 400, 'invalid_field');
    assert.match(answer.json.error, said);
  }
  await done(poster.post({ ...ask, checks: [right] }));
});

test('a skill check whose parameters the proof makes too long is not called', async () => {
  const [poster, ada] = [await joinRich(1_000), await join()];
  const check = {
    kind: 'skill',
    skill: 'json-repair',
    params: { json: '{proof}'.repeat(500) },
    expect: { truncated: false },
  };
  const { id } = await done(poster.post({ ...ask, checks: [check] }));
  await done(ada.accept(id));
  await done(ada.submit(id, '1'.repeat(8_000)));
  await until(async () => (await claimOf(ada, id)).checks !== null, 'checked');
  const detail =
    'json-repair was not called: its parameters have 4000000 characters with the proof; at most 100000';
  assert.deepEqual((await claimOf(ada, id)).checks, [{ kind: 'skill', passed: false, detail }]);
});

test('skill checks stop at the poster’s daily quota; the claim waits for the poster', async () => {
  const [poster, ada] = [await joinRich(1_000), await join()];
  const check = {
    kind: 'skill',
    skill: 'json-repair',
    params: { json: '{proof}' },
    expect: { truncated: false },
  };
  const { id } = await done(poster.post({ ...ask, checks: [check], auto: true }));
  await board.database.sql(
    `INSERT INTO limit_use (name, subject, window_at, used)
     SELECT 'skill-check', 'agent:' || id, date_trunc('day', $2::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 100
     FROM agent WHERE screen_name = $1`,
    [poster.name, clock.now()],
  );
  await done(ada.accept(id));
  await done(ada.submit(id, '{}'));
  await until(async () => (await claimOf(ada, id)).checks !== null, 'checked');
  const { checks, status } = await claimOf(ada, id);
  assert.deepEqual([status, checks[0].passed], ['submitted', false]);
  assert.match(checks[0].detail, /100 skill checks per day of the poster/);
});

test('a skill check whose upstream fails is repeated, and costs the poster one call', async () => {
  let refusals = 3;
  const page = createServer((request, response) => {
    if (refusals-- > 0) return request.socket.destroy();
    response.setHeader('content-type', 'text/html').end('<title>Ready</title>');
  }).listen(0, '127.0.0.1');
  after(() => page.close());
  await new Promise((resolve) => page.once('listening', resolve));
  const [poster, ada] = [await joinRich(1_000), await join()];
  const check = {
    kind: 'skill',
    skill: 'url-metadata',
    params: { url: `http://127.0.0.1:${(page.address() as AddressInfo).port}/` },
    expect: { title: 'Ready' },
  };
  const { id } = await done(poster.post({ ...ask, checks: [check], auto: true }));
  await done(ada.accept(id));
  await done(ada.submit(id, 'it is ready'));
  await until(async () => {
    clock.forward(60_000);
    return (await claimOf(ada, id)).status === 'approved';
  }, 'approved');
  const used = await board.database.sql(
    `SELECT used FROM limit_use JOIN agent ON subject = 'agent:' || agent.id
     WHERE name = 'skill-check' AND screen_name = $1`,
    [poster.name],
  );
  assert.deepEqual(used, [{ used: 1 }]);
});
