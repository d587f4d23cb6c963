import assert from 'node:assert/strict';
import { test } from 'node:test';
import { solveWork } from '../../../packages/sdk/src/welcome.ts';
import { ask, done, Person } from '../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../fixtures/city/shop/shop-calls.ts';
import { grant, openTestLedger } from '../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { dayMs, MovableClock } from '../../harness/clock.ts';
import { until } from '../../harness/until.ts';
import { recomputeScores } from './recompute-scores.ts';

/** Narrow budgets. */
const defaults = {
  KITH_TRUST_PROXY: '127.0.0.1',
  KITH_NETWORK_WELCOMES_PER_DAY: '3',
  KITH_NETWORK_WELCOMES_PER_MONTH: '3',
  KITH_LOCAL_WELCOMES_PER_DAY: '20',
  KITH_NETWORK_AP_PER_DAY: '150',
  KITH_NETWORK_NEWCOMER_AP_PER_MONTH: '60',
  KITH_NEWCOMER_AP_PER_DAY: '80',
  KITH_ESTABLISHED_AP_PER_DAY: '1000',
  KITH_LOCAL_AP_PER_DAY: '4000',
  KITH_WELCOME_WORK_BITS: '3',
};
let count = 0;
const signUp = async ({ city }: TestApp, ip: string) =>
  done(city.post('/api/register', { screen_name: `n_${++count}` }, { headers: { 'x-forwarded-for': ip } }));
const person = async (app: TestApp, ip: string) => new Person(app.city, await signUp(app, ip));

/** Waits until every movement so far is sealed and counted. */
const counted = ({ database }: TestApp) =>
  until(async () => {
    const [row] = await database.sql(`SELECT NOT EXISTS (SELECT FROM ledger_entry WHERE seq IS NULL)
      AND seq = (SELECT size FROM ledger_head) AS whole FROM score_cursor`);
    return row.whole;
  }, 'scores');

test('a network gets 3 welcome grants and a new city six and a half days of its pool by noon; one machine gets 20', async (t) => {
  const app = await startApp(t, { env: defaults, clock: new MovableClock('2026-05-01T12:00:00Z') });
  const paid: number[] = [];
  // An IPv4 /24 and an IPv6 /48 are one network each.
  for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.200', '198.51.100.7']) {
    paid.push((await signUp(app, ip)).balance);
  }
  for (const ip of ['2001:db8:7:1::1', '2001:db8:7:ffff::1']) paid.push((await signUp(app, ip)).balance);
  assert.deepEqual(paid, [100, 100, 100, 0, 100, 100]);
  const late = await signUp(app, '203.0.113.5');
  assert.deepEqual([late.balance, late.welcome.ap], [0, 0]);
  assert.match(late.welcome.why, /budget for today is used up/);
  assert.match(late.welcome.earn.join(' '), /GET \/api\/welcome/);
  const local = await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(app, `10.0.${n}.1`)));
  assert.ok(local.every(({ balance }) => balance === 100));
  assert.equal((await signUp(app, '192.168.1.9')).balance, 0, 'the 21st welcome on private networks');
  await counted(app);
  const { supply } = (await app.city.get('/api/stats')).json;
  const day = { day: '2026-05-01', minted: { welcome: 2_500 }, burned: {}, in_circulation: 2_500 };
  assert.deepEqual(supply[0], day);
});

test('established agents give their network its welcome grants back, up to the daily cap', async (t) => {
  const clock = new MovableClock('2026-05-01T12:00:00Z');
  const env = { ...defaults, KITH_NETWORK_WELCOMES_PER_MONTH: '2', KITH_NEWCOMER_AP_PER_DAY: '500' };
  const app = await startApp(t, { env, clock });
  const office: Person[] = [];
  const joinOffice = async () => {
    office.push(await person(app, `198.51.100.${office.length + 1}`));
    return office.at(-1)?.balance();
  };
  assert.deepEqual([await joinOffice(), await joinOffice(), await joinOffice()], [100, 100, 0]);
  clock.forward(2 * dayMs);
  const nobody = await signUp(app, '198.51.100.99');
  assert.match(nobody.welcome.why, /not established yet/);
  const establish = (names: readonly string[]) =>
    app.database.sql(
      `WITH done AS (UPDATE agent_standing SET established_at = $2 WHERE established_at IS NULL
         AND agent_id IN (SELECT id FROM agent WHERE screen_name = ANY ($1)) RETURNING network, welcome_paid_at)
       INSERT INTO mint_use (scope, day, proven) SELECT 'net:' || prefix, welcome_paid_at::date, count(*)
       FROM done, unnest(ARRAY[network, network(set_masklen(network::inet, 20))::text,
         network(set_masklen(network::inet, 16))::text]) AS prefix
       WHERE welcome_paid_at IS NOT NULL GROUP BY 1, 2
       ON CONFLICT (scope, day) DO UPDATE SET proven = mint_use.proven + excluded.proven`,
      [names, clock.now()],
    );
  await establish(office.slice(0, 1).map(({ name }) => name));
  assert.deepEqual(
    [await joinOffice(), await joinOffice()],
    [100, 0],
    'one established agent frees one welcome',
  );
  clock.forward(dayMs);
  await establish(office.map(({ name }) => name));
  const more = [await joinOffice(), await joinOffice(), await joinOffice(), await joinOffice()];
  assert.deepEqual(more, [100, 100, 0, 0], 'three established agents, and two that are not');
  // A farm whose agents never become established gets nothing more, however often they visit.
  const farm = [];
  for (let day = 0; day < 4; day++) {
    farm.push((await signUp(app, `203.0.113.${day + 1}`)).balance);
    clock.forward(dayMs);
  }
  assert.deepEqual(farm, [100, 100, 0, 0]);
});

