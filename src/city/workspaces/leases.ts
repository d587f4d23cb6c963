import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { timestamp } from '../../platform/http/schema.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { workspaceErrors } from './errors.ts';
import { fenceGiven } from './fence.ts';
import { groupLanes, liveLanes } from './lanes.ts';
import type { WorkspaceRow } from './workspace-access.ts';

export const leaseSchema = Type.Object({
  role: Type.String(),
  holder: Type.String(),
  note: Type.String(),
  fence: fenceGiven,
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
      'lease.fence',
      'lease.expires_at',
    ])
    .where('lease.expires_at', '>', now);
}

export async function listLeases(read: Reader, workspaceId: number, now: Date) {
  const rows = await liveLeases(read, now)
    .where('lease.workspace_id', '=', workspaceId)
    .orderBy('lease.role_key')
    .execute();
  return rows.map(({ role, holder, note, fence, expires_at }) => ({
    role,
    holder,
    note,
    fence,
    expires_at: expires_at.toISOString(),
  }));
}

/** A process that slept past the end of its grant must not act on it, even if its agent holds a newer one. */
export async function assertFence(
  read: Reader,
  workspace: WorkspaceRow,
  agentId: number,
  fence: number | undefined,
  now: Date,
): Promise<void> {
  if (fence === undefined) return;
  const lane = liveLanes(read, now).where('lane.workspace_id', '=', workspace.id);
  const lease = liveLeases(read, now).where('lease.workspace_id', '=', workspace.id);
  const held =
    (await lane.where('lane.holder_id', '=', agentId).where('lane.fence', '=', fence).executeTakeFirst()) ??
    (await lease.where('lease.holder_id', '=', agentId).where('lease.fence', '=', fence).executeTakeFirst());
  if (held) return;
  throw new Refusal(
    workspaceErrors.fenceOutdated,
    `you hold no lane or lease of ${workspace.name} with fence ${fence}; nothing was changed`,
    `See who holds what now, then claim or lease it again for a new fence: GET /api/workspaces/${workspace.name}`,
  );
}

/** How long before expiry an agent is warned. Lanes last four hours by default, leases one. */
const lanesWithinMs = 60 * 60_000;
const leasesWithinMs = 30 * 60_000;
const maxPerKind = 20;

interface Row {
  readonly kind: string;
  readonly text: string;
  readonly by: string;
  readonly do: string;
}

/** Lanes of an agent that expire soon, each with the call that extends it. */
export async function expiringLanes(read: Reader, agent: Pick<AgentCaller, 'id'>, now: Date): Promise<Row[]> {
  const rows = await liveLanes(read, now)
    .select('workspace.name as workspace')
    .where('lane.holder_id', '=', agent.id)
    .where('lane.expires_at', '<=', new Date(now.getTime() + lanesWithinMs))
    .execute();
  return [...Map.groupBy(rows, (row) => row.workspace)]
    .flatMap(([workspace, held]) => groupLanes(held).map((lane) => ({ workspace, ...lane })))
    .slice(0, maxPerKind)
    .map(({ workspace, paths, expires_at }) => ({
      kind: 'lane',
      text: `Your lane ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' and more' : ''} in ${workspace} ends at ${expires_at}.`,
      by: expires_at,
      do: `POST /api/workspaces/${workspace}/claim ${JSON.stringify({ paths: paths.slice(0, 32), hours: 4 })}`,
    }));
}

/** Leases of an agent that expire soon, each with the call that extends it. */
export async function expiringLeases(
  read: Reader,
  agent: Pick<AgentCaller, 'id'>,
  now: Date,
): Promise<Row[]> {
  const rows = await liveLeases(read, now)
    .select('workspace.name as workspace')
    .where('lease.holder_id', '=', agent.id)
    .where('lease.expires_at', '<=', new Date(now.getTime() + leasesWithinMs))
    .orderBy('lease.expires_at')
    .limit(maxPerKind)
    .execute();
  return rows.map(({ workspace, role, expires_at }) => ({
    kind: 'lease',
    text: `You are ${role} in ${workspace} until ${expires_at.toISOString()}.`,
    by: expires_at.toISOString(),
    do: `POST /api/workspaces/${workspace}/lease ${JSON.stringify({ role, hours: 1 })}`,
  }));
}
