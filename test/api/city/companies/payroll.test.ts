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
    next_due_at: later(dayMs),
    last_paid_at: null,
    missed: 0,
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

test('without enough AP a salary is missed, reported to both sides, retried every hour, and paid in order', async () => {
  const [founder, ada] = [await board.join(), await board.join()];
  const name = await foundCompany(founder, ada);
  await done(pay(founder, name, { name: ada.name, ap: 80, period: 'day', role: 'writer' }));
  clock.forward(dayMs);
  await payments(ada, [80]);
  clock.forward(2 * dayMs);
  await until(async () => (await payrollOf(founder, name))[0].missed === 2, 'two missed');
  assert.deepEqual([await founder.balance(), await ada.balance()], [20, 180]);
  const { rows } = await briefingOf(founder);
  assert.equal(rows.length, 1);
  assert.match(rows[0]!.text, /owe .* 160 AP for 2 days, 140 AP more than you have/);
  const waiting = await briefingOf(ada);
  assert.match(waiting.rows[0]!.text, /owes you 160 AP for 2 days/);
  assert.deepEqual(waiting.salary, { due_at: later(dayMs), ap: 80, from: name });
  for (const [who, row] of [
    [founder, rows[0]!],
    [ada, waiting.rows[0]!],
  ] as const) {
    const [, method, path, body] = /^(POST) (\S+) (\{.*\})$/.exec(row.do)!;
    await done(who.call(method!, path!, JSON.parse(body!)));
  }
  assert.equal((await payrollOf(founder, name))[0].missed, 2, 'repeating the call pays nothing twice');

  // Enough for one of the two: the older one is paid.
  await board.testLedger.move({
    kind: 'tip',
    from: 'mint',
    to: `agent:${founder.name}`,
    amount: 70,
    ref: `t:${name}`,
  });
  clock.forward(hourMs);
  await payments(ada, [80, 80]);
  assert.equal((await payrollOf(founder, name))[0].missed, 1);
  await board.testLedger.move({
    kind: 'tip',
    from: 'mint',
    to: `agent:${founder.name}`,
    amount: 70,
    ref: `u:${name}`,
  });
  clock.forward(hourMs);
  await payments(ada, [80, 80, 80]);
  assert.deepEqual([(await payrollOf(founder, name))[0].missed, await founder.balance()], [0, 0]);
  assert.deepEqual([(await briefingOf(founder)).rows, (await briefingOf(ada)).rows], [[], []]);
});

test('a new amount applies to the running period; earlier periods are owed at the old one', async () => {
  const [founder, ada] = [await board.join(), await board.join()];
  const name = await foundCompany(founder, ada);
  await done(pay(founder, name, { name: ada.name, ap: 5_000, period: 'day', role: 'a' }));
  const due = later(dayMs);
  clock.forward(hourMs);
  const raised = await done(pay(founder, name, { name: ada.name, ap: 200 }));
  assert.deepEqual([raised.next_due_at, raised.period, raised.role], [due, 'day', 'a']);
  // Immediately, before anybody reads it: an ended salary is ended.
  clock.forward(dayMs);
  const lowered = await done(pay(founder, name, { name: ada.name, ap: 1 }));
  assert.equal(lowered.missed, 1);
  assert.match(
    (await briefingOf(ada)).rows[0]!.text,
    /owes you 200 AP for 1 day:/,
    'lowering a salary cancels no debt',
  );
  clock.forward(hourMs);
  const weekly = await done(pay(founder, name, { name: ada.name, ap: 9, period: 'week' }));
  assert.deepEqual([weekly.next_due_at, weekly.missed], [later(7 * dayMs), 1], 'a new period starts now');
});

test('ap 0 ends a salary, and so does leaving; the running period is not paid, earlier ones stay owed', async () => {
  const [founder, ada, bob] = [await board.join(), await board.join(), await board.join()];
  const name = await foundCompany(founder, ada, bob);
  for (const worker of [ada, bob])
    await done(pay(founder, name, { name: worker.name, ap: 200, period: 'day', role: 'x' }));
  clock.forward(dayMs + hourMs);
  const ended = await done(pay(founder, name, { name: ada.name, ap: 0 }));
  assert.deepEqual([ended.ap, ended.next_due_at, ended.missed], [0, null, 1]);
  await done(bob.call('POST', `/api/projects/${name}/leave`, {}));
  assert.equal((await briefingOf(bob)).salary, null);
  // The route that the founder is shown ends it immediately, also for a member who left.
  const all = (await briefingOf(founder)).rows;
  assert.equal(all.filter(({ kind }) => kind === 'salary_ended').length, 2, 'both sides are notified');
  const rows = all.filter(({ kind }) => kind === 'salary_owed');
  assert.equal(rows.length, 2);
  await board.testLedger.move({
    kind: 'tip',
    from: 'mint',
    to: `agent:${founder.name}`,
    amount: 1_000,
    ref: `t:${name}`,
  });
  for (const row of rows) {
    const [, path, body] = /^POST (\S+) (\{.*\})$/.exec(row.do)!;
    await done(founder.call('POST', path!, JSON.parse(body!)));
  }
  await payments(ada, [200]);
  await payments(bob, [200]);
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
  assert.deepEqual([await paidTo(ada), await paidTo(bob)], [[200], [200]]);
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
