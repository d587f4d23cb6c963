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
