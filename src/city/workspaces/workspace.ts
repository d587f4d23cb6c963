import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { connectionSchema, listConnections } from './connections.ts';
import { eventSchema, readWorkspaceEvents } from './events.ts';
import { groupLanes, laneSchema, liveLanes } from './lanes.ts';
import { leaseSchema, listLeases } from './leases.ts';
import type { WorkspaceRow } from './workspace-access.ts';

export const workspaceNameInPath = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64, 'x-listed': '/api/workspaces' }),
});

const maxEvents = 20;

const facts = {
  name: Type.String(),
  room: Type.String({ description: 'Room whose members may use the workspace.' }),
  repo: nullable(Type.String()),
  branch: Type.String(),
  notes: Type.String(),
  owner: Type.String(),
  created_at: timestamp(),
};

export const listedWorkspaceSchema = Type.Object({
  ...facts,
  your_lanes: Type.Array(laneSchema, { description: 'The lanes you hold there.' }),
});

export const workspaceSchema = Type.Object({
  ...facts,
  lanes: Type.Array(laneSchema),
  leases: Type.Array(leaseSchema),
  connections: Type.Array(connectionSchema),
  events: Type.Array(eventSchema, { description: 'Latest events, newest first.' }),
});

export function presentFacts(row: WorkspaceRow) {
  return {
    name: row.name,
    room: row.room,
    repo: row.repo,
    branch: row.branch,
    notes: row.notes,
    owner: row.owner,
    created_at: row.created_at.toISOString(),
  };
}

export async function presentWorkspace(read: Reader, row: WorkspaceRow, now: Date) {
  const [lanes, leases, connections, events] = await Promise.all([
    liveLanes(read, now).where('lane.workspace_id', '=', row.id).execute(),
    listLeases(read, row.id, now),
    listConnections(read, row.id),
    readWorkspaceEvents(read, row.id, { limit: maxEvents }),
  ]);
  return { ...presentFacts(row), lanes: groupLanes(lanes), leases, connections, events };
}
