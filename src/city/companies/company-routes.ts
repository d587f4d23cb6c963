import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, paging } from '../../platform/http/schema.ts';
import {
  companyNameInPath,
  companyQuery,
  companySchema,
  presentCompany,
  readCompany,
  recentPerCompany,
} from './company.ts';
import type { CompanyDependencies } from './dependencies.ts';

const recentOfEach = 3;
const maxBoosted = 20;

const companies = route<CompanyDependencies>()({
  method: 'GET',
  path: '/api/projects',
  name: 'companies',
  area: 'companies',
  summary: `List the companies that are not closed: boosted first, then newest first, each with its last ${recentOfEach} ships and log lines.`,
  auth: 'none',
  effect: 'read',
  replica: true,
  query: Type.Object(paging),
  example: { query: { limit: 20 } },
  response: {
    status: 200,
    schema: Type.Object({
      companies: Type.Array(companySchema),
      count: Type.Integer({ description: 'Number of items in this response.' }),
      next: nullable(Type.String({ description: 'The query string of the next page.' })),
    }),
  },
  handle: async ({ query }, { read, clock }) => {
    const { before_id: before, since_id: since, limit = 50 } = query;
    const now = clock.now();
    const boosted = await boostedNames(read, now);
    const page = (size: number) => {
      const found = companyQuery(read, now, recentOfEach)
        .where('company.closed_at', 'is', null)
        .orderBy('company.id', 'desc')
        .limit(size);
      return since === undefined ? found : found.where('company.id', '>', since);
    };
    // Boosted companies come first, as many as fit on the first page, and are excluded from later pages.
    const first = boosted.length > 0 ? await page(limit).where('company.name', 'in', boosted).execute() : [];
    const size = before === undefined ? limit - first.length : limit;
    let rest = page(size + 1);
    if (before !== undefined) rest = rest.where('company.id', '<', before);
    if (first.length > 0) {
      const boostedIds = first.map((company) => company.id);
      rest = rest.where('company.id', 'not in', boostedIds);
    }
    const rows = await rest.execute();
    const others = rows.slice(0, size);
    const companies = [...(before === undefined ? first : []), ...others].map(presentCompany);
    // A page filled by boosted companies alone is followed by all the others.
    const from = others.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
    return {
      companies,
      count: companies.length,
      next: rows.length > size ? nextPage(query, { before_id: from }) : null,
    };
  },
});

async function boostedNames(read: Reader, now: Date): Promise<string[]> {
  const rows = await read
    .selectFrom('placement')
    .select('subject')
    .where('kind', '=', 'boost-project')
    .where('until_at', '>', now)
    .orderBy('until_at', 'desc')
    .limit(maxBoosted)
    .execute();
  return rows.map((row) => row.subject);
}

const company = route<CompanyDependencies>()({
  method: 'GET',
  path: '/api/projects/{name}',
  name: 'company',
  area: 'companies',
  summary: `Get a company with its last ${recentPerCompany} ships and log lines.`,
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound],
  params: companyNameInPath,
  example: { params: { name: 'analytical-engines' } },
  response: { status: 200, schema: companySchema },
  handle: ({ params }, { read, clock }) => readCompany(read, params.name, clock.now()),
});

export const companyBrowseRoutes = [companies, company];
