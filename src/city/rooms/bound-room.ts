import { pipelineWrite, type Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

const prefix = 'hq-';

/** The room of a company. Valid company names always give a valid, unique room name. */
export const hqRoomOf = (company: string): string => prefix + company.toLowerCase();
const companyOfHq = (room: string): string => room.slice(prefix.length);

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

export const boundRoomError = errorKind(
  'bound_room',
  409,
  'Members of a deal room or company room are those of its job or company.',
);

/**
 * Deal and company rooms share the members of what they belong to; changing them here would let the two
 * diverge.
 */
export function assertNotBound({ name, kind }: { name: string; kind: string }): void {
  if (kind === 'open') return;
  const company = companyOfHq(name);
  throw new Refusal(
    boundRoomError,
    `${name} belongs to a ${kind === 'deal' ? 'deal' : 'company'}`,
    kind === 'deal'
      ? `Its members are the payer and the worker: GET /api/rooms/${name}`
      : `Its members change with the company's: GET /api/projects/${company}`,
  );
}
