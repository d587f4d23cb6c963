import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Debt,
  maxOwed,
  type PayrollPlan,
  planPayroll,
  type RunningSalary,
} from '../../../../src/city/companies/payroll-plan.ts';
import { checkHistories } from '../../../harness/histories.ts';

const dayMs = 86_400_000;
const at = (days: number) => new Date(days * dayMs);
const salary = (id: number, ap: number, started = 0, more: Partial<RunningSalary> = {}): RunningSalary => ({
  id,
  ap,
  periodMs: dayMs,
  startedAt: at(started),
  barred: false,
  ...more,
});
interface State {
  salaries: RunningSalary[];
  debts: Debt[];
  balance: number;
}

/** Runs a plan and returns the state after it, as the database would hold it. */
function settle(state: State, now: Date, maxPayments = 1_000) {
  const plan = planPayroll({
    ...state,
    debts: state.debts.filter(({ dueAt }) => dueAt <= now),
    now,
    maxPayments,
  });
  const reduced = new Map(plan.payments.map(({ debt, ap }) => [debt, ap]));
  const after: State = {
    salaries: state.salaries
      .filter(({ id }) => !plan.ended.has(id))
      .map((each) => ({ ...each, startedAt: plan.startedAt.get(each.id) ?? each.startedAt })),
    debts: [
      ...state.debts.flatMap((debt) => {
        const ap = reduced.get(debt) ?? 0;
        return ap === debt.ap ? [] : [{ ...debt, ap: debt.ap - ap, paid: debt.paid + ap }];
      }),
      ...plan.owed,
    ],
    balance: state.balance - plan.payments.reduce((sum, { ap }) => sum + ap, 0),
  };
  return { plan, after };
}

const debt = (salaryId: number, days: number, ap: number, barred = false): Debt => ({
  salaryId,
  dueAt: at(days),
  ap,
  paid: 0,
  barred,
});
const paidBy = ({ payments }: PayrollPlan) =>
  payments.map(({ debt, ap }) => [debt.salaryId, debt.dueAt.getTime() / dayMs, ap]);

test('debts are paid oldest first across all salaries, the last one in part', () => {
  const state = { salaries: [salary(1, 10), salary(2, 10, 0.5)], debts: [], balance: 25 };
  const { plan, after } = settle(state, at(3));
  assert.deepEqual(paidBy(plan), [
    [1, 1, 10],
    [2, 1.5, 10],
    [1, 2, 5],
  ]);
  const more = settle({ ...after, balance: 8 }, at(3)).plan;
  assert.deepEqual(
    more.payments.map(({ debt: { salaryId, paid }, ap }) => [salaryId, paid, ap]),
    [
      [1, 5, 5],
      [2, 0, 3],
    ],
  );
});

test('a debt that is too large for the balance does not keep the money from anybody', () => {
  const state = { salaries: [], debts: [debt(1, 1, 500), debt(2, 2, 1)], balance: 81 };
  assert.deepEqual(paidBy(settle(state, at(3)).plan), [[1, 1, 81]]);
});

test('ten days of downtime and ten days of running end with the same payments', () => {
  for (const balance of [0, 15, 95, 130, 1_000]) {
    const start = { salaries: [salary(1, 10), salary(2, 7, 0.3), salary(3, 30, 0.6)], debts: [], balance };
    const asleep = settle(start, at(40)).after;
    let awake: State = start;
    for (let hour = 1; hour <= 40 * 24; hour++) awake = settle(awake, at(hour / 24)).after;
    assert.deepEqual(normal(awake), normal(asleep), `with ${balance} AP`);
    // And in small steps, as after a long outage.
    let steps: State = start;
    for (let more = true; more; ) {
      const { plan, after } = settle(steps, at(40), 3);
      [steps, more] = [after, plan.more];
    }
    assert.deepEqual(normal(steps), normal(asleep), `settled in steps, with ${balance} AP`);
  }
});

