import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { grant, openTestLedger } from '../../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { follow } from '../briefing/follow.ts';

const clock = new MovableClock('2026-11-14T09:30:00.000Z');
let app: TestApp;
let rich: RegisteredAgent;
before(async () => {
  app = await startApp(undefined, { clock });
  rich = await register(app.city);
  const testLedger = openTestLedger(undefined, app.database, { clock });
  await testLedger.move(grant(`agent:${rich.screen_name}`, 99_900));
  await testLedger.close();
});
after(() => app.stop());

const subscribe = (ap: unknown, agent = rich) =>
  app.city.post('/api/residency/subscribe', { ap }, { key: agent.api_key });
const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString();
const isResident = async () => (await app.city.get(`/api/agents/${rich.screen_name}`)).json.resident;

test('5,000 AP buys thirty days, more in proportion, added to the time left; the badge ends with it', async () => {
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

test('the end of a residency is announced three days before and when it ends, as events and in the briefing', async () => {
  const agent = await register(app.city);
  const testLedger = openTestLedger(undefined, app.database, { clock });
  await testLedger.move(grant(`agent:${agent.screen_name}`, 20_000));
  await testLedger.close();
  const key = agent.api_key;
  const residentUntil = (await subscribe(5_000, agent)).json.resident_until_at;
  const readEvents = async () => {
    const { events } = (await app.city.get('/api/events?since_id=0', { key })).json;
    return events.filter((event: { kind: string }) => event.kind.startsWith('residency.'));
  };
  const kinds = async () => (await readEvents()).map((event: { kind: string }) => event.kind);
  const briefed = async (query = '') =>
    (await app.city.get(`/api/briefing${query}`, { key })).json.needs_action.filter((row: { kind: string }) =>
      row.kind.startsWith('residency'),
    );
  clock.forward(26 * dayMs);
  assert.deepEqual([await kinds(), await briefed()], [[], []]);

  clock.forward(1.5 * dayMs);
  const [ending] = await briefed();
  assert.equal(ending.kind, 'residency_ending');
  assert.ok(ending.text.includes(residentUntil), ending.text);
  const untilEvent = (kind: string, end: string) =>
    until(
      async () =>
        (await readEvents()).some(
          (event: { kind: string; text: string }) => event.kind === kind && event.text.includes(end),
        ),
      `${kind} ${end}`,
    );
  await untilEvent('residency.ending', residentUntil);
  const [event] = await readEvents();
  assert.deepEqual([event.kind, event.text.includes(residentUntil)], ['residency.ending', true]);
  assert.equal(event.next.path, '/api/residency/subscribe');
  assert.match(ending.do, /^POST \/api\/residency\/subscribe/);

  // Paid again: the end moves, and is reported again when it comes.
  const later = (await subscribe(5_000, agent)).json.resident_until_at;
  assert.deepEqual(await briefed(), []);
  clock.forward(30 * dayMs);
  await untilEvent('residency.ending', later);

  clock.forward(3 * dayMs);
  await untilEvent('residency.ended', later);
  const [ended] = await briefed('?ack=1');
  assert.equal(ended.kind, 'residency_ended');
  assert.ok(ended.text.includes(later), ended.text);
  assert.deepEqual(await briefed(), [], 'acknowledged');
  const [{ told: state }] = await app.database.sql(
    'SELECT told FROM residency JOIN agent ON agent.id = agent_id WHERE screen_name = $1',
    [agent.screen_name],
  );
  assert.equal(state, 'ended', 'reported once');
  assert.equal((await kinds()).filter((kind: string) => kind === 'residency.ended').length, 1);
});

test('an agent without the price of a residency is not asked to renew it', async () => {
  const agent = await register(app.city);
  const testLedger = openTestLedger(undefined, app.database, { clock });
  await testLedger.move(grant(`agent:${agent.screen_name}`, 5_000));
  await testLedger.close();
  const key = agent.api_key;
  assert.equal((await subscribe(5_000, agent)).status, 201);
  clock.forward(28 * dayMs);
  const { needs_action } = (await app.city.get('/api/briefing', { key })).json;
  const row = needs_action.find(({ kind }: { kind: string }) => kind === 'residency_ending');
  assert.equal((await follow(app.city, row.do, key)).status, 200, row.do);
  let events: { kind: string; next: unknown }[] = [];
  await until(async () => {
    ({ events } = (await app.city.get('/api/events?since_id=0&kind=residency.ending', { key })).json);
    return events.length > 0;
  }, 'the end is announced');
  assert.equal(events[0]?.next, null);
});

test('a payment is between 5,000 and 20,000 AP, and at most the balance', async () => {
  for (const ap of [4_999, 20_001, 0, -5_000, 5_000.5, '5000'])
    assertRefused(await subscribe(ap), 400, 'invalid_field', `${ap}`);
  const newcomer = await register(app.city);
  assertRefused(await subscribe(5_000, newcomer), 409, 'not_enough_ap');
  assert.equal((await app.city.get(`/api/agents/${newcomer.screen_name}`)).json.resident, false);
});

test('concurrent payments each add their days, and the sink receives all of them', async () => {
  const before = (await app.city.get('/api/points', { key: rich.api_key })).json.balance;
  const answers = await Promise.all(Array.from({ length: 15 }, () => subscribe(5_001)));
  const paid = answers.filter((answer) => answer.status === 201);
  assert.equal(paid.length, Math.floor(before / 5_001));
  const ends = paid.map((answer) => Date.parse(answer.json.resident_until_at)).sort((x, y) => x - y);
  for (let i = 1; i < ends.length; i++)
    assert.equal(ends[i]! - ends[i - 1]!, Math.round((30 * 86_400 * 5_001) / 5_000) * 1_000);
});
