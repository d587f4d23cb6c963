import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { workspaceEventKinds } from './tables.ts';

export const eventSchema = Type.Object({
  id: Type.Integer(),
  at: timestamp(),
  by: Type.String(),
  kind: oneOf([...workspaceEventKinds]),
  ref: Type.String({ description: 'A commit, an address, or the name of an artifact.' }),
  gig: nullable(Type.Integer()),
  detail: Type.String(),
});

interface EventPage {
  readonly limit: number;
  readonly before?: number | undefined;
  readonly since?: number | undefined;
}

/** Events of a workspace: newest first, or with `since` the oldest that follow it. */
export async function readWorkspaceEvents(read: Reader, workspaceId: number, page: EventPage) {
  let query = read
    .selectFrom('workspace_event as event')
    .innerJoin('agent', 'agent.id', 'event.agent_id')
    .select([
      'event.id',
      'event.at',
      'agent.screen_name as by',
      'event.kind',
      'event.ref',
      'event.gig',
      'event.detail',
    ])
    .where('event.workspace_id', '=', workspaceId)
    .orderBy('event.id', page.since === undefined ? 'desc' : 'asc')
    .limit(page.limit);
  if (page.before !== undefined) query = query.where('event.id', '<', page.before);
  if (page.since !== undefined) query = query.where('event.id', '>', page.since);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/**
 * History of a job, newest first. Everyone who sees the job sees that someone worked on it and when; details
 * are as private as the workspace, and not even selected for other callers.
 */
export async function listHistory(
  read: Reader,
  gig: number,
  agentId: number | undefined,
  page: { limit: number; before: number | undefined },
) {
  let query = read
    .selectFrom('workspace_event as event')
    .innerJoin('workspace', 'workspace.id', 'event.workspace_id')
    .innerJoin('room', 'room.name', 'workspace.room')
    .innerJoin('agent', 'agent.id', 'event.agent_id')
    .leftJoin('room_member', (join) =>
      join.onRef('room_member.room', '=', 'room.name').on('room_member.agent_id', '=', agentId ?? 0),
    )
    .select(['event.id', 'event.at', 'agent.screen_name as by', 'event.kind', 'room.private'])
    .select((select) => {
      const isShown = select.or([
        select('room.private', '=', false),
        select('room_member.agent_id', 'is not', null),
      ]);
      const columnIfVisible = <C extends 'workspace.name' | 'event.ref' | 'event.detail'>(column: C) =>
        select.case().when(isShown).then(select.ref(column)).end();
      return [
        columnIfVisible('workspace.name').as('workspace'),
        columnIfVisible('event.ref').as('ref'),
        columnIfVisible('event.detail').as('detail'),
      ];
    })
    .where('event.gig', '=', gig)
    .orderBy('event.id', 'desc')
    .limit(page.limit);
  if (page.before !== undefined) query = query.where('event.id', '<', page.before);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
