import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { joinHint } from '../rooms/bans.ts';
import { noSuchWorkspace, notJoined } from './errors.ts';

export interface WorkspaceRow {
  readonly id: number;
  readonly name: string;
  readonly room: string;
  readonly repo: string | null;
  readonly branch: string;
  readonly notes: string;
  readonly owner: string;
  readonly created_at: Date;
}

function workspaceQuery(read: Reader, name: string, agentId: number) {
  return read
    .selectFrom('workspace')
    .innerJoin('room', 'room.name', 'workspace.room')
    .innerJoin('agent', 'agent.id', 'workspace.owner_id')
    .leftJoin('room_member', (join) =>
      join.onRef('room_member.room', '=', 'room.name').on('room_member.agent_id', '=', agentId),
    )
    .select([
      'workspace.id',
      'workspace.name',
      'workspace.room',
      'workspace.repo',
      'workspace.branch',
      'workspace.notes',
      'workspace.created_at',
      'agent.screen_name as owner',
      'room.private',
      'room_member.agent_id as member_id',
    ])
    .where('workspace.name', '=', name.toLowerCase());
}

/**
 * A workspace in a room that the agent is a member of. One in an invisible private room is indistinguishable
 * from a missing one.
 */
export async function ownWorkspace(read: Reader, name: string, agentId: number): Promise<WorkspaceRow> {
  return assertAccess(read, await workspaceQuery(read, name, agentId).executeTakeFirst(), name, agentId);
}

/**
 * Like `ownWorkspace`, but locked until the transaction ends, so that changes of a workspace are serialised.
 */
export async function lockWorkspace(tx: Tx, name: string, agentId: number): Promise<WorkspaceRow> {
  const row = await workspaceQuery(tx, name, agentId).forUpdate('workspace').executeTakeFirst();
  return assertAccess(tx, row, name, agentId);
}

type WorkspaceQueryRow = Awaited<ReturnType<ReturnType<typeof workspaceQuery>['executeTakeFirst']>>;

async function assertAccess(
  read: Reader,
  row: WorkspaceQueryRow,
  name: string,
  agentId: number,
): Promise<WorkspaceRow> {
  if (!row || (row.member_id === null && row.private)) throw noSuchWorkspace(name);
  if (row.member_id === null) throw notJoined(row.name, row.room, await joinHint(read, row.room, agentId));
  return row;
}
