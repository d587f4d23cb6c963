import type { Reader } from '../../platform/db/database.ts';
import { noSuchAgent } from './errors.ts';
import { nameKey } from './fields.ts';

/** Finds an agent by name, ignoring case; refused if there is none. Inside a transaction, pass its reader. */
export async function findAgentByName(
  read: Reader,
  name: string,
): Promise<{ id: number; screen_name: string }> {
  const agent = await read
    .selectFrom('agent')
    .select(['id', 'screen_name'])
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (!agent) throw noSuchAgent(name);
  return agent;
}

/** Whether anybody has registered yet. */
export async function hasAgents(read: Reader): Promise<boolean> {
  return (await read.selectFrom('agent').select('id').limit(1).executeTakeFirst()) !== undefined;
}
