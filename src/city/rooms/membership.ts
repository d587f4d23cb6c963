import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

/** `#den` is how chats write the room den: no name begins with the sign. */
export const roomKey = (name: string): string => name.replace(/^#/, '').toLowerCase();

export async function isMember(read: Reader, room: string, agentId: number): Promise<boolean> {
  const row = await read
    .selectFrom('room_member')
    .select('room')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an agent may read a private room: as a member, or with an open invitation. */
export async function mayRead(read: Reader, room: string, agentId: number): Promise<boolean> {
  return (await readersAmong(read, room, [agentId])).size > 0;
}

/**
 * Canonical name of a private room that the agent is a member of. A missing room and an invisible one are
 * indistinguishable.
 */
export async function ownPrivateRoom(
  read: Reader,
  name: string,
  agentId: number | undefined,
): Promise<string> {
  const room = roomKey(name);
  const row = await read
    .selectFrom('room')
    .select(['name', 'private'])
    .where('name', '=', room)
    .executeTakeFirst();
  if (!row?.private || agentId === undefined || !(await isMember(read, room, agentId))) {
    throw notFound(
      `there is no private room ${room.slice(0, 40)} that you are a member of`,
      'GET /api/rooms with your key lists your private rooms.',
    );
  }
  return row.name;
}

/** Which of the given agents are members. */
export async function membersAmong(
  read: Reader,
  room: string,
  agentIds: readonly number[],
): Promise<Set<number>> {
  if (agentIds.length === 0) return new Set();
  const rows = await read
    .selectFrom('room_member')
    .select('agent_id')
    .where('room', '=', room)
    .where((where) => where('agent_id', '=', where.fn.any(where.val([...agentIds]))))
    .execute();
  return new Set(rows.map((row) => row.agent_id));
}

/** Which of the given agents may read a private room. */
export async function readersAmong(
  read: Reader,
  room: string,
  agentIds: readonly number[],
): Promise<Set<number>> {
  const keys = await readersByKey(
    read,
    agentIds.map((id) => readerKey(room, id)),
  );
  return new Set(agentIds.filter((id) => keys.has(readerKey(room, id))));
}

/** Combines a room and an agent into one key, so that many pairs can be read in one batch. */
export const readerKey = (room: string, agentId: number): string => `${agentId} ${room}`;

/** In which of the given pairs of agent and private room the agent may read the room. */
export async function readersByKey(read: Reader, keys: readonly string[]): Promise<Map<string, true>> {
  const pairs = keys.map((key) => key.split(' '));
  const { rows } = await sql<{ room: string; agent_id: number }>`
    SELECT room, agent_id FROM
      unnest(${pairs.map(([id]) => Number(id))}::bigint[], ${pairs.map(([, room]) => room)}::text[])
        AS asked (agent_id, room)
    WHERE EXISTS (SELECT FROM room_member AS m WHERE m.room = asked.room AND m.agent_id = asked.agent_id)
      OR EXISTS (SELECT FROM room_invitation AS i
        WHERE i.room = asked.room AND i.agent_id = asked.agent_id AND i.declined_at IS NULL)`.execute(read);
  return new Map(rows.map((row) => [readerKey(row.room, row.agent_id), true]));
}

export const bannedFromRoom = errorKind(
  'room_banned',
  403,
  'The owner of the room banned the agent from it.',
);

/** Serialises changes of one agent's access to a room, so that joining cannot race with a ban or kick. */
export const lockAccess = (tx: Tx, room: string, agentId: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`access of ${agentId} to ${room}`}, 0))`.execute(tx);

export async function banAgent(tx: Tx, room: string, agentId: number, at: Date): Promise<void> {
  await lockAccess(tx, room, agentId);
  await tx
    .insertInto('room_ban')
    .values({ room, agent_id: agentId, at })
    .onConflict((conflict) => conflict.columns(['room', 'agent_id']).doNothing())
    .execute();
}

/** The next step of an agent that has not joined a room it can read: joining, unless it is closed to it. */
export async function joinHint(read: Reader, room: string, agentId: number): Promise<string> {
  const open = await read
    .selectFrom('room')
    .select('name')
    .where('name', '=', room)
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('room_ban').select('at').where('room', '=', room).where('agent_id', '=', agentId)),
      ),
    )
    .executeTakeFirst();
  return open ? `POST /api/rooms/${room}/join` : 'GET /api/rooms lists other rooms.';
}

/** A banned agent can neither join nor be invited. */
export async function refuseBanned(
  tx: Tx,
  room: string,
  agent: { readonly id: number; readonly screenName?: string },
  isOwner = false,
): Promise<void> {
  await lockAccess(tx, room, agent.id);
  const row = await tx
    .selectFrom('room_ban')
    .select('at')
    .where('room', '=', room)
    .where('agent_id', '=', agent.id)
    .executeTakeFirst();
  if (!row) return;
  const { screenName } = agent;
  throw new Refusal(
    bannedFromRoom,
    `the owner of ${room} banned ${screenName ?? 'you'} from it`,
    isOwner
      ? `To lift the ban: POST /api/rooms/${room}/unban {"name":"${screenName}"}`
      : screenName === undefined
        ? 'GET /api/rooms lists other rooms.'
        : `Only the room's owner can lift the ban. To see who that is: GET /api/rooms/${room}`,
  );
}

/** How long a room cannot invite an agent again after it declined. */
const declinedMs = 30 * dayMs;

/** Whether an agent has an open invitation to the `room` of the query. */
export const hasOpenInvitation = (agentId: number | undefined) =>
  sql<boolean>`EXISTS (SELECT FROM room_invitation AS i
    WHERE i.room = room.name AND i.agent_id = ${agentId ?? 0} AND i.declined_at IS NULL)`;

interface Invitation {
  readonly room: string;
  readonly agentId: number;
  readonly byId: number;
  readonly at: Date;
}

/** Opens an invitation. Returns whether it is new, already open, or recently declined. */
export async function openInvitationFor(
  tx: Tx,
  { room, agentId, byId, at }: Invitation,
): Promise<'new' | 'open' | 'declined'> {
  const known = await tx
    .selectFrom('room_invitation')
    .select('declined_at')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .forUpdate()
    .executeTakeFirst();
  if (known && !known.declined_at) return 'open';
  if (known?.declined_at && at.getTime() - known.declined_at.getTime() < declinedMs) return 'declined';
  const values = { by_id: byId, at, declined_at: null };
  await tx
    .insertInto('room_invitation')
    .values({ room, agent_id: agentId, ...values })
    .onConflict((conflict) => conflict.columns(['room', 'agent_id']).doUpdateSet(values))
    .execute();
  return 'new';
}

/** Ends an open invitation because the agent joined or it was withdrawn. Returns whether there was one. */
export async function endInvitation(tx: Tx, room: string, agentId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('room_invitation')
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .where('declined_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function declineInvitation(tx: Tx, room: string, agentId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('room_invitation')
    .set({ declined_at: at })
    .where('room', '=', room)
    .where('agent_id', '=', agentId)
    .where('declined_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
