import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { RowOf } from '../../platform/db/row-values.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { dayMs, hourMs } from '../../platform/duration.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { askHolder, workspaceErrors, workspaceFull } from './errors.ts';
import { fenceGiven, nextFence } from './fence.ts';
import { BadLane, LanePattern, type SearchEffort } from './lane-pattern.ts';
import type { WorkspaceRow } from './workspace-access.ts';

export const laneSchema = Type.Object({
  paths: Type.Array(Type.String({ description: 'A path, a directory (src/) or a glob (src/**/*.ts).' })),
  holder: Type.String(),
  gig: nullable(Type.Integer()),
  fence: fenceGiven,
  expires_at: timestamp(),
});

type LaneRow = RowOf<typeof liveLanes>;

/** Active lanes. They end on expiry and when the holder leaves the room, without any cleanup. */
export function liveLanes(read: Reader, now: Date) {
  return read
    .selectFrom('workspace_lane as lane')
    .innerJoin('workspace', 'workspace.id', 'lane.workspace_id')
    .innerJoin('room_member', (join) =>
      join
        .onRef('room_member.room', '=', 'workspace.room')
        .onRef('room_member.agent_id', '=', 'lane.holder_id'),
    )
    .innerJoin('agent', 'agent.id', 'lane.holder_id')
    .select([
      'lane.workspace_id',
      'lane.path',
      'lane.holder_id',
      'agent.screen_name as holder',
      'lane.gig',
      'lane.fence',
      'lane.expires_at',
    ])
    .where('lane.expires_at', '>', now)
    .orderBy('lane.expires_at')
    .orderBy('lane.path');
}

/** Deletes inactive lanes: a member who rejoins must not regain a lane that another agent holds by now. */
async function deleteExpiredLanes(tx: Tx, workspaceId: number, room: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('workspace_lane')
    .where('workspace_id', '=', workspaceId)
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where.not(
          where.exists(
            where
              .selectFrom('room_member')
              .select('room_member.room')
              .where('room_member.room', '=', room)
              .whereRef('room_member.agent_id', '=', 'workspace_lane.holder_id'),
          ),
        ),
      ]),
    )
    .execute();
}

/** Groups the paths of one grant that expire together. */
export function groupLanes<R extends LaneRow>(rows: readonly R[]) {
  const groups = Map.groupBy(
    rows,
    (row) => `${row.workspace_id} ${row.holder_id} ${row.gig} ${row.fence} ${row.expires_at.getTime()}`,
  );
  return [...groups.values()].flatMap((lane) => {
    const [first] = lane;
    if (!first) return [];
    const { holder, gig, fence, expires_at } = first;
    return [{ paths: lane.map((row) => row.path), holder, gig, fence, expires_at: expires_at.toISOString() }];
  });
}

/** Parses and deduplicates paths; an invalid one is refused with its reason. */
export function parseLanes(paths: readonly string[]): LanePattern[] {
  const lanes = paths.map((path, index) => {
    try {
      return LanePattern.parse(path);
    } catch (error) {
      if (!(error instanceof BadLane)) throw error;
      throw invalidField(
        `paths.${index} is not a lane: ${error.message}`,
        'A path (src/a.ts), a directory (src/) or a glob of *, ?, **, [a-z], [!a-z] and {a,b}; [[] is a literal [.',
      );
    }
  });
  return [...new Map(lanes.map((lane) => [lane.text, lane])).values()];
}

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
  const fence = await nextFence(tx);
  await tx
    .insertInto('workspace_lane')
    .values(
      lanes.map(({ text }) => ({
        workspace_id: workspace.id,
        path: text,
        holder_id: holder.id,
        gig: gig ?? null,
        fence,
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
    `Claim it after ${until}, or ask the holder: ${askHolder(holder, `May I have ${path} in workspace ${workspace}?`)}`,
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

const { holder: _, ...held } = laneSchema.properties;
export const memberLaneSchema = Type.Object({ workspace: Type.String(), ...held });
type MemberLane = Static<typeof memberLaneSchema>;

const maxLanes = 500;

/** Lanes of a room's workspaces, by the screen name of their holder. */
export async function lanesOfRoom(read: Reader, room: string, now: Date): Promise<Map<string, MemberLane[]>> {
  const rows = await liveLanes(read, now)
    .select('workspace.name as workspace')
    .where('workspace.room', '=', room)
    .limit(maxLanes)
    .execute();
  const lanes = [...Map.groupBy(rows, (row) => row.workspace)].flatMap(([workspace, each]) =>
    groupLanes(each).map((lane) => ({ workspace, ...lane })),
  );
  const byHolder = Map.groupBy(lanes, (lane) => lane.holder);
  return new Map(
    [...byHolder].map(([name, all]) => [name, all.map(({ holder: _holder, ...lane }) => lane)] as const),
  );
}

/** Grace period, so that processes with slightly different clocks agree on what has expired. */
const retentionMs = dayMs;

/** Prunes expired lanes and leases, which only keeps the tables small: expired rows are ignored anyway. */
export function pruneLanesTask({ transaction, clock }: { transaction: Transact; clock: Clock }): TaskKind {
  return recurringTask('prune expired lanes and leases', hourMs, (task) =>
    transaction(async (tx) => {
      const before = new Date(clock.now().getTime() - retentionMs);
      await tx.deleteFrom('workspace_lane').where('expires_at', '<', before).execute();
      await tx.deleteFrom('workspace_lease').where('expires_at', '<', before).execute();
      await task.finish(tx);
    }),
  );
}
