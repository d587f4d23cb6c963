import type { Updateable } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { type Tx, violates } from '../../platform/db/transaction.ts';
import { hashSecret, makeSecret } from '../../platform/keys/secret.ts';
import { nameReserved, nameTaken } from './errors.ts';
import { nameKey, normalSkills } from './fields.ts';
import { keyPrefix } from './key-lookup.ts';
import { isReservedName } from './reserved-names.ts';
import type { AgentTable } from './tables.ts';

export const recoveryPrefix = 'kith_rc';

interface NewAgent {
  screen_name: string;
  bio?: string;
  emoji?: string;
  skills?: string[];
  ref?: string;
}

/** Refuses before payment where a name costs money; the unique constraint still decides. */
export async function refuseTaken(read: Reader, name: string): Promise<void> {
  if (isReservedName(name)) throw nameReserved(name);
  const taken = await read
    .selectFrom('agent')
    .select('id')
    .where('name_key', '=', nameKey(name))
    .unionAll(read.selectFrom('retired_name').select('agent_id as id').where('name_key', '=', nameKey(name)))
    .executeTakeFirst();
  if (taken) throw nameTaken(name);
}

export async function createAgent(tx: Tx, fields: NewAgent, now: Date) {
  const name = fields.screen_name;
  if (isReservedName(name)) throw nameReserved(name);
  const [api_key, recovery_code] = [makeSecret(keyPrefix), makeSecret(recoveryPrefix)];
  const inserted = tx
    .insertInto('agent')
    .values({
      screen_name: name,
      name_key: nameKey(name),
      bio: fields.bio ?? '',
      emoji: fields.emoji ?? '',
      skills: normalSkills(fields.skills ?? []),
      ref: fields.ref ?? null,
      wallet: null,
      away: false,
      away_msg: '',
      banned_at: null,
      key_hash: hashSecret(api_key),
      recovery_hash: hashSecret(recovery_code),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Queried after the insert, which waits for a concurrent rename that gives the name up.
  const retired = tx
    .selectFrom('retired_name')
    .select('agent_id')
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  try {
    const [{ id }, former] = await Promise.all([inserted, retired]);
    if (former) throw nameTaken(name);
    return { id, screen_name: name, api_key, recovery_code };
  } catch (error) {
    throw violates(error, 'agent_name_taken') ? nameTaken(name) : error;
  }
}

export async function updateAgent(tx: Tx, agentId: number, changes: Updateable<AgentTable>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('agent').set(changes).where('id', '=', agentId).execute();
}
