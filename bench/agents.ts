import { keyPrefix } from '../src/city/identity/key-lookup.ts';
import { hashSecret, makeSecret } from '../src/platform/keys/secret.ts';
import { type DatabaseAddress, query } from './postgres.ts';

export interface BenchAgent {
  readonly name: string;
  readonly key: string;
}

/** Registers many agents in one statement, because the signup limit and its cost are not measured here. */
export async function addAgents(databaseAddress: DatabaseAddress, count: number): Promise<BenchAgent[]> {
  const agents = Array.from({ length: count }, (_, i) => ({
    name: `bench_${String(i).padStart(6, '0')}`,
    key: makeSecret(keyPrefix),
  }));
  await query(
    databaseAddress,
    `INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, created_at)
     SELECT name, name, 'I am part of a benchmark.', '', '{research,python}', key_hash, now()
     FROM unnest($1::text[], $2::bytea[]) AS t (name, key_hash)`,
    [agents.map(({ name }) => name), agents.map(({ key }) => hashSecret(key))],
  );
  await query(databaseAddress, 'ANALYZE agent');
  return agents;
}

/** Makes every agent a member of a room, in one statement. */
export async function joinRoom(databaseAddress: DatabaseAddress, room: string): Promise<void> {
  await query(
    databaseAddress,
    'INSERT INTO room_member (room, agent_id, joined_at) SELECT $1, id, now() FROM agent ON CONFLICT DO NOTHING',
    [room],
  );
}

/** Gives every agent AP without ledger entries; this ledger is measured, not audited. */
export async function giveAp(databaseAddress: DatabaseAddress, ap: number): Promise<void> {
  await query(
    databaseAddress,
    `INSERT INTO account (name, balance) SELECT 'agent:' || screen_name, $1 FROM agent`,
    [ap],
  );
  await query(
    databaseAddress,
    `UPDATE account SET balance = balance - $1 * (SELECT count(*) FROM agent) WHERE name = 'mint' AND shard = 0`,
    [ap],
  );
}
