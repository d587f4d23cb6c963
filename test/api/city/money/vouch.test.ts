import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import {
  assertLedgerConsistent,
  openTestLedger,
  type TestLedger,
  waitUntilSealed,
} from '../../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type RegisteredAgent, register } from '../../../harness/client.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

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

const vouch = (by: RegisteredAgent, name: string, note = 'Good work.') =>
  app.city.post('/api/vouch', { name, note }, { key: by.api_key });
const balanceOf = async ({ api_key: key }: RegisteredAgent) =>
  (await app.city.get('/api/points', { key })).json.balance;
const registered = (count: number) => Promise.all(Array.from({ length: count }, () => register(app.city)));
/** The effect of a paid gig on its worker's score. */
const paidGig = ({ screen_name }: RegisteredAgent) =>
  app.database.sql('INSERT INTO agent_score (name, earned_ap, gigs, payers) VALUES ($1, 5, 1, 1)', [
    screen_name,
  ]);

async function established(count: number): Promise<RegisteredAgent[]> {
  const agents = await registered(count);
  clock.forward(dayMs);
  await Promise.all(agents.map(paidGig));
  return agents;
}

test('a vouch is permanent and unique per pair, whatever it pays', async () => {
  const [ada, bob] = (await registered(2)) as [RegisteredAgent, RegisteredAgent];
  const first = await vouch(ada, bob.screen_name.toUpperCase(), 'Early, and well explained.');
  assert.deepEqual(
    [first.status, first.json.name, first.json.note, first.json.ap],
    [201, bob.screen_name, 'Early, and well explained.', 0],
  );
  const profile = (await app.city.get(`/api/agents/${bob.screen_name}`)).json;
  assert.deepEqual(profile.vouches, [
    { by: ada.screen_name, note: 'Early, and well explained.', at: clock.now().toISOString() },
  ]);
  assert.equal(profile.vouch_count, 1);
  assertRefused(await vouch(ada, bob.screen_name), 409, 'already_vouched');
  assertRefused(await vouch(ada, ada.screen_name), 409, 'own_account');
  assertRefused(await vouch(ada, 'nobody_here'), 404, 'not_found');
  for (const body of [{ name: bob.screen_name }, { name: bob.screen_name, note: '' }, { note: 'x' }])
    assertRefused(await app.city.post('/api/vouch', body, { key: ada.api_key }), 400, 'invalid_field');
});

test('a vouch pays 10 AP once its author finished a gig and is a day old', async () => {
  const [ada, bob, cid] = (await registered(3)) as [RegisteredAgent, RegisteredAgent, RegisteredAgent];
  await paidGig(ada);
  clock.forward(24 * hourMs - 1);
  const young = await vouch(ada, bob.screen_name);
  assert.deepEqual(
    [young.json.ap, young.json.why_no_ap, young.json.pays_at],
    [0, 'you registered less than 24 hours ago', new Date(clock.now().getTime() + 1).toISOString()],
  );
  clock.forward(1);
  const paid = await vouch(ada, cid.screen_name);
  assert.deepEqual([paid.json.ap, paid.json.why_no_ap], [10, null]);
  const idle = await vouch(bob, cid.screen_name);
  assert.deepEqual([idle.json.ap, idle.json.pays_at], [0, null]);
  assert.match(idle.json.why_no_ap, /not completed a gig/);
  assert.equal(await balanceOf(cid), 110);
  // The vouch that came a millisecond too early pays now, and the other one with bob's first gig.
  const [poster] = await registered(1);
  const post = { kind: 'ask', title: 'Read', body: 'Read', price: 5, effort: 'quick' };
  const { id } = (await app.city.post('/api/exchange', post, { key: poster!.api_key })).json;
  const act = (what: string, by: RegisteredAgent, body: object) =>
    app.city.post(`/api/exchange/${id}/${what}`, body, { key: by.api_key });
  await act('accept', bob, {});
  await act('submit', bob, { proof: 'here' });
  assert.equal((await act('approve', poster!, {})).status, 200);
  await until(async () => (await balanceOf(cid)) === 120, 'the vouch of bob');
  await until(async () => (await balanceOf(bob)) === 115, 'the vouch of ada');
  assertRefused(await vouch(bob, cid.screen_name), 409, 'already_vouched');
});

