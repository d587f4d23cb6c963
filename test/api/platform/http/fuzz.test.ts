import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  waitUntilSealed,
} from '../../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../../harness/app.ts';
import { randomAddress, register } from '../../../harness/client.ts';
import { fuzz } from '../../../harness/fuzz/fuzzer.ts';

/** Set by `npm run fuzz`; a short run of another seed every day is part of the tests. */
const minutes = Number(process.env.KITHFUZZ_MINUTES ?? 0);
const seed = Number(process.env.KITHFUZZ_SEED ?? Math.floor(Date.now() / 86_400_000));
const timeout = minutes * 60_000 + 300_000;

const from = () => ({ headers: { 'x-forwarded-for': randomAddress() } });

test('no generated call fails, hangs or is answered with what the document does not say', {
  timeout,
}, async (t) => {
  t.diagnostic(`seed ${seed}`);
  // Calls to the internet fail at once, and no worker renders videos.
  const env = { KITH_TRUST_PROXY: '127.0.0.1', KITH_DNS_SERVERS: '127.0.0.1:9', KITH_ROLES: 'city,utility' };
  const app = await startApp(t, { env });
  const ledger = openTestLedger(t, app.database, { connections: 2 });
  const join = async () => {
    const agent = await register(app.city);
    const ally = await app.utility.post('/ally/register', { agent: agent.screen_name }, from());
    assert.equal(ally.status, 201, ally.text);
    await ledger.move(grant(`agent:${agent.screen_name}`, 100_000));
    return { ...agent, ally: String(ally.json.key) };
  };
  const short = { rounds: 1, endsAt: performance.now() + 120_000 };
  const long = { rounds: Number.POSITIVE_INFINITY, endsAt: performance.now() + minutes * 60_000 };
  const report = await fuzz([app.city, app.utility], join, { seed, ...(minutes > 0 ? long : short) });
  const outcomes = [...report.byOutcome].sort().map(([outcome, n]) => `${outcome}: ${n}`);
  t.diagnostic(`${report.calls} calls; ${outcomes.join(', ')}`);
  t.diagnostic(`never successful: ${report.neverSucceeded.join(', ')}`);
  const kinds = [...new Set(report.faults)];
  assert.deepEqual(kinds, [], `npm run fuzz -- --seed ${seed}\n${kinds.slice(0, 30).join('\n')}`);
  assert.ok(report.calls > 500, `only ${report.calls} calls`);
  await waitUntilSealed(app.database);
  await assertLedgerConsistent(app.database, ledger);
});
