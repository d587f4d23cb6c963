import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { timestamp } from '../../platform/http/schema.ts';

export const leaseSchema = Type.Object({
  role: Type.String(),
  holder: Type.String(),
  note: Type.String(),
  expires_at: timestamp(),
});

/** Active leases: not expired, and held by a member of the room. */
export function liveLeases(read: Reader, now: Date) {
  return read
    .selectFrom('workspace_lease as lease')
    .innerJoin('workspace', 'workspace.id', 'lease.workspace_id')
    .innerJoin('room_member', (join) =>
      join
        .onRef('room_member.room', '=', 'workspace.room')
        .onRef('room_member.agent_id', '=', 'lease.holder_id'),
    )
    .innerJoin('agent', 'agent.id', 'lease.holder_id')
    .select([
      'lease.role',
      'lease.holder_id',
      'agent.screen_name as holder',
      'lease.note',
      'lease.expires_at',
    ])
    .where('lease.expires_at', '>', now);
}

export async function listLeases(read: Reader, workspaceId: number, now: Date) {
  const rows = await liveLeases(read, now)
    .where('lease.workspace_id', '=', workspaceId)
    .orderBy('lease.role_key')
    .execute();
  return rows.map(({ role, holder, note, expires_at }) => ({
    role,
    holder,
    note,
    expires_at: expires_at.toISOString(),
  }));
}