test('who becomes established by work gives its network the welcome back', async (t) => {
  const clock = new MovableClock('2026-05-01T12:00:00Z');
  const env = { ...defaults, KITH_NETWORK_WELCOMES_PER_MONTH: '1', KITH_NEWCOMER_AP_PER_DAY: '500' };
  const app = await startApp(t, { env, clock });
  const [boss, worker] = [await person(app, '203.0.113.1'), await person(app, '198.51.100.1')];
  assert.deepEqual([await worker.balance(), (await signUp(app, '198.51.100.2')).balance], [100, 0]);
  clock.forward(dayMs);
  const { id } = await done(boss.post({ ...ask, price: 5 }));
  await done(worker.accept(id));
  await done(worker.submit(id));
  await done(boss.approve(id));
  await until(async () => {
    const [row] = await app.database.sql(
      'SELECT count(*)::integer AS n FROM agent_standing WHERE established_at < now()',
    );
    return row.n > 0;
  }, 'the worker is established');
  assert.deepEqual(
    [(await signUp(app, '198.51.100.3')).balance, (await signUp(app, '198.51.100.4')).balance],
    [100, 0],
  );
});

test('fifty concurrent sign-ups from one network: exactly three welcome grants', async (t) => {
  const app = await startApp(t, { env: { ...defaults, KITH_NEWCOMER_AP_PER_DAY: '100000' } });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => signUp(app, `198.51.100.${n + 1}`)));
  assert.equal(answers.filter(({ balance }) => balance === 100).length, 3);
  await assertBooksBalance(app.database);
});

test('a withheld welcome grant is earned once, by proof of work or a gig for an established agent', async (t) => {
  const clock = new MovableClock('2026-05-01T12:00:00Z');
  const env = { ...defaults, KITH_NETWORK_WELCOMES_PER_DAY: '0', KITH_NETWORK_WELCOMES_PER_MONTH: '1' };
  const app = await startApp(t, { env, clock });
  const testLedger = openTestLedger(undefined, app.database, { connections: 2 });
  t.after(() => testLedger.close());
  const ada = await person(app, '198.51.100.1');
  const { work, status } = await done(ada.call('GET', '/api/welcome'));
  assert.equal(status, 'waiting');
  const nonce = await solveWork(work);
  const wrong = await ada.call('POST', '/api/welcome', { nonce: `${nonce}x`.slice(0, 64) });
  if (wrong.status !== 200) assert.equal(wrong.headers['x-error-code'], 'invalid_field');
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => done(ada.call('POST', '/api/welcome', { nonce }))),
  );
  assert.equal(answers.filter(({ ap }) => ap === 100).length, 1);
  assert.equal(await ada.balance(), 100);
  const second = await person(app, '198.51.100.2');
  const next = await done(second.call('GET', '/api/welcome'));
  const waits = await done(second.call('POST', '/api/welcome', { nonce: await solveWork(next.work) }));
  assert.deepEqual([waits.status, waits.ap], ['waiting', 0], 'one per network in 30 days');

  const boss = await person(app, '203.0.113.1');
  await testLedger.move(grant(`agent:${boss.name}`, 100));
  await app.database.sql(
    'UPDATE agent_standing SET established_at = now() WHERE agent_id = (SELECT id FROM agent WHERE screen_name = $1)',
    [boss.name],
  );
  const workFor = async (worker: Person) => {
    const { id } = await done(boss.post({ ...ask, price: 5 }));
    await done(worker.accept(id));
    await done(worker.submit(id));
    await done(boss.approve(id));
  };
  const third = await person(app, '192.0.2.1');
  await workFor(third);
  await until(async () => (await third.balance()) === 105, 'the welcome');
  // The second agent's network already had its earned welcome: the gig is paid, the welcome waits.
  clock.forward(8 * dayMs);
  await workFor(second);
  await counted(app);
  assert.deepEqual(
    [await third.balance(), await second.balance()],
    [105, 5],
    'one welcome, and one per network',
  );
  const { status: still, why } = await done(second.call('GET', '/api/welcome'));
  assert.equal(still, 'waiting');
  await until(async () => /30-day maximum/.test((await done(second.call('GET', '/api/welcome'))).why), why);
});

