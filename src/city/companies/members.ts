import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { scheduleCheck } from '../economy/welcome.ts';
import { notify } from '../events/notify.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { joinHqRoom, leaveHqRoom } from '../rooms/bound-room.ts';
import { type Company, type CompanyDependencies, findMember, isBanned } from './company.ts';
import { bannedFrom, companyFull } from './errors.ts';
import { endSalary } from './payroll.ts';

/** Keeps a roster on one page. */
const maxMembers = 200;

interface Candidate {
  readonly id: number;
  readonly name: string;
}

export async function assertNotBanned(tx: Tx, company: Company, agentId: number): Promise<void> {
  if (await isBanned(tx, company.id, agentId)) throw bannedFrom(company.name);
}

/** Adds a member to a locked company and its HQ room. */
export async function addMember(
  tx: Tx,
  company: Company,
  { id, name }: Candidate,
  { approved, at }: { approved: boolean; at: Date },
): Promise<void> {
  const members = await countMembers(tx, company);
  if (members >= maxMembers) throw companyFull(company.name, maxMembers);
  await tx
    .insertInto('company_member')
    .values({ company_id: company.id, agent_id: id, name, role: '', approved, joined_at: at })
    .execute();
  await setMembers(tx, company.id, members + 1);
  await joinHqRoom(tx, company.name, id, '', at);
  await deleteRequest(tx, company, id);
}

/**
 * Ends a membership of a locked company with everything that depends on it. Returns false if there was none.
 */
export async function removeCompanyMember(
  tx: Tx,
  deps: CompanyDependencies,
  company: Company,
  agentId: number,
  why: string,
): Promise<boolean> {
  if (!(await findMember(tx, company.id, agentId))) return false;
  await tx
    .deleteFrom('company_member')
    .where('company_id', '=', company.id)
    .where('agent_id', '=', agentId)
    .execute();
  await setMembers(tx, company.id, await countMembers(tx, company));
  // Board, files and workspaces of the HQ are open only to members of the room.
  await leaveHqRoom(tx, company.name, agentId);
  await endSalary(tx, deps, { companyId: company.id, agentId }, why);
  // A pending vouch between colleagues may now be payable.
  await scheduleCheck(tx, [agentId], deps.clock.now());
  return true;
}

export async function addRequest(tx: Tx, company: Company, { id, name }: Candidate, at: Date): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('company_request')
    .values({ company_id: company.id, agent_id: id, name, at })
    .onConflict((conflict) => conflict.columns(['company_id', 'agent_id']).doNothing())
    .executeTakeFirst();
  // A repeated request changes nothing and sends no event.
  if (numInsertedOrUpdatedRows === 0n) return;
  notify(tx, {
    agentId: company.founder_id,
    kind: 'company.requested',
    at,
    text: `${name} asks to join ${company.name}.`,
    from: name,
    ref: `company:${company.name}`,
    depends: { request: { company: company.id, agent: id } },
    next: `POST /api/projects/${company.name}/approve {"name":"${name}"}`,
  });
}

/** Returns false if there was no request. */
export async function deleteRequest(tx: Tx, company: Company, agentId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('company_request')
    .where('company_id', '=', company.id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function countMembers(tx: Tx, company: Company): Promise<number> {
  const { count } = await tx
    .selectFrom('company_member')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const setMembers = (tx: Tx, id: number, members: number) =>
  tx.updateTable('company').set({ members }).where('id', '=', id).execute();

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
