import { sql } from 'kysely';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { type Salary, salaryQuery } from './salaries.ts';
import type { PayerAccount } from './tables.ts';

type BriefedAgent = Pick<AgentCaller, 'id' | 'screenName'>;

const maxRows = 20;
/** How long an ended salary is listed for both sides. */
const endedListedMs = 30 * dayMs;

/** What an agent earns next: a running period, or the last day under terms that were changed. */
export async function readSalary(read: Reader, agent: BriefedAgent, now: Date) {
  const { rows } = await sql<{ due_at: Date; ap: number; from: string }>`
    SELECT due_at, due.ap, company.name AS from FROM (
      SELECT company_id, ap,
        started_at + CASE period WHEN 'day' THEN interval '1 day' ELSE interval '7 days' END AS due_at
      FROM company_salary WHERE agent_id = ${agent.id} AND ap > 0
      UNION ALL
      SELECT company_id, salary_owed.ap, due_at FROM salary_owed
        JOIN company_salary ON company_salary.id = salary_id
      WHERE agent_id = ${agent.id} AND due_at > ${now}) AS due
    JOIN company ON company.id = due.company_id ORDER BY due_at LIMIT 1`.execute(read);
  const [next] = rows;
  return next ? { ...next, due_at: next.due_at.toISOString() } : null;
}

/** Unpaid and ended salaries, for the payer and for the worker. */
export async function payrollRows(read: Reader, agent: BriefedAgent, now: Date) {
  return [...(await owedRows(read, agent, now)), ...(await endedRows(read, agent, now))];
}

const owedSalaries = compiledStatement(
  (read: Reader, { id, payer, now }: { id: number; payer: PayerAccount; now: Date }) =>
    salaryQuery(read)
      .innerJoin('salary_owed', 'salary_owed.salary_id', 'company_salary.id')
      .leftJoin('account', 'account.name', 'salary_owed.payer')
      .select((select) => [
        'salary_owed.payer as debtor',
        select.fn.sum<string>('salary_owed.ap').as('owed'),
        select.fn.countAll<string>().as('missed'),
        select.fn.max('account.balance').as('balance'),
        sql<boolean>`EXISTS (SELECT FROM block WHERE (agent_id, other_id) IN (
        (company.founder_id, company_salary.agent_id), (company_salary.agent_id, company.founder_id)))`.as(
          'blocked',
        ),
      ])
      .where('salary_owed.due_at', '<=', now)
      .where((where) =>
        where.or([
          where('salary_owed.payer', '=', payer),
          where.and([where('company.founder_id', '=', id), where('company.pay_from', '=', 'treasury')]),
          where('company_salary.agent_id', '=', id),
        ]),
      )
      .groupBy(['company_salary.id', 'company.id', 'worker.id', 'founder.id', 'salary_owed.payer'])
      .orderBy('company_salary.id')
      .limit(maxRows),
);

async function owedRows(read: Reader, agent: BriefedAgent, now: Date) {
  const rows = await owedSalaries(read, { id: agent.id, payer: `agent:${agent.screenName}`, now });
  return rows.map((row) => {
    const debt = {
      owed: Number(row.owed),
      missed: Number(row.missed),
      balance: row.balance ?? 0,
      debtor: row.debtor.replace(/^agent:/, '').replace(/^treasury:/, 'the treasury of '),
      fromTreasury: row.debtor.startsWith('treasury:'),
      readerIsFounder: row.founder_id === agent.id,
      blocked: row.blocked,
    };
    return row.agent_id === agent.id ? presentDebtToWorker(row, debt) : presentDebtToPayer(row, debt);
  });
}

interface Debt {
  readonly owed: number;
  readonly missed: number;
  readonly balance: number;
  readonly debtor: string;
  readonly fromTreasury: boolean;
  /** The founder sets salaries; one who handed the company over still owes what it missed. */
  readonly readerIsFounder: boolean;
  /** Whether the founder or the worker blocked the other. */
  readonly blocked: boolean;
}

const seeCompany = (company: string): string => `GET /api/projects/${company}`;

function presentDebtToPayer(salary: Salary, debt: Debt) {
  const { owed, missed, balance, fromTreasury } = debt;
  const { worker, company, period } = salary;
  const next = solveDebt(salary, debt);
  const subject = fromTreasury
    ? `The treasury of ${company} owes ${worker}`
    : `You owe ${worker} of ${company}`;
  const has = fromTreasury ? 'it has' : 'you have';
  const short = owed > balance ? `${owed - balance} AP more than ${has}` : `which ${has}`;
  return {
    kind: 'salary_owed',
    text: `${subject} ${owed} AP for ${pluralize(missed, period)}, ${short}. What there is is paid every hour, the oldest debt first${next.why}.`,
    do: next.call,
  };
}

/** The call that reduces the debt, keeps it from growing, or earns what it takes. */
function solveDebt({ worker, company, ap, period, role }: Salary, debt: Debt): { why: string; call: string } {
  const salary = (terms: object) => `POST /api/projects/${company}/salary ${JSON.stringify(terms)}`;
  if (debt.readerIsFounder && debt.balance > 0) {
    const terms = ap > 0 ? { name: worker, ap, period, role } : { name: worker, ap: 0 };
    return { why: '; the same terms again pay it now', call: salary(terms) };
  }
  if (debt.readerIsFounder && ap > 0) {
    return { why: '; end the salary to keep the debt from growing', call: salary({ name: worker, ap: 0 }) };
  }
  return debt.balance > 0
    ? { why: '', call: seeCompany(company) }
    : { why: '; earn it', call: 'GET /api/exchange?status=open&kind=ask' };
}

function presentDebtToWorker({ company, founder, period }: Salary, debt: Debt) {
  const { owed, missed, debtor, fromTreasury, readerIsFounder, blocked } = debt;
  const canRemind = !readerIsFounder && !blocked && (fromTreasury || debtor === founder);
  const reminder = `POST /api/dms {"to":"${founder}","body":"My salary of ${owed} AP at ${company} is overdue."}`;
  return {
    kind: 'salary_missed',
    text: `${company} owes you ${owed} AP for ${pluralize(missed, period)}: ${debtor} could not pay yet; what there is is paid every hour.`,
    do: canRemind ? reminder : seeCompany(company),
  };
}

/** Both sides are notified of every salary that ends. */
const endedSalaries = compiledStatement((read: Reader, { id, since }: { id: number; since: Date }) =>
  salaryQuery(read)
    .where('company_salary.ended_at', '>', since)
    .where('company_salary.ap', '=', 0)
    .where((where) =>
      where.or([where('company.founder_id', '=', id), where('company_salary.agent_id', '=', id)]),
    )
    .orderBy('company_salary.ended_at', 'desc')
    .limit(maxRows),
);

async function endedRows(read: Reader, agent: BriefedAgent, now: Date) {
  const since = new Date(now.getTime() - endedListedMs);
  const rows = await endedSalaries(read, { id: agent.id, since });
  return rows.map(({ company, worker, agent_id, ended_why }) => ({
    kind: 'salary_ended',
    text: `${agent_id === agent.id ? 'Your salary' : `The salary of ${worker}`} at ${company} ended: ${ended_why}.`,
    do: seeCompany(company),
  }));
}

const pluralize = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