test('two accounts that pay each other change neither rates nor reputation; an independent payer does', async (t) => {
  const app = await startApp(t, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const [ada, bob, eve] = [
    await person(app, '198.51.100.1'),
    await person(app, '203.0.113.1'),
    await person(app, '192.0.2.1'),
  ];
  const gig = async (payer: Person, worker: Person) => {
    const { id } = await done(payer.post({ ...ask, price: 10 }));
    await done(worker.accept(id));
    await done(worker.submit(id));
    await done(payer.approve(id));
  };
  for (let n = 0; n < 4; n++) {
    await gig(ada, bob);
    await gig(bob, ada);
  }
  await gig(eve, bob);
  const profile = async ({ name }: Person) => (await app.city.get(`/api/agents/${name}`)).json;
  await counted(app);
  const facts = async (who: Person) => {
    const { earned_ap, gigs_completed, payers, reputation } = await profile(who);
    return [earned_ap, gigs_completed, payers, reputation];
  };
  assert.deepEqual(await facts(bob), [10, 1, 1, 10]);
  assert.deepEqual(await facts(ada), [0, 0, 0, 0]);
  assert.equal((await app.city.get('/api/rates')).json.rates[1].sample, 0);

  // A sale and a tip count too, and an outsider gets the same result from the export alone.
  const product = { title: 'T', body: 'b', kind: 'text', content: 'c', price: 7 };
  const { id } = await done(eve.call('POST', '/api/products', product));
  await done(ada.call('POST', `/api/products/${id}/buy`, {}));
  await done(bob.call('POST', '/api/tip', { to: ada.name, amount: 3 }));
  await counted(app);
  const recomputed = recomputeScores((await app.city.get('/api/ledger/export')).text);
  for (const who of [ada, bob, eve]) {
    const { earned_ap, gigs_completed, payers, reputation } = await profile(who);
    const own = recomputed.get(who.name) ?? { earned_ap: 0, gigs_completed: 0, payers: 0, reputation: 0 };
    assert.deepEqual({ ...own }, { earned_ap, gigs_completed, payers, reputation }, who.name);
  }
});

test('a ring of three changes nothing; rings of any size stop counting once enough agents are established', async (t) => {
  const clock = new MovableClock('2026-05-03T12:00:00Z');
  const app = await startApp(t, { env: { KITH_TRUST_PROXY: '127.0.0.1', KITH_SEED_AGENTS: '2' }, clock });
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => person(app, `198.51.${100 + n}.1`)));
  const gig = async (payer: Person, worker: Person, price = 10) => {
    const { id } = await done(payer.post({ ...ask, price }));
    await done(worker.accept(id));
    await done(worker.submit(id));
    await done(payer.approve(id));
  };
  const facts = async ({ name }: Person) => {
    const { earned_ap, gigs_completed, payers, reputation } = (await app.city.get(`/api/agents/${name}`))
      .json;
    return [earned_ap, gigs_completed, payers, reputation];
  };
  const agree = async () => {
    const recomputed = recomputeScores((await app.city.get('/api/ledger/export')).text, 2);
    for (const who of people) {
      const own = recomputed.get(who.name);
      const expected = [
        own?.earned_ap ?? 0,
        own?.gigs_completed ?? 0,
        own?.payers ?? 0,
        own?.reputation ?? 0,
      ];
      assert.deepEqual(await facts(who), expected, who.name);
    }
  };
  const ring = async (members: Person[]) => {
    for (const [n, payer] of members.entries()) await gig(payer, members[(n + 1) % members.length]!);
  };
  const [ada, bob, cyd, dan, eve, fay] = people as [Person, Person, Person, Person, Person, Person];
  for (let round = 0; round < 2; round++) await ring([ada, bob, cyd]);
  await counted(app);
  for (const who of [ada, bob, cyd])
    assert.deepEqual(await facts(who), [0, 0, 0, 0], 'a closed ring adds nothing');
  assert.equal((await app.city.get('/api/rates')).json.rates[1].sample, 0);
  await gig(ada, bob, 3);
  await counted(app);
  assert.deepEqual(await facts(bob), [3, 3, 1, 10], 'AP that did not return counts');
  await agree();

  // Four in a ring count while the city is new. Once two agents are established, only their payments count.
  await ring([ada, dan, eve, fay]);
  await counted(app);
  assert.deepEqual(await facts(eve), [10, 1, 1, 10]);
  for (const { name } of [ada, dan]) {
    await app.database.sql(
      'UPDATE agent_standing SET established_at = now() WHERE agent_id = (SELECT id FROM agent WHERE screen_name = $1)',
      [name],
    );
  }
  await ring([bob, cyd]);
  await until(async () => (await facts(fay))[2] === 0, 'a payer who is not established');
  await counted(app);
  assert.deepEqual(await facts(dan), [10, 1, 1, 10]);
  assert.deepEqual(await facts(eve), [10, 1, 1, 10]);
  assert.deepEqual(
    [await facts(fay), await facts(cyd)],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  );
  await agree();
  await assertBooksBalance(app.database);
});
