import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payrollRows, readSalary } from '../../../../src/city/companies/payroll-briefing.ts';
import {
  assertOnce,
  foundCompany,
  movements,
  openReader,
  pay,
  rosterOf,
} from '../../../fixtures/city/companies/company-calls.ts';
import { done, openBoard, type Person } from '../../../fixtures/city/jobs/board.ts';
import { assertBooksBalance } from '../../../fixtures/city/shop/shop-calls.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { follow } from '../briefing/follow.ts';

const clock = new MovableClock('2026-05-01T12:00:00Z');
const board = await openBoard({ clock });
const read = openReader(board.database);
const now = () => clock.now().toISOString();
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

const payrollOf = async (founder: Person, name: string) => (await rosterOf(founder, name)).payroll;
const paidTo = async (person: Person) =>
  (await movements(board.database, 'salary'))
    .filter(({ to_account }) => to_account === `agent:${person.name}`)
    .map(({ amount }) => amount);
const payments = (person: Person, amounts: number[]) =>
  until(async () => {
    const paid = await paidTo(person);
    assert.ok(paid.length <= amounts.length, `paid too often: ${paid}`);
    assert.deepEqual(paid, amounts.slice(0, paid.length));
    return paid.length === amounts.length;
  }, `${amounts.length} payments of ${person.name}`);
const idOf = async ({ name }: Person) =>
  Number((await board.database.sql('SELECT id FROM agent WHERE screen_name = $1', [name]))[0].id);
const briefingOf = async (person: Person) => {
  const agent = { id: await idOf(person), screenName: person.name };
  return {
    salary: await readSalary(read, agent, clock.now()),
    rows: await payrollRows(read, agent, clock.now()),
  };
};

test('a salary is paid at the end of each period, from the founder to the worker', async () => {
  const [founder, ada, bob] = [await board.joinRich(400), await board.join(), await board.join()];
  const name = await foundCompany(founder, ada, bob);
  const start = clock.now().getTime();
  const set = await done(pay(founder, name, { name: ada.name, ap: 10, period: 'day', role: 'engineer' }));
  assert.deepEqual(set, {
    name: ada.name,
    ap: 10,
    period: 'day',
    role: 'engineer',
    starts_at: null,
    next_due_at: later(dayMs),
    next_due_ap: 10,
    last_paid_at: null,
    missed: 0,
    owed: 0,
  });
  await done(pay(founder, name, { name: bob.name.toUpperCase(), ap: 100, period: 'week' }));
  assert.deepEqual((await briefingOf(ada)).salary, { due_at: later(dayMs), ap: 10, from: name });
  assert.deepEqual(await briefingOf(founder), { salary: null, rows: [] });
  for (const day of [1, 2, 7]) {
    clock.forward(start + day * dayMs - clock.now().getTime());
    await payments(ada, Array(day).fill(10));
  }
  await payments(bob, [100]);
  const [first, second] = await payrollOf(founder, name);
  assert.deepEqual([first.last_paid_at, first.next_due_at, first.missed], [now(), later(dayMs), 0]);
  assert.deepEqual([second.next_due_at, second.role], [later(7 * dayMs), '']);
  assert.deepEqual([await founder.balance(), await ada.balance(), await bob.balance()], [330, 170, 200]);
  assertOnce((await movements(board.database, 'salary')).map(({ ref }) => ref));
});

test('after days of downtime every period is paid, once and in order', async () => {
  const [founder, ada] = [await board.joinRich(900), await board.join()];
  const name = await foundCompany(founder, ada);
  await done(pay(founder, name, { name: ada.name, ap: 3, period: 'day', role: '' }));
  const start = clock.now().getTime();
  clock.forward(45 * dayMs + hourMs);
  await payments(ada, Array(45).fill(3));
  const dates = (await movements(board.database, 'salary'))
    .filter(({ to_account }) => to_account === `agent:${ada.name}`)
    .map(({ ref }) => ref.split(':').slice(2).join(':'));
  assert.deepEqual(
    dates,
    Array.from({ length: 45 }, (_, n) => new Date(start + (n + 1) * dayMs).toISOString()),
  );
  assert.equal((await payrollOf(founder, name))[0].next_due_at, new Date(start + 46 * dayMs).toISOString());
});

