import type { Tx } from '../../platform/db/transaction.ts';
import { scheduleCheck } from '../economy/pending-grants.ts';
import { notify } from '../events/notify.ts';
import { joinHqRoom, leaveHqRoom } from '../rooms/hq-room.ts';
import { type Company, findMember, isBanned } from './company.ts';
import type { CompanyDependencies } from './dependencies.ts';
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
