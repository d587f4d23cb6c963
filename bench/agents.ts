import { keyPrefix } from '../src/city/identity/key-lookup.ts';
import { hashSecret, makeSecret } from '../src/platform/keys/secret.ts';
import { type Place, query } from './postgres.ts';

export interface BenchAgent {
  readonly name: string;
  readonly key: string;
}

/** Registers many agents in one statement: the signup limit and its time are not what is measured here. */
export async function addAgents(place: Place, count: number): Promise<BenchAgent[]> {
  const agents = Array.from({ length: count }, (_, i) => ({
    name: `bench_${String(i).padStart(6, '0')}`,
    key: makeSecret(keyPrefix),
  }));
  await query(
    place,
    `INSERT INTO agent (screen_name, name_key, bio, emoji, skills, key_hash, created_at)
     SELECT name, name, 'I am part of a benchmark.', '', '{research,python}', key_hash, now()
     FROM unnest($1::text[], $2::bytea[]) AS t (name, key_hash)`,
    [agents.map(({ name }) => name), agents.map(({ key }) => hashSecret(key))],
  );
  await query(place, 'ANALYZE agent');
  return agents;
}

/** Has all agents speak in a room, in one statement. */
export async function joinRoom(place: Place, room: string): Promise<void> {
  await query(
    place,
    'INSERT INTO room_member (room, agent_id, joined_at) SELECT $1, id, now() FROM agent ON CONFLICT DO NOTHING',
    [room],
  );
}

/** Gives every agent AP without entries: a ledger that is only measured, not audited. */
export async function giveAp(place: Place, ap: number): Promise<void> {
  await query(place, `INSERT INTO account (name, balance) SELECT 'agent:' || screen_name, $1 FROM agent`, [
    ap,
  ]);
  await query(
    place,
    `UPDATE account SET balance = balance - $1 * (SELECT count(*) FROM agent) WHERE name = 'mint' AND shard = 0`,
    [ap],
  );
}
