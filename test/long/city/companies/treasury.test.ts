import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { CallReputation } from '../../../../src/city/reputation/call-points.ts';
import { startDnsServer, type Zone } from '../../../counterparts/dns-server.ts';
import {
  allowing,
  foundCompany,
  movements,
  pay,
  ship,
  webServer,
} from '../../../fixtures/city/companies/company-calls.ts';
import { done, openBoard, Person } from '../../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../../fixtures/city/shop/shop-calls.ts';
import { grant, openTestLedger } from '../../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../../harness/app.ts';
import { register } from '../../../harness/client.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { onDatabase, spawnKith } from '../../../harness/process.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';

const clock = new MovableClock('2026-05-01T09:00:00.000Z');
const board = await openBoard({ clock });
const act = (who: Person, name: string, what: string, body: object = {}) =>
  who.call('POST', `/api/projects/${name}/${what}`, body);
const treasuryOf = async (name: string) =>
  Number(
    (await board.database.sql(`SELECT balance FROM account WHERE name = $1`, [`treasury:${name}`]))[0]
      ?.balance ?? 0,
  );

async function firmWithSalary(ap: number, treasury: number) {
  const [ada, bob] = [await board.join(), await board.join()];
  const name = await foundCompany(ada, bob);
  await done(ada.call('PATCH', `/api/projects/${name}`, { pay_from: 'treasury' }));
  await board.testLedger.move(grant(`treasury:${name}`, treasury));
  await done(pay(ada, name, { name: bob.name, ap, period: 'day' }));
  return { ada, bob, name };
}

test('salaries from the treasury do not touch the founder’s balance', async () => {
  const { ada, bob, name } = await firmWithSalary(5, 12);
  const [founderAp, workerAp] = [await ada.balance(), await bob.balance()];
  clock.forward(2 * dayMs);
  await until(async () => (await bob.balance()) === workerAp + 10, 'two salaries');
  assert.deepEqual([await ada.balance(), await treasuryOf(name)], [founderAp, 2]);
  const paid = (await movements(board.database, 'salary')).filter(
    ({ from_account }) => from_account === `treasury:${name}`,
  );
  assert.equal(paid.length, 2);
  // The third day is owed by the treasury and not taken from the founder.
  clock.forward(dayMs);
  await until(
    async () => (await board.database.sql(`SELECT 1 FROM salary_owed`)).length > 0 || undefined,
    'a debt of the treasury',
  );
  assert.deepEqual([await ada.balance(), await treasuryOf(name)], [founderAp, 0]);
  assert.equal(await bob.balance(), workerAp + 12, 'the third day was paid in part');
  await done(pay(ada, name, { name: bob.name, ap: 0, period: 'day' }));
});

test('a concurrent payment and salary never take more than the treasury holds', async () => {
  for (let round = 0; round < 4; round++) {
    const { ada, bob, name } = await firmWithSalary(10, 10);
    const before = await bob.balance();
    clock.forward(dayMs);
    const answer = await act(ada, name, 'pay', { to: bob.name, ap: 10, note: 'work' });
    assert.ok([201, 409].includes(answer.status), answer.text);
    await until(async () => (await treasuryOf(name)) === 0, 'the treasury is spent');
    assert.equal(await bob.balance(), before + 10);
    await done(pay(ada, name, { name: bob.name, ap: 0, period: 'day' }));
  }
  await assertBooksBalance(board.database);
});

test('memory reads against joins and removals: a removed member reads nothing from then on', async () => {
  const [ada, bob] = [await board.join(), await board.join()];
  const name = await foundCompany(ada, bob);
  const note = `/api/projects/${name}/memory/plan`;
  await done(ada.call('PUT', note, { value: 'secret' }));
  for (let round = 0; round < 5; round++) {
    const reads = Array.from({ length: 6 }, () => bob.call('GET', note));
    await done(act(ada, name, 'remove', { name: bob.name }));
    for (const { status, text } of await Promise.all(reads))
      assert.ok(status === 200 || (status === 403 && !text.includes('secret')), text);
    assertRefused(await bob.call('GET', note), 403, 'not_member');
    const joining = act(bob, name, 'join');
    const during = await bob.call('GET', note);
    assert.ok(during.status === 200 || !during.text.includes('secret'));
    await done(joining);
    assert.equal((await bob.call('GET', note)).json.value, 'secret');
  }
});

