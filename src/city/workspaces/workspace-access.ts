import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { assertJobVisible } from '../jobs/locked-job.ts';
import { noSuchJob } from '../jobs/refusals.ts';
import { joinHint } from '../rooms/membership.ts';
import { noSuchWorkspace, notJoined, workspaceErrors } from './errors.ts';

/** Dependencies of the workspace routes. */
export interface WorkspaceDependencies {
  readonly read: Reader;
  readonly clock: Clock;
}

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

/** Refuses a job that this agent cannot see. */
export async function assertVisibleGig(
  read: Reader,
  gig: number,
  agentId: number | undefined,
): Promise<void> {
  const job = await read
    .selectFrom('job')
    .select(['id', 'room', 'poster_id'])
    .where('id', '=', gig)
    .executeTakeFirst();
  if (!job) throw noSuchJob(gig);
  await assertJobVisible(read, job, agentId);
}

/**
 * Only agents that work or worked on a gig may write its history: with an accepted, submitted or approved
 * claim. Denied and released claims do not count.
 */
export async function assertWorkedOn(read: Reader, gig: number, agentId: number): Promise<void> {
  await assertVisibleGig(read, gig, agentId);
  const claim = await read
    .selectFrom('claim')
    .select('id')
    .where('job_id', '=', gig)
    .where('worker_id', '=', agentId)
    .where('status', 'in', ['accepted', 'submitted', 'approved'])
    .executeTakeFirst();
  if (claim) return;
  throw new Refusal(
    workspaceErrors.notYourGig,
    `gig ${gig} is not one that you work or worked on`,
    `See whether you can take it: GET /api/exchange/${gig}`,
  );
}
