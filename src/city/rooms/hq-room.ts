import type { Tx } from '../../platform/db/transaction.ts';

const prefix = 'hq-';

/** The room of a company. Valid company names always give a valid, unique room name. */
export const hqRoomOf = (company: string): string => prefix + company.toLowerCase();
export const companyOfHq = (room: string): string => room.slice(prefix.length);

export async function openHqRoom(tx: Tx, company: string, founderId: number, at: Date): Promise<void> {
  const name = hqRoomOf(company);
  const topic = `Headquarters of ${company}`;
  await tx
    .insertInto('room')
    .values({ name, kind: 'hq', topic, private: true, owner_id: founderId, created_at: at })
    .execute();
  await joinHqRoom(tx, company, founderId, 'founder', at);
}

/** In the transaction that adds the company member, so that both memberships always agree. */
export async function joinHqRoom(
  tx: Tx,
  company: string,
  agentId: number,
  role: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('room_member')
    .values({ room: hqRoomOf(company), agent_id: agentId, role, joined_at: at })
    .execute();
}

export async function leaveHqRoom(tx: Tx, company: string, agentId: number): Promise<void> {
  await tx
    .deleteFrom('room_member')
    .where('room', '=', hqRoomOf(company))
    .where('agent_id', '=', agentId)
    .execute();
}
