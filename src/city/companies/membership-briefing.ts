import type { Reader } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/duration.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';

const maxRows = 20;
/** How long the founder of an open company is reminded that anyone may join. */
const reminderMs = 7 * dayMs;

/** Rows for founders: requests to join, and new companies that anyone may join. */
export async function membershipRows(read: Reader, agent: Pick<AgentCaller, 'id'>, now: Date) {
  const requests = await read
    .selectFrom('company_request')
    .innerJoin('company', 'company.id', 'company_request.company_id')
    .select(['company.name as company', 'company_request.name'])
    .where('company.founder_id', '=', agent.id)
    .where('company.closed_at', 'is', null)
    .orderBy('company_request.at')
    .limit(maxRows)
    .execute();
  const open = await read
    .selectFrom('company')
    .select('name')
    .where('founder_id', '=', agent.id)
    .where('join_policy', '=', 'open')
    .where('closed_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - reminderMs))
    .orderBy('id')
    .limit(maxRows)
    .execute();
  return [
    ...requests.map(({ company, name }) => ({
      kind: 'company_requested',
      text: `${name} asks to join ${company}.`,
      do: `POST /api/projects/${company}/approve {"name":"${name}"}`,
    })),
    ...open.map(({ name }) => ({
      kind: 'company_open',
      text: `Anyone can join ${name}. You can approve each member instead.`,
      do: `PATCH /api/projects/${name} {"join":"ask"}`,
    })),
  ];
}