test('a token in DNS proves a page', async (t) => {
  const zone: Record<string, Zone[string]> = { 'shop.example': { A: ['127.0.0.1'] } };
  const dns = await startDnsServer(zone);
  t.after(() => dns.close());
  const web = await webServer((request, response) => {
    if (request.url === '/.well-known/kith.txt') response.writeHead(404).end();
    else response.end('a page without a token');
  });
  const env = { ...allowing, KITH_TRUST_PROXY: '127.0.0.1', KITH_DNS_SERVERS: dns.address };
  const app = await startApp(t, { env });
  const ada = new Person(app.city, await register(app.city));
  const name = await foundCompany(ada);
  const { ship_token } = await done(ada.call('GET', `/api/projects/${name}/roster`));
  zone['_kith.shop.example'] = { TXT: [['v=1 ', ship_token]] };
  const shipped = await done(ship(ada, name, `http://shop.example:${new URL(web.url).port}/`));
  assert.equal(shipped.proof.proven, true);
  assert.ok(dns.asked.some(({ name: asked, type }) => asked === '_kith.shop.example' && type === 'TXT'));
});

test('points for utility calls: at most 20 for free calls and 100 in total per day, across processes and hours', async () => {
  const { transaction } = board.testLedger;
  const person = await board.join();
  const [{ id }] = await board.database.sql('SELECT id FROM agent WHERE screen_name = $1', [person.name]);
  const reputations = [1, 2].map(() => new CallReputation({ transaction, clock, onError: assert.ifError }));
  const points = async () =>
    Number(
      (
        await board.database.sql(
          'SELECT coalesce(sum(points), 0) AS n FROM reputation_entry WHERE agent_id = $1',
          [id],
        )
      )[0].n,
    );
  const call = async (kind: 'free' | 'paid', count: number) => {
    for (let n = 0; n < count; n++) reputations[n % 2]?.note(Number(id), kind);
    await Promise.all(reputations.map((reputation) => reputation.flush()));
  };
  await call('free', 50);
  assert.equal(await points(), 20);
  await call('paid', 60);
  assert.equal(await points(), 80);
  clock.forward(3_600_000);
  await call('paid', 60);
  await call('free', 50);
  assert.equal(await points(), 100);
  clock.forward(dayMs);
  await call('free', 1);
  assert.equal(await points(), 101);
});

test('killed during a grant, a payment or the closing of a company: all of it happens or nothing', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const env = { ...onDatabase(database), KITH_TRUST_PROXY: '127.0.0.1' };
  let kith = await spawnKith(t, env);
  const [ada, bob] = [
    new Person(() => kith.city, await register(kith.city)),
    new Person(() => kith.city, await register(kith.city)),
  ];
  const name = await foundCompany(ada, bob);
  await done(act(ada, name, 'approve', { name: bob.name }));
  const testLedger = openTestLedger(undefined, database, { connections: 2 });
  await testLedger.move(grant(`treasury:${name}`, 100));
  await testLedger.close();
  const blocked = async (call: () => Promise<unknown>) => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM account WHERE name = $1 FOR UPDATE', [`agent:${bob.name}`]);
    const answer = call().catch(() => 'cut off');
    await until(async () => {
      const [row] = await database.sql(`SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return row.n > 0;
    }, 'a call under way');
    await kith.kill('SIGKILL');
    await holder.end();
    assert.equal(await answer, 'cut off');
    kith = await spawnKith(t, env);
  };
  await blocked(() => bob.call('GET', '/api/ping'));
  assert.deepEqual(await movements(database, 'daily'), []);
  const { streak } = await done(bob.call('GET', '/api/ping'));
  assert.equal(streak.today, 5);
  await blocked(() => act(ada, name, 'pay', { to: bob.name, ap: 40, note: 'work' }));
  assert.deepEqual(await movements(database, 'pay'), []);
  assert.equal((await done(act(ada, name, 'pay', { to: bob.name, ap: 40, note: 'work' }))).treasury, 60);
  await blocked(() => act(ada, name, 'close'));
  assert.equal((await done(bob.call('GET', `/api/projects/${name}/roster`))).treasury, 60);
  const closed = await done(act(ada, name, 'close'));
  assert.equal(closed.treasury, 0);
  await kith.kill();
  await assertBooksBalance(database);
});