const fund = (person: Person, amount: number) =>
  board.testLedger.move({
    kind: 'tip',
    from: 'mint',
    to: `agent:${person.name}`,
    amount,
    ref: `t:${person.name}:${++funded}`,
  });
let funded = 0;
const followed = async (person: Person, call: string) => done(follow(board.city, call, person.key));

test('without enough AP a salary is paid in part, reported to both sides, and the suggested call pays the rest', async () => {
  const [founder, ada] = [await board.join(), await board.join()];
  const name = await foundCompany(founder, ada);
  await done(pay(founder, name, { name: ada.name, ap: 80, period: 'day', role: 'writer' }));
  clock.forward(dayMs);
  await payments(ada, [80]);
  clock.forward(2 * dayMs);
  await payments(ada, [80, 20]);
  await until(async () => (await payrollOf(founder, name))[0].missed === 2, 'two missed');
  assert.deepEqual([await founder.balance(), await ada.balance()], [0, 200]);
  const { rows } = await briefingOf(founder);
  assert.equal(rows.length, 1);
  assert.match(rows[0]!.text, /owe .* 140 AP for 2 days, 140 AP more than you have/);
  const waiting = await briefingOf(ada);
  assert.match(waiting.rows[0]!.text, /owes you 140 AP for 2 days/);
  assert.deepEqual(waiting.salary, { due_at: later(dayMs), ap: 80, from: name });
  await followed(ada, waiting.rows[0]!.do);

  await fund(founder, 70);
  await followed(founder, (await briefingOf(founder)).rows[0]!.do);
  await payments(ada, [80, 20, 60, 10]);
  assert.deepEqual(
    (await payrollOf(founder, name)).map(({ missed, owed }: Record<string, number>) => [missed, owed]),
    [[1, 70]],
  );
  const [growing] = (await briefingOf(founder)).rows;
  assert.match(growing!.text, /end the salary to keep the debt from growing/);
  assert.equal((await followed(founder, growing!.do)).ap, 0);
  await fund(founder, 200);
  clock.forward(dayMs);
  await payments(ada, [80, 20, 60, 10, 70]);
  assert.deepEqual([await payrollOf(founder, name), await founder.balance()], [[], 130]);
});

const changesOf = async (person: Person): Promise<string[]> =>
  (await done(person.call('GET', '/api/events?kind=salary.changed'))).events.map(
    ({ text }: { text: string }) => text,
  );

test('terms that were agreed hold until the next period, and both sides are told of the change', async () => {
  const [founder, ada] = [await board.joinRich(1_000), await board.join()];
  const name = await foundCompany(founder, ada);
  await done(pay(founder, name, { name: ada.name, ap: 15, period: 'day', role: 'a' }));
  const due = later(dayMs);
  clock.forward(dayMs - 5 * 60_000);
  const cut = await done(pay(founder, name, { name: ada.name, ap: 1 }));
  assert.deepEqual(
    [cut.ap, cut.starts_at, cut.next_due_at, cut.next_due_ap, cut.missed, cut.role],
    [1, due, due, 15, 0, 'a'],
  );
  assert.deepEqual((await briefingOf(ada)).salary, { due_at: due, ap: 15, from: name });
  for (const person of [founder, ada]) {
    const [set, changed] = await changesOf(person);
    assert.match(set!, / is 15 AP per day from /);
    assert.ok(
      changed!.endsWith(` is 1 AP per day from ${due} on; until then it stays 15 AP per day.`),
      changed,
    );
  }
  // Terms that did not begin can be changed again, and cost nothing.
  await done(pay(founder, name, { name: ada.name, ap: 900 }));
  await done(pay(founder, name, { name: ada.name, ap: 2 }));
  clock.forward(hourMs);
  await payments(ada, [15]);
  clock.forward(dayMs);
  await payments(ada, [15, 2]);
});

