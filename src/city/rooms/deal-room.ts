import type { Tx } from '../../platform/db/transaction.ts';

/** Opens the private room of a claim, with the two who deal. Opened once: claiming again comes back to a new one. */
export async function openDealRoom(
  tx: Tx,
  deal: { jobId: number; claimId: number; title: string; members: readonly [number, number]; at: Date },
): Promise<string> {
  const name = `deal-${deal.jobId}-${deal.claimId}`;
  await tx
    .insertInto('room')
    .values({
      name,
      kind: 'deal',
      topic: `Job ${deal.jobId}: ${deal.title}`,
      private: true,
      owner_id: null,
      created_at: deal.at,
    })
    .execute();
  await tx
    .insertInto('room_member')
    .values(deal.members.map((agent_id) => ({ room: name, agent_id, role: '', joined_at: deal.at })))
    .execute();
  return name;
}
