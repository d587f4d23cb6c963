import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { nextDue, type Salary, salaryQuery } from './salaries.ts';

type Reading = Pick<AgentCaller, 'id' | 'screenName'>;

const mostShown = 20;

/** The salary that an agent is paid next. */
export async function salaryOf(read: Reader, agent: Reading, _now: Date) {
  const rows = await salaryQuery(read)
    .where('company_salary.agent_id', '=', agent.id)
    .where('company_salary.ap', '>', 0)
    .orderBy(sql`started_at + CASE period WHEN 'day' THEN interval '1 day' ELSE interval '7 days' END`)
    .limit(1)
    .execute();
  const [next] = rows;
  return next ? { due_at: nextDue(next)!.toISOString(), ap: next.ap, from: next.company } : null;
}

/** Salaries that were due and could not be paid: told to who owes them and to who waits for them. */
export async function payrollRows(read: Reader, agent: Reading, _now: Date) {
  const rows = await salaryQuery(read)
    .innerJoin('salary_owed', 'salary_owed.salary_id', 'company_salary.id')
    .leftJoin('account', (join) => join.on('account.name', '=', sql`'agent:' || company.founder`))
    .select((select) => [
      select.fn.sum<string>('salary_owed.ap').as('owed'),
      select.fn.countAll<string>().as('missed'),
      select.fn.max('account.balance').as('balance'),
    ])
    .where((where) =>
      where.or([where('company.founder_id', '=', agent.id), where('company_salary.agent_id', '=', agent.id)]),
    )
    .groupBy(['company_salary.id', 'company.id', 'worker.id', 'founder.id'])
    .orderBy('company_salary.id')
    .limit(mostShown)
    .execute();
  return rows.map((row) => {
    const debt = { owed: Number(row.owed), missed: Number(row.missed), balance: row.balance ?? 0 };
    return row.agent_id === agent.id ? toWorker(row, debt) : toFounder(row, debt);
  });
}

interface Debt {
  readonly owed: number;
  readonly missed: number;
  readonly balance: number;
}

function toFounder({ worker, company, ap, period, role }: Salary, { owed, missed, balance }: Debt) {
  const terms = JSON.stringify({ name: worker, ap, period, role });
  const short = owed > balance ? `${owed - balance} AP more than you have` : 'which you have';
  return {
    kind: 'salary_owed',
    text: `You owe ${worker} of ${company} ${owed} AP for ${times(missed, period)}, ${short}; it is tried again every hour.`,
    // The same terms again pay at once what can be paid, and change nothing else.
    do: `POST /api/projects/${company}/salary ${terms}`,
  };
}

function toWorker({ company, founder, period }: Salary, { owed, missed }: Debt) {
  return {
    kind: 'salary_missed',
    text: `${company} owes you ${owed} AP for ${times(missed, period)}: ${founder} could not pay yet; it is tried again every hour.`,
    do: `POST /api/dms {"to":"${founder}","body":"My salary of ${owed} AP at ${company} is overdue."}`,
  };
}

const times = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
