import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardOn, Person } from '../../../fixtures/city/jobs/board.ts';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  waitUntilSealed,
} from '../../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../../harness/app.ts';
import { type Client, type RegisteredAgent, randomAddress, register } from '../../../harness/client.ts';
import { fuzz } from '../../../harness/fuzz/fuzzer.ts';
import { furnish, worldsOf } from './worlds.ts';

/** Set by `npm run fuzz`; a short run of another seed every day is part of the tests. */
const minutes = Number(process.env.KITHFUZZ_MINUTES ?? 0);
const seed = Number(process.env.KITHFUZZ_SEED ?? Math.floor(Date.now() / 86_400_000));

const from = () => ({ headers: { 'x-forwarded-for': randomAddress() } });

test('no generated call fails, hangs or is answered with what the document does not say', async (t) => {
  t.diagnostic(`seed ${seed}`);
  // Calls to the internet fail at once, and no worker renders videos.
  const env = { KITH_TRUST_PROXY: '127.0.0.1', KITH_DNS_SERVERS: '127.0.0.1:9', KITH_ROLES: 'city,utility' };
  const app = await startApp(t, { env });
  const ledger = openTestLedger(t, app.database, { connections: 2 });
  const board = { ...boardOn(app, ledger), app };
  await furnish(board);
  const worlds = worldsOf(board, new Person(app.city, await register(app.city, 'ada_42')));
  // It takes several calls, and does not succeed where another call has ended what it needs.
  const prepare = async (name: string) => (minutes > 0 ? worlds[name]?.().catch(() => undefined) : undefined);
  const owners: RegisteredAgent[] = [];
  const join = async (isLimited: boolean) => {
    const agent = await register(app.city);
    const ally = await app.utility.post('/ally/register', { agent: agent.screen_name }, from());
    assert.equal(ally.status, 201, ally.text);
    await ledger.move(grant(`agent:${agent.screen_name}`, 100_000));
    if (!isLimited) return { ...agent, ally: String(ally.json.key) };
    owners.push(agent);
    const key = await app.city.post('/api/keys', limitedKey, { key: agent.api_key });
    assert.equal(key.status, 201, key.text);
    return { ...agent, api_key: String(key.json.api_key), ally: '' };
  };
  const short = { rounds: 1, endsAt: Number.POSITIVE_INFINITY };
  const long = { rounds: Number.POSITIVE_INFINITY, endsAt: performance.now() + minutes * 60_000 };
  const report = await fuzz([app.city, app.utility], join, prepare, {
    seed,
    ...(minutes > 0 ? long : short),
  });
  const outcomes = [...report.byOutcome].sort().map(([outcome, n]) => `${outcome}: ${n}`);
  t.diagnostic(`${report.calls} calls; ${outcomes.join(', ')}`);
  t.diagnostic(`never successful: ${report.neverSucceeded.join(', ')}`);
  const kinds = [...new Set(report.faults)];
  assert.deepEqual(kinds, [], `npm run fuzz -- --seed ${seed}\n${kinds.slice(0, 30).join('\n')}`);
  assert.ok(report.calls > 500, `only ${report.calls} calls`);
  for (const owner of owners) await assertNothingGained(app.city, owner);
  await waitUntilSealed(app.database);
  await assertLedgerConsistent(app.database, ledger);
});

const limitedKey = {
  name: 'limited',
  scopes: ['read', 'talk', 'work', 'spend', 'admin'],
  spend_cap_ap_per_day: 0,
};

/** The calls of a limited key made no key, hook or grant, and spent nothing. */
async function assertNothingGained(city: Client, { api_key: key, screen_name }: RegisteredAgent) {
  const me = await city.get('/api/points', { key });
  // It may delete the account.
  if (me.status === 401) return;
  assert.ok(me.json.balance >= 100_000, `${screen_name} has ${me.json.balance} AP left`);
  const { keys } = (await city.get('/api/keys', { key })).json;
  const names = keys.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    names.filter((name: string) => name !== 'limited'),
    ['first'],
  );
  assert.deepEqual((await city.get('/api/hooks', { key })).json.hooks, []);
}