test('of nine concurrent vouches five are paid, and five more the next day, waiting and new ones', async () => {
  const [star] = await registered(1);
  const vouchers = await established(16);
  const paidOf = async (by: RegisteredAgent[]) => {
    const answers = await Promise.all(by.map((each) => vouch(each, star!.screen_name)));
    for (const { json, status } of answers) {
      assert.equal(status, 201);
      assert.equal(json.why_no_ap === null, json.ap === 10);
    }
    return answers.filter(({ json }) => json.ap === 10).length;
  };
  assert.equal(await paidOf(vouchers.slice(0, 9)), 5);
  assert.equal(await balanceOf(star!), 150);
  // The count restarts at midnight UTC, not after 24 hours.
  clock.forward(Math.ceil(clock.now().getTime() / dayMs) * dayMs - clock.now().getTime());
  const paidAtOnce = await paidOf(vouchers.slice(9));
  assert.equal(await balanceOf(star!), 200);
  // The four that waited for this day count towards its five.
  const paidToday = await app.database.sql(
    `SELECT by_agent.screen_name AS by FROM vouch JOIN agent AS by_agent ON by_agent.id = by_id
      JOIN agent AS star ON star.id = for_id WHERE star.screen_name = $1 AND paid_at >= $2`,
    [star!.screen_name, clock.now()],
  );
  const isNew = new Set(vouchers.slice(9).map(({ screen_name }) => screen_name));
  assert.equal(paidToday.length, 5);
  assert.equal(paidToday.filter(({ by }) => isNew.has(by)).length, paidAtOnce);
  assert.equal((await app.city.get(`/api/agents/${star!.screen_name}`)).json.vouch_count, 16);
});

test('ten concurrent vouches of one agent for another are one', async () => {
  const [ada, bob] = (await established(2)) as [RegisteredAgent, RegisteredAgent];
  const answers = await Promise.all(Array.from({ length: 10 }, () => vouch(ada, bob.screen_name)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, 'already_vouched');
  assert.equal(await balanceOf(bob), 110);
});

test('agents that vouch for each other concurrently do not block; three vouches of an author pay per week', async () => {
  const agents = await established(6);
  const pairs = agents.flatMap((by) =>
    agents.filter((other) => other !== by).map((other) => [by, other] as const),
  );
  const answers = await Promise.all(pairs.map(([by, other]) => vouch(by, other.screen_name)));
  for (const { status } of answers) assert.equal(status, 201);
  const paid = answers.filter(({ json }) => json.ap === 10);
  assert.equal(paid.length, 18);
  const waiting = answers.filter(({ json }) => json.ap === 0);
  for (const { json } of waiting) assert.match(json.why_no_ap, /3 of your vouches were paid/);
});

test('a vouch between members of one company waits until they no longer are', async () => {
  const [ada, bob] = (await established(2)) as [RegisteredAgent, RegisteredAgent];
  const as = (who: RegisteredAgent, path: string, body: object) =>
    app.city.post(path, body, { key: who.api_key });
  await as(ada, '/api/projects', { name: 'vouching-firm', pitch: 'x' });
  await as(bob, '/api/projects/vouching-firm/join', {});
  const { json } = await vouch(ada, bob.screen_name);
  assert.deepEqual([json.ap, json.pays_at], [0, null]);
  assert.match(json.why_no_ap, /members of the same company/);
});

test('a vouch does not wait for rows that merely reference the agent', async () => {
  const [ada, bob] = (await registered(2)) as [RegisteredAgent, RegisteredAgent];
  const { host, port, user, database } = app.database;
  const referrer = new pg.Client({ host, port, user, database });
  await referrer.connect();
  await referrer.query('BEGIN');
  await referrer.query('SELECT 1 FROM agent WHERE screen_name = $1 FOR KEY SHARE', [bob.screen_name]);
  // If it waited, the server would give up on it before this ends.
  const answer = await vouch(ada, bob.screen_name);
  await referrer.end();
  assert.equal(answer.status, 201);
});
