import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDnsServer } from '../../../counterparts/dns-server.ts';
import { startApp } from '../../../harness/app.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { onDatabase, spawnKith } from '../../../harness/process.ts';
import { until } from '../../../harness/until.ts';

const unreachableUrl = 'http://127.0.0.1:2/';
const unreachable = Object.fromEntries(
  ['ETH', 'BASE', 'ARBITRUM', 'OPTIMISM', 'POLYGON'].map((chain) => [`KITH_RPC_${chain}`, unreachableUrl]),
);

test('kill -9 during a self-test: nothing of it is shown, and it is run again, once', async (t) => {
  const zone = { '*.com': 'servfail', '*.org': 'servfail', '*.nl': 'servfail' } as const;
  const silent = await startDnsServer(
    Object.fromEntries(Object.keys(zone).map((names) => [names, 'drop' as const])),
  );
  const failing = await startDnsServer({ ...zone, '*.wikipedia.org': 'servfail', '*.w3.org': 'servfail' });
  t.after(() => Promise.all([silent.close(), failing.close()]));
  const database = await freshDatabase();
  t.after(() => database.drop());
  const env = (dns: string) => ({
    ...onDatabase(database),
    ...unreachable,
    KITH_DNS_SERVERS: dns,
    KITH_SELFTEST_INTERVAL_S: '86400',
    KITH_BROWSER: 'off',
    KITH_RDAP_BOOTSTRAP_URL: unreachableUrl,
    KITH_VIES_URL: unreachableUrl,
  });
  const runs = async () => (await database.sql('SELECT count(*)::int AS runs FROM selftest_run'))[0].runs;

  const first = await spawnKith(t, env(silent.address));
  // Some skills have responded by then, others wait for a response that never comes.
  await until(() => silent.asked.some(({ name }) => name === 'example.com'));
  const { json: before } = await first.utility.get('/selftest');
  assert.deepEqual([before.run_at, before.passed, before.results], [null, 0, []]);
  await first.kill('SIGKILL');
  assert.equal(await runs(), 0);

  // The 30 seconds after which a dead process's work is taken over.
  const [task] = await database.sql(
    `UPDATE task SET lease_until = now() - interval '1 second' WHERE kind = 'test the skills' RETURNING attempts`,
  );
  assert.equal(task.attempts, 1, 'it was working');
  const second = await startApp(t, { env: env(failing.address), database });
  const report = await until(async () => {
    const { json } = await second.utility.get('/selftest?history=30');
    return json.run_at !== null && json;
  });
  assert.deepEqual(
    [report.count, report.passed + report.failed + report.unreachable, report.history.length],
    [29, 29, 1],
  );
  const [rendering] = report.facilities;
  assert.deepEqual([rendering.skill, rendering.outcome], ['render', 'skipped']);
  assert.match(rendering.error, /turned the browser off/);
  assert.equal(
    report.failed,
    0,
    JSON.stringify(report.results.filter((each: { outcome: string }) => each.outcome === 'failed')),
  );
  assert.ok(new Date(report.next_run_at) > new Date(), report.next_run_at);
  assert.equal(await runs(), 1);
});
