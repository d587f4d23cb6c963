import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startDnsServer } from '../../../counterparts/dns-server.ts';
import { noWebPorts, startInternet } from '../../../fixtures/utility/internet.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { connect } from '../../mcp/connect.ts';

interface Result {
  skill: string;
  passed: boolean;
  outcome: string;
  ms: number;
  checked: string;
  error: string | null;
}

/** The report of the run that began at or after this time. */
async function reportSince({ utility }: TestApp, since: Date) {
  for (;;) {
    const { status, json } = await utility.get('/selftest?history=30');
    assert.equal(status, 200);
    if (json.run_at !== null && new Date(json.run_at) >= since) return json;
    await pause(50);
  }
}

const outcomes = (results: readonly Result[]) =>
  Object.fromEntries(
    results.map(({ skill, outcome, error }) => [skill, error ? `${outcome}: ${error}` : outcome]),
  );
const withoutNeeds = ['json-repair', 'text-entities'];

test('every skill runs as in its example and in the self-test', { skip: noWebPorts }, async (t) => {
  const internet = await startInternet(t);
  const clock = new MovableClock('2026-11-15T08:00:00.000Z');
  const own = { KITH_HOST: internet.host, KITH_UTILITY_PORT: '4020', KITH_BASE_URL: 'http://kith.test:4020' };
  const daily = { ...internet.env, KITH_SELFTEST_INTERVAL_S: '86400', KITH_BROWSER: 'off' };
  const world = await startWorld(t, { zone: internet.zone, env: { ...daily, ...own }, clock });
  const { utility, ally } = world;
  const { json: catalogue } = await utility.get('/skills');
  const { json: index } = await utility.get('/', { headers: { accept: 'application/json' } });
  assert.deepEqual([index.count, index.skills], [29, catalogue.skills], 'the index holds the catalogue');
  const ids: string[] = catalogue.skills.map(({ path }: { path: string }) => path.slice(1));

  await t.test('at the first start all skills are tested, and nobody is charged', async () => {
    const report = await reportSince(world, new Date('2026-11-15T08:00:00.000Z'));
    assert.deepEqual(outcomes(report.results), Object.fromEntries(ids.map((id) => [id, 'passed'])));
    const facilities = { render: 'skipped: The operator turned the browser off' };
    assert.deepEqual(outcomes(report.facilities), facilities);
    assert.deepEqual([report.passed, report.failed, report.unreachable, report.count], [29, 0, 0, 29]);
    const next = new Date(report.next_run_at).getTime() - new Date(report.run_at).getTime();
    assert.ok(next > 0 && next <= dayMs, report.next_run_at);
    const page = report.results.find(({ skill }: Result) => skill === 'html-table');
    assert.match(page.checked, /^http:\/\/kith\.test:4020\/selftest\/page: /);
    const { headers } = await utility.get('/dns-lookup?domain=example.com', { ally });
    assert.equal(headers['ratelimit-remaining'], '99', 'only this call');
    assert.deepEqual(report.history.length, 1);
  });

  await t.test('the catalogue example gives the same result by HTTP, A2A and MCP', async () => {
    const mcp = await connect(utility.url, { headers: { 'x-ally-key': ally } });
    for (const { path, params } of catalogue.skills) {
      const skill = path.slice(1);
      const given = Object.fromEntries(
        params.flatMap(({ name, example }: { name: string; example: unknown }) =>
          example === null ? [] : [[name, example]],
        ),
      );
      const { example } = catalogue.skills.find((each: { path: string }) => each.path === path);
      const http = await utility.get(example.replace('&free=1', ''), { ally });
      assert.equal(http.status, 200, `${example}: ${http.text}`);
      const parts = [{ kind: 'data', data: { skill, params: given } }];
      const message = { kind: 'message', role: 'user', messageId: 'm', parts };
      const a2a = await utility.post('/a2a', {
        jsonrpc: '2.0',
        id: 1,
        method: 'message/send',
        params: { message },
      });
      const called = await mcp.ok('call_skill', { skill, params: given });
      const [first, second, third] = [http.json, a2a.json.result?.parts[0].data, called].map(steady);
      assert.deepEqual(second, first, `${skill} by A2A`);
      assert.deepEqual(third, first, `${skill} by MCP`);
    }
  });

  await t.test('the A2A card has a one-line example per skill, and each works', async () => {
    const { json: card } = await utility.get('/.well-known/agent-card.json');
    for (const { id, examples } of card.skills) {
      const parts = [{ kind: 'text', text: examples[0] }];
      const message = { kind: 'message', role: 'user', messageId: 'm', parts };
      const { json } = await utility.post('/a2a', {
        jsonrpc: '2.0',
        id: 1,
        method: 'message/send',
        params: { message },
      });
      assert.ok(json.result?.parts?.[0]?.data, `${id}: ${JSON.stringify(json.error)}`);
    }
  });
  await world.kith.stop();

  await t.test('the day after: broken skills are distinguished from missing upstreams', async () => {
    clock.forward(dayMs);
    internet.down.add('en.wikipedia.org');
    internet.transactions.clear();
    internet.vat.IE6388047V = { error: 'VAT_NOT_FOUND_IN_A_STRANGE_WAY' };
    const dns = await startDnsServer(internet.zone);
    t.after(() => dns.close());
    const env = { ...daily, KITH_DNS_SERVERS: dns.address, KITH_OUTBOUND_ALLOW: '127.0.0.0/8' };
    const two = await Promise.all([0, 1].map(() => startApp(t, { env, clock, database: world.database })));
    const report = await reportSince(two[0]!, clock.now());
    const needsArticle = [
      'tech-detect',
      'redirect-trace',
      'robots-analyze',
      'structured-data',
      'readability',
      'brand-assets',
      'lang-hreflang',
    ];
    const skills = report.results as Result[];
    for (const { skill, outcome, error, checked } of skills) {
      const expected =
        skill === 'vies-check'
          ? 'failed'
          : needsArticle.includes(skill) || skill === 'tx-status'
            ? 'unreachable'
            : 'passed';
      assert.equal(outcome, expected, `${skill}: ${error}`);
      if (skill === 'tx-status') assert.match(error ?? '', /no node of eth has the transaction/);
      else if (outcome === 'unreachable') assert.match(error ?? '', /returned status 503/);
      assert.ok(checked.length > 10);
    }
    assert.deepEqual([report.passed, report.failed, report.unreachable], [20, 1, 8]);
    assert.equal(skills.at(-1)?.passed, false);
    assert.match(skills.at(-1)?.error ?? '', /VAT_NOT_FOUND_IN_A_STRANGE_WAY/);
    assert.deepEqual(
      report.history.map((each: { failed: number; not_passed: unknown[] }) => [
        each.failed,
        each.not_passed.length,
      ]),
      [
        [1, 9],
        [0, 0],
      ],
    );
    const [row] = await world.database.sql('SELECT count(*)::int AS runs FROM selftest_run');
    assert.equal(row.runs, 2, 'two processes make one run per day');
    await Promise.all(two.map((each) => each.stop()));
  });

  await t.test(
    'without internet access no skill that needs it passes, and none is called broken',
    async () => {
      clock.forward(400 * dayMs);
      const unreachableUrl = 'http://127.0.0.1:2/';
      const dns = await startDnsServer({
        '*.com': 'servfail',
        '*.org': 'servfail',
        '*.wikipedia.org': 'servfail',
      });
      t.after(() => dns.close());
      const env = {
        ...Object.fromEntries(Object.keys(internet.env).map((name) => [name, unreachableUrl])),
        KITH_SELFTEST_INTERVAL_S: '86400',
        KITH_BROWSER: 'off',
        KITH_DNS_SERVERS: dns.address,
      };
      const app = await startApp(t, { env, clock, database: world.database });
      const report = await reportSince(app, clock.now());
      const skills = report.results as Result[];
      for (const { skill, outcome, error } of skills)
        assert.equal(outcome, withoutNeeds.includes(skill) ? 'passed' : 'unreachable', `${skill}: ${error}`);
      assert.deepEqual([report.passed, report.failed, report.unreachable], [2, 0, 27]);
      assert.equal(report.history.length, 2, 'the first is older than the retention period');
      await app.stop();
      const off = await startApp(t, { database: world.database, clock });
      const { json } = await off.utility.get('/selftest');
      assert.deepEqual([json.next_run_at, json.passed], [null, 2]);
      await off.stop();
    },
  );
});

/** Removes what legitimately differs between calls: ages and times. */
function steady(answer: Record<string, unknown>): unknown {
  const isTime = (field: string) => ['requested_at', 'age', 'ms'].includes(field) || field.endsWith('_ms');
  return JSON.parse(JSON.stringify(answer, (field, value) => (isTime(field) ? undefined : value)));
}
