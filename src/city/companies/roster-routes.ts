import { sql } from 'kysely';
import { Type } from 'typebox';
import { readAccount, readEntryPage } from '../../ledger/entries.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf, timestamp } from '../../platform/http/schema.ts';
import { entrySchema } from '../public-ledger/schema.ts';
import { type CompanyDependencies, companyNameInPath, findCompanyForMember, treasuryOf } from './company.ts';
import { companyErrors } from './errors.ts';
import { readDebts, salaryQuery } from './salaries.ts';
import { paySources } from './tables.ts';

const recentMovements = 20;
const maxRequests = 200;

import { payrollSchema, presentSalary } from './salary-routes.ts';

const roster = route<CompanyDependencies>()({
  method: 'GET',
  path: '/api/projects/{name}/roster',
  name: 'roster',
  area: 'companies',
  summary: 'Get the members, join requests, treasury and payroll of a company; for its members.',
  auth: 'agent',
  effect: 'read',
  errors: [errors.notFound, companyErrors.closed, companyErrors.notMember],
  params: companyNameInPath,
  example: { params: { name: 'analytical-engines' } },
  output: Type.Object({
    name: Type.String(),
    founder: Type.String(),
    treasury: Type.Integer(),
    members: Type.Array(
      Type.Object({
        name: Type.String(),
        role: Type.String({ description: 'A title, set with a salary.' }),
        access: oneOf(['member', 'editor', 'founder']),
        approved: Type.Boolean({ description: 'Approved by the founder.' }),
        since: timestamp(),
      }),
    ),
    requests: Type.Array(Type.Object({ name: Type.String(), at: timestamp() }), {
      description: 'Agents who asked to join.',
    }),
    pay_from: oneOf([...paySources], { description: 'Whose AP pays salaries.' }),
    payroll: Type.Array(payrollSchema),
    movements: Type.Array(entrySchema, { description: 'The newest ledger entries of the treasury.' }),
    ship_token: Type.String({ description: 'Put it in a page to be paid in full for shipping that page.' }),
  }),
  handle: async ({ caller, params }, { read, clock }) => {
    const company = await findCompanyForMember(read, params.name, caller.id);
    const [{ balance }, members, requests, movements, payroll] = await Promise.all([
      readAccount(read, treasuryOf(company.name)),
      read
        .selectFrom('company_member')
        .select(['name', 'role', 'access', 'approved', 'joined_at'])
        .where('company_id', '=', company.id)
        .orderBy('id')
        .execute(),
      read
        .selectFrom('company_request')
        .select(['name', 'at'])
        .where('company_id', '=', company.id)
        .orderBy('at')
        .limit(maxRequests)
        .execute(),
      readEntryPage(read, { account: treasuryOf(company.name), limit: recentMovements }),
      salaryQuery(read)
        .where('company_salary.company_id', '=', company.id)
        .where(
          sql<boolean>`(company_salary.ap > 0 OR EXISTS (SELECT FROM salary_owed WHERE salary_id = company_salary.id))`,
        )
        .orderBy('company_salary.id')
        .execute(),
    ]);
    const now = clock.now();
    const debtsOf = await readDebts(
      read,
      payroll.map(({ id }) => id),
      now,
    );
    return {
      name: company.name,
      founder: company.founder,
      treasury: balance,
      members: members.map(({ joined_at, ...member }) => ({ ...member, since: joined_at.toISOString() })),
      requests: requests.map(({ name, at }) => ({ name, at: at.toISOString() })),
      pay_from: company.pay_from,
      payroll: payroll.map((row) => presentSalary(row, debtsOf(row.id), now)),
      movements,
      ship_token: company.ship_token,
    };
  },
});

export const rosterRoutes = [roster];
