import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askHolder, workspaceErrors, workspaceFull } from './errors.ts';
import { LanePattern } from './lanes/lane-pattern.ts';
import type { SearchEffort } from './lanes/overlap.ts';
import { deleteExpiredLanes, type LaneRow, liveLanes } from './lanes.ts';
import type { WorkspaceRow } from './workspace-access.ts';

const maxPathsOfHolder = 64;
const maxPaths = 512;
/** Total characters of wildcard patterns that a new claim is compared with. */
const maxWildCharacters = 4_000;
/** A few hundredths of a second of CPU, which only adversarial patterns come near. */
const maxSteps = 1_000_000;

interface LaneRequest {
  readonly holder: { readonly id: number; readonly screenName: string };
  readonly lanes: readonly LanePattern[];
  readonly gig: number | undefined;
  readonly until: Date;
  readonly now: Date;
}

/**
 * Claims all paths or none. The workspace's row is locked, so of two overlapping claims the second sees the
 * first.
 */
export async function claimLanes(tx: Tx, workspace: WorkspaceRow, request: LaneRequest): Promise<LaneRow[]> {
  const { holder, lanes, gig, until, now } = request;
  await deleteExpiredLanes(tx, workspace.id, workspace.room, now);
  const held = await liveLanes(tx, now).where('lane.workspace_id', '=', workspace.id).execute();
  assertFree(
    workspace,
    lanes,
    held.filter((row) => row.holder_id !== holder.id),
  );
  assertRoom(workspace, lanes, held, holder.id);
  await tx
    .insertInto('workspace_lane')
    .values(
      lanes.map(({ text }) => ({
        workspace_id: workspace.id,
        path: text,
        holder_id: holder.id,
        gig: gig ?? null,
        expires_at: until,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'path']).doUpdateSet({
        gig: sql`coalesce(excluded.gig, workspace_lane.gig)`,
        // Claiming again only extends; ending early is what release is for.
        expires_at: sql`greatest(excluded.expires_at, workspace_lane.expires_at)`,
      }),
    )
    .execute();
  const texts = lanes.map((lane) => lane.text);
  return liveLanes(tx, now)
    .where('lane.workspace_id', '=', workspace.id)
    .where((where) => where('lane.path', '=', where.fn.any(where.val(texts))))
    .execute();
}

function assertFree({ name }: WorkspaceRow, lanes: readonly LanePattern[], others: readonly LaneRow[]): void {
  const effort: SearchEffort = { steps: 0 };
  const patterns = others.map((row) => ({ row, pattern: LanePattern.fromStored(row.path) }));
  for (const lane of lanes) {
    for (const { row, pattern } of patterns) {
      const shared = lane.collisionWith(pattern, effort);
      if (shared !== undefined) throw laneHeld(name, lane.text, row, shared);
      if (effort.steps > maxSteps) {
        throw invalidField(
          'paths are too complex to compare with the lanes that are held',
          'Claim fewer paths per call, with fewer wildcards.',
        );
      }
    }
  }
}

function laneHeld(
  workspace: string,
  wanted: string,
  { path, holder, expires_at }: LaneRow,
  shared: string,
): Refusal {
  const until = expires_at.toISOString();
  const overlap =
    wanted === path ? `${path} is` : `${wanted} overlaps ${path} (in ${shared}, for example), which is`;
  return new Refusal(
    workspaceErrors.laneHeld,
    `${overlap} held by ${holder} until ${until}; nothing was claimed`,
    `Claim it after ${until}, or ask the holder: ${askHolder(`May I have ${path} in workspace ${workspace}?`)}`,
  );
}

function assertRoom(
  { name }: WorkspaceRow,
  lanes: readonly LanePattern[],
  held: readonly LaneRow[],
  holderId: number,
): void {
  const known = new Set(held.map((row) => row.path));
  const added = lanes.filter((lane) => !known.has(lane.text));
  const own = held.filter((row) => row.holder_id === holderId);
  const release = `Release paths you do not need: POST /api/workspaces/${name}/release {"paths":["<path>"]}`;
  if (own.length + added.length > maxPathsOfHolder) {
    throw workspaceFull(`you would hold more than ${maxPathsOfHolder} paths in ${name}`, release);
  }
  const wild = [...held.map((row) => LanePattern.fromStored(row.path)), ...added].filter(
    ({ hasWildcards }) => hasWildcards,
  );
  const characters = wild.reduce((sum, each) => sum + each.text.length, 0);
  if (held.length + added.length > maxPaths || characters > maxWildCharacters) {
    throw workspaceFull(`${name} has the maximum number of lanes`, release);
  }
}
