import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Debt,
  maxOwed,
  planPayroll,
  type RunningSalary,
} from '../../../../src/city/companies/payroll-plan.ts';

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
  const plan = planPayroll({ ...state, now, maxPayments });
  const paid = new Set(plan.paid.map(({ salaryId, dueAt }) => `${salaryId} ${dueAt.getTime()}`));
  const after: State = {
    salaries: state.salaries
      .filter(({ id }) => !plan.ended.has(id))
      .map((each) => ({ ...each, startedAt: plan.startedAt.get(each.id) ?? each.startedAt })),
    debts: [
      ...state.debts.filter(({ salaryId, dueAt }) => !paid.has(`${salaryId} ${dueAt.getTime()}`)),
      ...plan.owed,
    ],
    balance: state.balance - plan.paid.reduce((sum, { ap }) => sum + ap, 0),
  };
  return { plan, after };
}

test('debts are paid oldest first across all salaries, never a younger one before an older', () => {
  const state = { salaries: [salary(1, 10), salary(2, 10, 0.5)], debts: [], balance: 25 };
  const { plan } = settle(state, at(3));
  assert.deepEqual(
    plan.paid.map(({ salaryId, dueAt }) => [salaryId, dueAt.getTime() / dayMs]),
    [
      [1, 1],
      [2, 1.5],
    ],
  );
  const small = { salaries: [], debts: [debt(1, 1, 50), debt(2, 2, 1)], balance: 10 };
  assert.deepEqual(
    settle(small, at(3)).plan.paid,
    [],
    'a newer small debt is not paid before an older large one',
  );
});

const debt = (salaryId: number, days: number, ap: number, barred = false): Debt => ({
  salaryId,
  dueAt: at(days),
  ap,
  barred,
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
  debts: debts.map(({ salaryId, dueAt, ap }) => `${salaryId} ${dueAt.getTime()} ${ap}`).sort(),
});

test('a salary ends with its 31st unpaid period; a ban pauses it instead', () => {
  const unpaid = settle({ salaries: [salary(1, 10)], debts: [], balance: 0 }, at(100));
  assert.deepEqual([[...unpaid.plan.ended], unpaid.after.debts.length], [[1], maxOwed + 1]);
  const barred = settle({ salaries: [salary(1, 10, 0, { barred: true })], debts: [], balance: 500 }, at(100));
  assert.deepEqual([barred.plan.ended.size, barred.after.debts.length, barred.plan.paid.length], [0, 30, 0]);
  const freed = {
    ...barred.after,
    salaries: [salary(1, 10, 100)],
    debts: barred.after.debts.map((each) => ({ ...each, barred: false })),
  };
  const { plan } = settle(freed, at(100.5));
  assert.equal(plan.paid.length, 30, 'periods that ended meanwhile are paid');
});

test('a debt that cannot be paid does not block the others', () => {
  const state = { salaries: [], debts: [debt(1, 1, 10, true), debt(2, 2, 10)], balance: 10 };
  assert.deepEqual(
    settle(state, at(3)).plan.paid.map(({ salaryId }) => salaryId),
    [2],
  );
});
