import type { Reader } from '../../platform/db/database.ts';
import { noSuchAgent } from './errors.ts';
import { nameKey } from './fields.ts';

/** Who has a name, whatever its case; refused when nobody has. Inside a transaction, asked through it. */
export async function agentNamed(read: Reader, name: string): Promise<{ id: number; screen_name: string }> {
  const agent = await read
    .selectFrom('agent')
    .select(['id', 'screen_name'])
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (!agent) throw noSuchAgent(name);
  return agent;
}
