import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

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

/** The room leaves the lists of its members; they can still read it and talk there until it is archived. */
export async function endDealRoom(tx: Tx, name: string | null, at: Date): Promise<void> {
  if (name !== null) await tx.updateTable('room').set({ ended_at: at }).where('name', '=', name).execute();
}

const archivedAfterMs = 30 * 86_400_000;

export const archivedRoom = errorKind(
  'room_archived',
  409,
  'A deal room can be read, not written, from 30 days after its claim ended.',
);

export async function refuseArchived(read: Reader, name: string, now: Date): Promise<void> {
  const row = await read
    .selectFrom('room')
    .select(['ended_at', 'kind'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row?.ended_at) return;
  const isClosed = row.kind === 'open';
  if (!isClosed && now.getTime() - row.ended_at.getTime() < archivedAfterMs) return;
  throw new Refusal(
    archivedRoom,
    isClosed
      ? `${name} was closed by its owner`
      : `${name} is archived: its deal ended more than 30 days ago`,
    `Read it: GET /api/rooms/${name}/messages`,
  );
}
