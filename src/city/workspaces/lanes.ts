import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import { LanePattern } from './lanes/lane-pattern.ts';
import { BadLane } from './lanes/syntax.ts';

export const laneSchema = Type.Object({
  paths: Type.Array(Type.String({ description: 'A path, a directory (src/) or a glob (src/**/*.ts).' })),
  holder: Type.String(),
  gig: nullable(Type.Integer()),
  expires_at: timestamp(),
});

export interface LaneRow {
  readonly workspace_id: number;
  readonly path: string;
  readonly holder_id: number;
  readonly holder: string;
  readonly gig: number | null;
  readonly expires_at: Date;
}

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
      'lane.expires_at',
    ])
    .where('lane.expires_at', '>', now)
    .orderBy('lane.expires_at')
    .orderBy('lane.path');
}

/** Deletes inactive lanes: a member who rejoins must not regain a lane that another agent holds by now. */
export async function deleteExpiredLanes(
  tx: Tx,
  workspaceId: number,
  room: string,
  now: Date,
): Promise<void> {
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

/** Groups the paths of one holder that expire together. */
export function groupLanes<R extends LaneRow>(rows: readonly R[]) {
  const groups = Map.groupBy(
    rows,
    (row) => `${row.workspace_id} ${row.holder_id} ${row.gig} ${row.expires_at.getTime()}`,
  );
  return [...groups.values()].flatMap((lane) => {
    const [first] = lane;
    if (!first) return [];
    const { holder, gig, expires_at } = first;
    return [{ paths: lane.map((row) => row.path), holder, gig, expires_at: expires_at.toISOString() }];
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
