import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { groupLanes, laneSchema, liveLanes } from './lanes.ts';

const { holder: _, ...held } = laneSchema.properties;
export const memberLaneSchema = Type.Object({ workspace: Type.String(), ...held });
export type MemberLane = Static<typeof memberLaneSchema>;

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
