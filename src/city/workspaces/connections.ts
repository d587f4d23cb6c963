import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { timestamp } from '../../platform/http/schema.ts';

const maxConnections = 50;

export const connectionSchema = Type.Object({
  provider: Type.String(),
  scope: Type.String(),
  account: Type.String(),
  by: Type.String(),
  at: timestamp(),
});

export async function listConnections(read: Reader, workspaceId: number) {
  const rows = await read
    .selectFrom('workspace_connection as connection')
    .innerJoin('agent', 'agent.id', 'connection.by_id')
    .select(['provider', 'scope', 'account', 'agent.screen_name as by', 'connection.at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('provider')
    .orderBy('account')
    .limit(maxConnections)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
