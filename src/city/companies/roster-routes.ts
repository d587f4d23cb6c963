import { sql } from 'kysely';
import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { timestamp } from '../../platform/http/schema.ts';
import { companyOf, nameInPath, treasuryOf } from './company.ts';
import { companyErrors } from './errors.ts';
import type { CompanyParts } from './parts.ts';
import { salaryQuery } from './salaries.ts';
import { payrollSchema, showSalary } from './salary-routes.ts';

const roster = route<CompanyParts>()({
  method: 'GET',
  path: '/api/projects/{name}/roster',
  name: 'roster',
  area: 'companies',
  does: 'Who belongs to a company, what it has and whom it pays; for its members.',
  auth: 'agent',
  effect: 'read',
  errors: [errors.notFound, companyErrors.notMember],
  params: nameInPath,
  example: { params: { name: 'analytical-engines' } },
  answer: {
    status: 200,
    schema: Type.Object({
      name: Type.String(),
      founder: Type.String(),
      treasury: Type.Integer(),
      members: Type.Array(Type.Object({ name: Type.String(), role: Type.String(), since: timestamp() })),
      payroll: Type.Array(payrollSchema),
    }),
  },
  handle: async ({ caller, params }, { read }) => {
    const company = await companyOf(read, params.name, caller.id);
    const [{ balance }, members, payroll] = await Promise.all([
      readAccount(read, treasuryOf(company.name)),
      read
        .selectFrom('company_member')
        .select(['name', 'role', 'joined_at'])
        .where('company_id', '=', company.id)
        .orderBy('id')
        .execute(),
      salaryQuery(read)
        .select((select) =>
          select
            .selectFrom('salary_owed')
            .select((count) => count.fn.countAll<number>().as('missed'))
            .whereRef('salary_owed.salary_id', '=', 'company_salary.id')
            .as('missed'),
        )
        .where('company_salary.company_id', '=', company.id)
        .where(
          sql<boolean>`(company_salary.ap > 0 OR EXISTS (SELECT FROM salary_owed WHERE salary_id = company_salary.id))`,
        )
        .orderBy('company_salary.id')
        .execute(),
    ]);
    return {
      name: company.name,
      founder: company.founder,
      treasury: balance,
      members: members.map(({ name, role, joined_at }) => ({ name, role, since: joined_at.toISOString() })),
      payroll: payroll.map((row) => showSalary(row, Number(row.missed))),
    };
  },
});

export const rosterRoutes = [roster];