test('each started day of a week is due at the old amount when terms or the payer change', async () => {
  const [founder, ada] = [await board.joinRich(1_000), await board.join()];
  const name = await foundCompany(founder, ada);
  await done(pay(founder, name, { name: ada.name, ap: 70, period: 'week', role: '' }));
  clock.forward(2.5 * dayMs);
  const daily = await done(pay(founder, name, { name: ada.name, ap: 9, period: 'day' }));
  assert.deepEqual(
    [daily.starts_at, daily.next_due_at, daily.next_due_ap],
    [later(dayMs / 2), later(dayMs / 2), 30],
  );
  clock.forward(dayMs / 2);
  await payments(ada, [30]);
  clock.forward(dayMs / 4);
  await done(founder.call('PATCH', `/api/projects/${name}`, { pay_from: 'treasury' }));
  clock.forward(3 * dayMs);
  await payments(ada, [30, 9]);
  await until(async () => (await payrollOf(founder, name))[0].owed === 18, 'the treasury owes two days');
  assert.match((await changesOf(ada)).at(-1)!, /is paid by the treasury from/);
});

test('ap 0 ends a salary, and so does leaving; what was due and the started day stay owed', async () => {
  const [founder, ada, bob] = [await board.join(), await board.join(), await board.join()];
  const name = await foundCompany(founder, ada, bob);
  for (const worker of [ada, bob])
    await done(pay(founder, name, { name: worker.name, ap: 200, period: 'day', role: 'x' }));
  clock.forward(dayMs + hourMs);
  const ended = await done(pay(founder, name, { name: ada.name, ap: 0 }));
  assert.deepEqual([ended.ap, ended.next_due_at, ended.next_due_ap], [0, later(dayMs - hourMs), 200]);
  await done(bob.call('POST', `/api/projects/${name}/leave`, {}));
  assert.deepEqual((await briefingOf(bob)).salary, { due_at: later(dayMs - hourMs), ap: 200, from: name });
  await payments(ada, [100]);
  // The call that the founder is shown pays it immediately, also to a member who left.
  const all = (await briefingOf(founder)).rows;
  assert.equal(all.filter(({ kind }) => kind === 'salary_ended').length, 2, 'both sides are notified');
  const rows = all.filter(({ kind }) => kind === 'salary_owed');
  assert.equal(rows.length, 2);
  await fund(founder, 1_000);
  for (const row of (await briefingOf(founder)).rows.filter(({ kind }) => kind === 'salary_owed'))
    await followed(founder, row.do);
  await payments(ada, [100, 100]);
  await payments(bob, [200]);
  clock.forward(dayMs);
  await payments(ada, [100, 100, 200]);
  await payments(bob, [200, 200]);
  assert.deepEqual(await payrollOf(founder, name), []);
  const tasks = () =>
    board.database.sql(
      `SELECT task.subject FROM task JOIN company_salary ON company_salary.id::text = subject
    WHERE kind = 'salary' AND company_id = (SELECT id FROM company WHERE name = $1)`,
      [name],
    );
  // A task that was running when everything was paid ends by itself.
  await until(async () => (await tasks()).length === 0, 'nothing is to be paid any more');
  assertRefused(await pay(founder, name, { name: bob.name, ap: 5, period: 'day' }), 409, 'no_such_member');
  assert.deepEqual(
    [await paidTo(ada), await paidTo(bob)],
    [
      [100, 100, 200],
      [200, 200],
    ],
  );
});

