import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

/** Opens the private room of a claim for its two parties. A later claim gets a new room. */
export function openDealRoom(
  tx: Tx,
  deal: { jobId: number; claimId: number; title: string; members: readonly [number, number]; at: Date },
): string {
  const name = `deal-${deal.jobId}-${deal.claimId}`;
  const room = tx
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
  pipelineWrite(tx, room);
  const members = deal.members.map((agent_id) => ({ room: name, agent_id, role: '', joined_at: deal.at }));
  pipelineWrite(tx, tx.insertInto('room_member').values(members).execute());
  return name;
}

/** Removes the room from its members' lists; they can still read and write there until it is archived. */
export async function endDealRoom(tx: Tx, name: string | null, at: Date): Promise<void> {
  if (name !== null) await tx.updateTable('room').set({ ended_at: at }).where('name', '=', name).execute();
}

const archivedAfterMs = 30 * dayMs;

export const archivedRoomError = errorKind(
  'room_archived',
  409,
  'A deal room is read-only from 30 days after its claim ended.',
);

interface EndableRoom {
  readonly name: string;
  readonly kind: string;
  readonly ended_at: Date | null;
}

export function refuseArchived({ name, kind, ended_at }: EndableRoom, now: Date): void {
  if (!ended_at) return;
  const isClosed = kind === 'open';
  if (!isClosed && now.getTime() - ended_at.getTime() < archivedAfterMs) return;
  throw new Refusal(
    archivedRoomError,
    isClosed
      ? `${name} was closed by its owner`
      : `${name} is archived: its deal ended more than 30 days ago`,
    `Read it: GET /api/rooms/${name}/messages`,
  );
}
