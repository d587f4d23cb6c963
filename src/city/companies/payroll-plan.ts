/**
 * Plans the salaries of one payer up to a point in time, without I/O: completed periods become debts, and
 * debts are paid oldest first across all salaries, in part if the balance covers no more. Periods are
 * processed in chronological order, so the result is the same whether the service ran all the time or was
 * down for ten days.
 */

/**
 * A salary with this many unpaid periods ends with the next one; while either side is banned it pauses
 * instead.
 */
export const maxOwed = 30;

export interface RunningSalary {
  readonly id: number;
  readonly ap: number;
  readonly periodMs: number;
  readonly startedAt: Date;
  /** The payer or the worker is banned, which suspends payments. */
  readonly barred: boolean;
}

export interface Debt {
  readonly salaryId: number;
  readonly dueAt: Date;
  /** What is left of it, and what was paid of it before. */
  readonly ap: number;
  readonly paid: number;
  readonly barred: boolean;
}

/** The whole of what is left of a debt, or as much of it as the payer has. */
export interface Payment {
  readonly debt: Debt;
  readonly ap: number;
}

export interface PayrollPlan {
  /** In payment order. */
  readonly payments: Payment[];
  /** New debts, less what the plan pays of them. */
  readonly owed: Debt[];
  /** New start of the running period, for each salary that advanced. */
  readonly startedAt: Map<number, Date>;
  /** Salaries that ended because they went unpaid for too long. */
  readonly ended: Set<number>;
  /** More payments are due than one transaction may make. */
  readonly more: boolean;
}

export function planPayroll(state: {
  readonly salaries: readonly RunningSalary[];
  readonly debts: readonly Debt[];
  readonly balance: number;
  readonly now: Date;
  readonly maxPayments: number;
}): PayrollPlan {
  const { now, maxPayments } = state;
  const known = new Set(state.debts);
  let debts = state.debts.toSorted(byAge);
  let { balance } = state;
  const payments: Payment[] = [];
  const startedAt = new Map(state.salaries.map(({ id, startedAt }) => [id, startedAt]));
  const ended = new Set<number>();

  /** Pays what was due at a time, as far as the balance reaches: the last payment may be a part. */
  const payOldest = (upTo: Date) => {
    for (const debt of debts.filter(({ barred, dueAt }) => !barred && dueAt <= upTo)) {
      if (balance === 0 || payments.length >= maxPayments) break;
      const ap = Math.min(debt.ap, balance);
      balance -= ap;
      payments.push({ debt, ap });
    }
    const reduced = new Map(payments.map(({ debt, ap }) => [debt, ap]));
    debts = debts.filter((debt) => reduced.get(debt) !== debt.ap);
  };

  for (;;) {
    const next = nextDue(state.salaries, startedAt, ended, now);
    if (!next || payments.length >= maxPayments) break;
    const { salary, dueAt } = next;
    startedAt.set(salary.id, dueAt);
    const unpaid = debts.filter(({ salaryId }) => salaryId === salary.id).length;
    if (salary.barred && unpaid >= maxOwed) continue;
    debts.push({ salaryId: salary.id, dueAt, ap: salary.ap, paid: 0, barred: salary.barred });
    debts.sort(byAge);
    payOldest(dueAt);
    if (debts.filter(({ salaryId }) => salaryId === salary.id).length > maxOwed) ended.add(salary.id);
  }
  payOldest(now);
  const part = payments.at(-1);
  return {
    payments,
    owed: debts
      .filter((debt) => !known.has(debt))
      .map((debt) => (debt === part?.debt ? { ...debt, ap: debt.ap - part.ap, paid: part.ap } : debt)),
    startedAt: new Map(
      state.salaries.flatMap(({ id, startedAt: before }) => {
        const after = startedAt.get(id) ?? before;
        return after > before ? [[id, after] as const] : [];
      }),
    ),
    ended,
    more: payments.length >= maxPayments,
  };
}

const byAge = (a: Debt, b: Debt): number => a.dueAt.getTime() - b.dueAt.getTime() || a.salaryId - b.salaryId;

function nextDue(
  salaries: readonly RunningSalary[],
  startedAt: ReadonlyMap<number, Date>,
  ended: ReadonlySet<number>,
  now: Date,
): { salary: RunningSalary; dueAt: Date } | undefined {
  let next: { salary: RunningSalary; dueAt: Date } | undefined;
  for (const salary of salaries) {
    const periodStart = startedAt.get(salary.id) ?? salary.startedAt;
    const dueAt = new Date(periodStart.getTime() + salary.periodMs);
    if (dueAt > now || ended.has(salary.id)) continue;
    if (!next || dueAt < next.dueAt) next = { salary, dueAt };
  }
  return next;
}
