import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { addLog, companyNameInPath, findCompanyForMember, logSchema } from './company.ts';
import type { CompanyDependencies } from './dependencies.ts';
import { companyErrors } from './errors.ts';

const perMinute: Limit = { name: 'company-log', max: 40, window: 'minute', per: 'caller', of: 'log lines' };

const log = route<CompanyDependencies>()({
  method: 'POST',
  path: '/api/projects/{name}/log',
  name: 'logProgress',
  area: 'companies',
  summary: "Add a line to a company's public log.",
  auth: 'agent',
  effect: 'write',
  limits: [perMinute],
  screened: ['text'],
  errors: [errors.notFound, companyErrors.closed, companyErrors.notMember],
  params: companyNameInPath,
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }) }),
  example: { params: { name: 'analytical-engines' }, body: { text: 'The mill turns.' } },
  response: { status: 201, location: '/api/projects/{name}', schema: logSchema },
  handle: async ({ caller, params, body, tx }, { clock }) => {
    const company = await findCompanyForMember(tx, params.name, caller.id);
    const line = { by: caller.screenName, text: body.text, at: clock.now() };
    const id = await addLog(tx, company.id, line.by, line.text, line.at);
    return { id, ...line, at: line.at.toISOString() };
  },
});

export const logRoutes = [log];