const normal = ({ salaries, debts, balance }: State) => ({
  balance,
  running: salaries.map(({ id, startedAt }) => [id, startedAt.getTime()]),
  debts: debts.map(({ salaryId, dueAt, ap, paid }) => `${salaryId} ${dueAt.getTime()} ${ap} ${paid}`).sort(),
});

test('a salary ends with its 31st unpaid period; a ban pauses it instead', () => {
  const unpaid = settle({ salaries: [salary(1, 10)], debts: [], balance: 0 }, at(100));
  assert.deepEqual([[...unpaid.plan.ended], unpaid.after.debts.length], [[1], maxOwed + 1]);
  const barred = settle({ salaries: [salary(1, 10, 0, { barred: true })], debts: [], balance: 500 }, at(100));
  assert.deepEqual(
    [barred.plan.ended.size, barred.after.debts.length, barred.plan.payments.length],
    [0, 30, 0],
  );
  const freed = {
    ...barred.after,
    salaries: [salary(1, 10, 100)],
    debts: barred.after.debts.map((each) => ({ ...each, barred: false })),
  };
  const { plan } = settle(freed, at(100.5));
  assert.equal(plan.payments.length, 30, 'periods that ended meanwhile are paid');
});

test('a debt of a banned agent does not block the others', () => {
  const state = { salaries: [], debts: [debt(1, 1, 10, true), debt(2, 2, 10)], balance: 10 };
  assert.deepEqual(paidBy(settle(state, at(3)).plan), [[2, 2, 10]]);
});

test('in every history each period is paid or owed exactly once, and money is kept only if nothing is due', async () => {
  const step = fc.record({
    hours: fc.integer({ min: 0, max: 200 }),
    grant: fc.integer({ min: 0, max: 60 }),
    maxPayments: fc.integer({ min: 1, max: 5 }),
  });
  const terms = fc.record({ ap: fc.integer({ min: 1, max: 30 }), days: fc.constantFrom(1, 7) });
  await checkHistories(
    fc.property(
      fc.array(terms, { minLength: 1, maxLength: 4 }),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      (salaries, steps) => {
        let state: State = {
          salaries: salaries.map(({ ap, days }, n) => salary(n, ap, n / 7, { periodMs: days * dayMs })),
          debts: [],
          balance: 0,
        };
        let [now, granted] = [0, 0];
        const paid = new Map<string, number>();
        for (const { hours, grant, maxPayments } of steps) {
          now += hours / 24;
          granted += grant;
          state = { ...state, balance: state.balance + grant };
          for (let more = true; more; ) {
            const { plan, after } = settle(state, at(now), maxPayments);
            for (const { debt, ap } of plan.payments) {
              const period = `${debt.salaryId} ${debt.dueAt.getTime()}`;
              assert.equal(paid.get(period) ?? 0, debt.paid, 'a part begins where the last one ended');
              paid.set(period, debt.paid + ap);
              assert.ok(ap > 0);
            }
            [state, more] = [after, plan.more];
          }
          assert.ok(state.balance >= 0);
          if (state.balance > 0) assert.deepEqual(state.debts, [], 'money lies idle beside a debt');
        }
        for (const { salaryId, dueAt, ap } of state.debts) {
          const period = `${salaryId} ${dueAt.getTime()}`;
          paid.set(period, (paid.get(period) ?? 0) + ap);
        }
        for (const [period, ap] of paid) assert.equal(ap, salaries[Number(period.split(' ')[0])]!.ap, period);
        for (const { id, startedAt } of state.salaries) {
          const periods = [...paid.keys()].filter((period) => period.startsWith(`${id} `)).length;
          const elapsed = startedAt.getTime() - at(id / 7).getTime();
          assert.equal(periods, Math.round(elapsed / (salaries[id]!.days * dayMs)), 'no period is lost');
        }
        const total = [...paid.values()].reduce((sum, ap) => sum + ap, 0);
        const owed = state.debts.reduce((sum, { ap }) => sum + ap, 0);
        assert.equal(total - owed, granted - state.balance);
      },
    ),
    { runs: 300 },
  );
});
