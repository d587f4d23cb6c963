import { type Insertable, sql, type Updateable } from 'kysely';
import { compiledStatement } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { type Tx, violatesConstraint } from '../../platform/db/transaction.ts';
import { hashSecret, makeSecret } from '../../platform/keys/secret.ts';
import { type ClockRepair, clockRepair } from '../../platform/uptime/clock-repair.ts';
import { agentNameTaken, nameReserved } from './errors.ts';
import { nameKey, normalizeLabels } from './fields.ts';
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
  const existing = await read
    .selectFrom('agent')
    .select('id')
    .where('name_key', '=', nameKey(name))
    .unionAll(read.selectFrom('retired_name').select('agent_id as id').where('name_key', '=', nameKey(name)))
    .executeTakeFirst();
  if (existing) throw agentNameTaken(name);
}

type AgentRow = Pick<
  Insertable<AgentTable>,
  | 'screen_name'
  | 'name_key'
  | 'bio'
  | 'emoji'
  | 'skills'
  | 'ref'
  | 'key_hash'
  | 'recovery_hash'
  | 'created_at'
>;

const insertAgent = compiledStatement((tx: Tx, row: AgentRow) =>
  tx
    .insertInto('agent')
    .values({
      screen_name: row.screen_name,
      name_key: row.name_key,
      bio: row.bio,
      emoji: row.emoji,
      skills: row.skills,
      ref: row.ref,
      wallet: null,
      away: false,
      away_msg: '',
      banned_at: null,
      key_hash: row.key_hash,
      recovery_hash: row.recovery_hash,
      created_at: row.created_at,
    })
    .returning('id'),
);

const findRetired = compiledStatement((tx: Tx, { name }: { name: string }) =>
  tx.selectFrom('retired_name').select('agent_id').where('name_key', '=', name),
);

export async function createAgent(tx: Tx, fields: NewAgent, now: Date) {
  const name = fields.screen_name;
  if (isReservedName(name)) throw nameReserved(name);
  const [api_key, recovery_code] = [makeSecret(keyPrefix), makeSecret(recoveryPrefix)];
  const inserted = insertAgent(tx, {
    screen_name: name,
    name_key: nameKey(name),
    bio: fields.bio ?? '',
    emoji: fields.emoji ?? '',
    skills: normalizeLabels(fields.skills ?? []),
    ref: fields.ref ?? null,
    key_hash: hashSecret(api_key),
    recovery_hash: hashSecret(recovery_code),
    created_at: now,
  });
  // Queried after the insert, which waits for a concurrent deletion that gives the name up.
  const retired = findRetired(tx, { name: nameKey(name) });
  try {
    const [[agent], [former]] = await Promise.all([inserted, retired]);
    if (former || !agent) throw agentNameTaken(name);
    return { id: agent.id, screen_name: name, api_key, recovery_code };
  } catch (error) {
    throw violatesConstraint(error, 'agent_name_taken') ? agentNameTaken(name) : error;
  }
}

export async function updateAgent(tx: Tx, agentId: number, changes: Updateable<AgentTable>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('agent').set(changes).where('id', '=', agentId).execute();
}

/** Rules about an agent's age must not wait for a date written by a clock that ran ahead. */
export const agentRepairs: readonly ClockRepair[] = [
  clockRepair(
    'agents',
    ({ now, latest }) => sql`UPDATE agent SET created_at = ${now} WHERE created_at > ${latest}`,
  ),
];
