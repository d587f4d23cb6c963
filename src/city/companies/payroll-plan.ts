/**
 * Plans the salaries of one payer up to a point in time, without I/O: completed periods become debts, and
 * debts are paid oldest first across all salaries. Periods are processed in chronological order, so the
 * result is the same whether the service ran all the time or was down for ten days.
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
  readonly ap: number;
  readonly barred: boolean;
}

export interface PayrollPlan {
  /** In payment order. */
  readonly paid: Debt[];
  /** New debts that stay unpaid. */
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
  const paid: Debt[] = [];
  const startedAt = new Map(state.salaries.map(({ id, startedAt }) => [id, startedAt]));
  const ended = new Set<number>();

  const payOldest = () => {
    for (const debt of debts.filter(({ barred }) => !barred)) {
      // Never pay a newer debt before an older one, even if only the newer one is affordable.
      if (debt.ap > balance || paid.length >= maxPayments) break;
      balance -= debt.ap;
      paid.push(debt);
    }
    const settled = new Set(paid);
    debts = debts.filter((debt) => !settled.has(debt));
  };

  payOldest();
  for (;;) {
    const next = nextDue(state.salaries, startedAt, ended, now);
    if (!next || paid.length >= maxPayments) break;
    const { salary, dueAt } = next;
    startedAt.set(salary.id, dueAt);
    const unpaid = debts.filter(({ salaryId }) => salaryId === salary.id).length;
    if (salary.barred && unpaid >= maxOwed) continue;
    debts.push({ salaryId: salary.id, dueAt, ap: salary.ap, barred: salary.barred });
    debts.sort(byAge);
    payOldest();
    if (debts.filter(({ salaryId }) => salaryId === salary.id).length > maxOwed) ended.add(salary.id);
  }
  return {
    paid,
    owed: debts.filter((debt) => !known.has(debt)),
    startedAt: new Map(
      state.salaries.flatMap(({ id, startedAt: before }) => {
        const after = startedAt.get(id) ?? before;
        return after > before ? [[id, after] as const] : [];
      }),
    ),
    ended,
    more: paid.length >= maxPayments,
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
