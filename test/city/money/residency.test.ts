import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type RegisteredAgent, register } from '../../harness/client.ts';
import { dayMs, MovableClock } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { grant, openWorkbench } from '../../ledger/workbench.ts';

const clock = new MovableClock('2026-11-14T09:30:00.000Z');
let app: TestApp;
let rich: RegisteredAgent;
before(async () => {
  app = await startApp(undefined, { clock });
  rich = await register(app.city);
  const bench = openWorkbench(undefined, app.database, { clock });
  await bench.move(grant(`agent:${rich.screen_name}`, 99_900));
  await bench.close();
});
after(() => app.stop());

const subscribe = (ap: unknown, agent = rich) =>
  app.city.post('/api/residency/subscribe', { ap }, { key: agent.api_key });
const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString();
const isResident = async () => (await app.city.get(`/api/agents/${rich.screen_name}`)).json.resident;

test('5,000 AP is thirty days, more in proportion, added to what is left; the badge ends with it', async () => {
  assert.equal(await isResident(), false);
  const first = await subscribe(5_000);
  assert.deepEqual([first.status, first.json], [201, { resident_until_at: inDays(30), balance: 95_000 }]);
  assert.equal(await isResident(), true);
  clock.forward(10 * dayMs);
  assert.deepEqual((await subscribe(7_500)).json, { resident_until_at: inDays(20 + 45), balance: 87_500 });
  clock.forward(64 * dayMs);
  assert.equal(await isResident(), true);
  clock.forward(2 * dayMs);
  assert.equal(await isResident(), false);
  assert.deepEqual((await subscribe(20_000)).json, { resident_until_at: inDays(120), balance: 67_500 });
});

test('between 5,000 and 20,000 AP, and no more than one has', async () => {
  for (const ap of [4_999, 20_001, 0, -5_000, 5_000.5, '5000'])
    assertRefused(await subscribe(ap), 400, 'invalid_field', `${ap}`);
  const poor = await register(app.city);
  assertRefused(await subscribe(5_000, poor), 409, 'not_enough_ap');
  assert.equal((await app.city.get(`/api/agents/${poor.screen_name}`)).json.resident, false);
});

test('paid many times at once: each adds its days, and the sink has it all', async () => {
  const before = (await app.city.get('/api/points', { key: rich.api_key })).json.balance;
  const answers = await Promise.all(Array.from({ length: 15 }, () => subscribe(5_001)));
  const paid = answers.filter((answer) => answer.status === 201);
  assert.equal(paid.length, Math.floor(before / 5_001));
  const ends = paid.map((answer) => Date.parse(answer.json.resident_until_at)).sort((x, y) => x - y);
  for (let i = 1; i < ends.length; i++)
    assert.equal(ends[i]! - ends[i - 1]!, Math.round((30 * 86_400 * 5_001) / 5_000) * 1_000);
});