test('the call beside a debt works, also after the company was handed over or one blocked the other', async () => {
  const [founder, ada, bob] = [await board.join(), await board.join(), await board.join()];
  const name = await foundCompany(founder, ada, bob);
  for (const worker of [ada, bob])
    await done(pay(founder, name, { name: worker.name, ap: 200, period: 'day', role: 'x' }));
  clock.forward(dayMs + hourMs);
  await until(
    async () => (await payrollOf(founder, name)).every(({ missed }: { missed: number }) => missed === 1),
    'missed',
  );
  const followAll = async () => {
    for (const person of [founder, ada, bob]) {
      const { needs_action } = await done(person.call('GET', '/api/briefing'));
      const rows = needs_action.filter(({ kind }: { kind: string }) => /^salary_(?:owed|missed)$/.test(kind));
      assert.ok(rows.length > 0, person.name);
      for (const row of rows) await done(follow(board.city, row.do, person.key));
    }
  };
  await followAll();
  await done(founder.call('POST', '/api/blocks', { name: bob.name }));
  await followAll();
  await done(founder.call('POST', `/api/projects/${name}/transfer`, { to: ada.name }));
  await followAll();
});

test('a banned agent neither pays nor is paid until the ban ends', async () => {
  const [founder, ada] = [await board.joinRich(100), await board.join()];
  const name = await foundCompany(founder, ada);
  await done(pay(founder, name, { name: ada.name, ap: 10, period: 'day', role: '' }));
  await board.database.sql('UPDATE agent SET banned_at = now() WHERE screen_name = $1', [ada.name]);
  clock.forward(dayMs);
  await until(async () => (await payrollOf(founder, name))[0].missed === 1, 'missed');
  await board.database.sql('UPDATE agent SET banned_at = NULL WHERE screen_name = $1', [ada.name]);
  clock.forward(hourMs);
  await payments(ada, [10]);
});

test('after 30 unpaid periods a founder has no running salary, only the debt', async () => {
  const [founder, ada] = [await board.join(), await board.join()];
  const name = await foundCompany(founder, ada);
  await done(pay(founder, name, { name: ada.name, ap: 101, period: 'day', role: '' }));
  clock.forward(30 * dayMs);
  await until(async () => (await payrollOf(founder, name))[0].missed === 30, '30 missed');
  assert.equal((await payrollOf(founder, name))[0].ap, 101);
  clock.forward(dayMs);
  await until(async () => (await payrollOf(founder, name))[0].ap === 0, 'its end');
  clock.forward(5 * dayMs);
  const [row] = await payrollOf(founder, name);
  assert.deepEqual([row.missed, row.next_due_at], [31, null]);
});

test('an invalid salary is refused, with the next step', async () => {
  const [founder, ada, eve] = [await board.join(), await board.join(), await board.join()];
  const name = await foundCompany(founder, ada);
  assertRefused(await pay(founder, name, { name: eve.name, ap: 1, period: 'day' }), 409, 'no_such_member');
  assertRefused(await pay(founder, name, { name: eve.name, ap: 0 }), 409, 'no_such_member');
  assertRefused(await pay(founder, name, { name: founder.name, ap: 1, period: 'day' }), 409, 'own_account');
  assertRefused(await pay(founder, name, { name: 'nobody_here', ap: 1, period: 'day' }), 404, 'not_found');
  assertRefused(
    await pay(founder, 'no-such-firm', { name: ada.name, ap: 1, period: 'day' }),
    404,
    'not_found',
  );
  for (const bad of [
    { ap: -1 },
    { ap: 1.5 },
    { ap: 1_000_001 },
    { period: 'month' },
    { role: 'x'.repeat(61) },
  ])
    assertRefused(
      await pay(founder, name, { name: ada.name, ap: 1, period: 'day', ...bad }),
      400,
      'invalid_field',
    );
  const missing = await pay(founder, name, { name: ada.name, ap: 7 });
  assertRefused(missing, 400, 'invalid_field');
  const [, path, body] = /POST (\S+) (\{.*\})/.exec(missing.json.hint.replace('<day|week>', 'week'))!;
  assert.equal((await done(founder.call('POST', path!, JSON.parse(body!)))).ap, 7);
  assert.equal((await done(pay(founder, name, { name: ada.name, ap: 0 }))).ap, 0);
  assert.equal(
    (await done(pay(founder, name, { name: ada.name, ap: 0 }))).ap,
    0,
    'ending a salary twice has no further effect',
  );
});

test('after all of this the books balance', () => assertBooksBalance(board.database));
