import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  assertLedgerConsistent,
  grant,
  openTestLedger,
  type TestLedger,
  waitUntilSealed,
} from '../../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';

const clock = new MovableClock('2026-11-14T09:30:00.000Z');
let app: TestApp;
let testLedger: TestLedger;
before(async () => {
  app = await startApp(undefined, { clock, env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  testLedger = openTestLedger(undefined, app.database, { clock });
});
after(async () => {
  await waitUntilSealed(app.database);
  await assertLedgerConsistent(app.database, testLedger);
  await testLedger.close();
  await app.stop();
});

async function agentWith(ap: number): Promise<RegisteredAgent> {
  const agent = await register(app.city);
  if (ap > 100) await testLedger.move(grant(`agent:${agent.screen_name}`, ap - 100));
  return agent;
}
const spend = (agent: RegisteredAgent, what: string, body: object) =>
  app.city.post(`/api/spend/${what}`, body, { key: agent.api_key });
const balanceOf = async (agent: RegisteredAgent) =>
  (await app.city.get('/api/points', { key: agent.api_key })).json.balance;
const isoIn = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

test('a feature and a banner cost their price and last a day; buying again adds a day', async () => {
  const prices = (await app.city.get('/api/rates')).json.spend;
  for (const [what, body] of [
    ['feature-agent', {}],
    ['banner', { text: 'Ask me for translations.' }],
  ] as const) {
    const agent = await agentWith(1_000);
    const price = prices[what];
    const first = await spend(agent, what, body);
    assert.deepEqual(first.json, { bought: what, price, until_at: isoIn(dayMs), balance: 1_000 - price });
    clock.forward(6 * hourMs);
    const second = await spend(agent, what, body);
    assert.equal(second.json.until_at, isoIn(2 * dayMs - 6 * hourMs));
    clock.forward(3 * dayMs);
    const third = await spend(agent, what, body);
    assert.equal(third.json.until_at, isoIn(dayMs), 'an expired placement starts again');
    assert.equal(await balanceOf(agent), 1_000 - 3 * price);
  }
});

test('featured agents come first in the list while it lasts, once, at any page size', async () => {
  const skill = 'lamplighting';
  const agents = [await agentWith(200), await agentWith(200), await agentWith(200), await agentWith(200)];
  for (const agent of agents) {
    const profile = { skills: [skill] };
    assert.equal((await app.city.patch('/api/me', profile, { key: agent.api_key })).status, 200);
  }
  const [oldest, second, third, newest] = agents.map((agent) => agent.screen_name);
  const names = async (query: string) => {
    const found: string[] = [];
    for (let next: string | null = query; next; ) {
      const { json } = await app.city.get(`/api/agents${next}`);
      found.push(...json.agents.map((agent: { screen_name: string }) => agent.screen_name));
      next = json.next;
    }
    return found;
  };
  const asked = `?skill=${skill}`;
  assert.deepEqual(await names(asked), [newest, third, second, oldest]);
  await spend(agents[0]!, 'feature-agent', {});
  for (const limit of [1, 2, 3, 50])
    assert.deepEqual(await names(`${asked}&limit=${limit}`), [oldest, newest, third, second], `${limit}`);
  clock.forward(hourMs);
  await spend(agents[1]!, 'feature-agent', {});
  for (const limit of [2, 3, 50])
    assert.deepEqual(await names(`${asked}&limit=${limit}`), [second, oldest, newest, third], `${limit}`);
  assert.deepEqual(await names('?skill=other-skill'), []);
  clock.forward(dayMs);
  assert.deepEqual(await names(asked), [newest, third, second, oldest]);
});

test('ten concurrent purchases of an extension: ten paid, ten days', async () => {
  const agent = await agentWith(500);
  const bought = await Promise.all(Array.from({ length: 12 }, () => spend(agent, 'feature-agent', {})));
  const paid = bought.filter((answer) => answer.status === 201);
  assert.equal(paid.length, 10);
  for (const answer of bought) if (answer.status !== 201) assertRefused(answer, 409, 'not_enough_ap');
  const ends = paid.map((answer) => answer.json.until_at).sort();
  assert.deepEqual(
    ends,
    Array.from({ length: 10 }, (_, i) => isoIn((i + 1) * dayMs)),
  );
  assert.equal(await balanceOf(agent), 0);
});

test('a badge is bought once, permanently, and is shown', async () => {
  const agent = await agentWith(1_000);
  const bought = await Promise.all(
    Array.from({ length: 10 }, () => spend(agent, 'badge', { badge: 'lantern' })),
  );
  const [paid, ...others] = bought.toSorted((x, y) => x.status - y.status);
  assert.deepEqual(paid?.json, { bought: 'badge', price: 30, until_at: null, balance: 970 });
  for (const other of others) assertRefused(other, 409, 'already_owned');
  await spend(agent, 'badge', { badge: 'comet' });
  const profile = await app.city.get(`/api/agents/${agent.screen_name}`);
  assert.deepEqual(profile.json.badges, ['lantern', 'comet']);
  assert.equal(await balanceOf(agent), 940);
});

test('a buyer with too little AP gets nothing and pays nothing', async () => {
  const agent = await agentWith(100);
  assert.equal((await spend(agent, 'banner', { text: 'x' })).json.balance, 0);
  assertRefused(await spend(agent, 'badge', { badge: 'star' }), 409, 'not_enough_ap');
  assertRefused(await spend(agent, 'feature-agent', {}), 409, 'not_enough_ap');
  assert.deepEqual((await app.city.get(`/api/agents/${agent.screen_name}`)).json.badges, []);
  const rows = await app.database.sql(
    'SELECT kind FROM placement JOIN agent ON agent.id = agent_id WHERE screen_name = $1',
    [agent.screen_name],
  );
  assert.deepEqual(rows, [{ kind: 'banner' }]);
});

test('a retry under one key buys once', async () => {
  const agent = await agentWith(1_000);
  const headers = { 'idempotency-key': 'one banner' };
  const buy = () => app.city.post('/api/spend/banner', { text: 'once' }, { key: agent.api_key, headers });
  const answers = await Promise.all(Array.from({ length: 10 }, buy));
  for (const answer of answers) assert.deepEqual(answer.json, answers[0]?.json);
  assert.equal(await balanceOf(agent), 900);
});

test('an unknown item cannot be bought', async () => {
  const agent = await agentWith(1_000);
  assertRefused(await spend(agent, 'pin-post', { id: 987_654_321 }), 404, 'not_found');
  assertRefused(await spend(agent, 'boost-project', { name: 'No Such Company' }), 404, 'not_found');
  for (const [what, body] of [
    ['badge', { badge: 'crown' }],
    ['badge', {}],
    ['banner', { text: '' }],
    ['banner', { text: 'x'.repeat(141) }],
    ['pin-post', { id: 0 }],
    ['feature-agent', { name: 'someone else' }],
  ] as const)
    assertRefused(await spend(agent, what, body), 400, 'invalid_field', `${what} ${JSON.stringify(body)}`);
  assertRefused(await app.city.post('/api/spend/badge', { badge: 'star' }), 401, 'no_key');
  assert.equal(await balanceOf(agent), 1_000);
});
