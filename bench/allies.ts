import { hashSecret, makeSecret } from '../src/platform/keys/secret.ts';
import { allyPrefix } from '../src/utility/access/key-lookup.ts';
import { type DatabaseAddress, query } from './postgres.ts';

/** Creates many ally keys in one statement, because the registration limit is not measured here. */
export async function addAllies(databaseAddress: DatabaseAddress, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => makeSecret(allyPrefix));
  await query(
    databaseAddress,
    `INSERT INTO ally (agent, name_key, key_hash, created_at)
     SELECT 'ally-' || n, 'ally-' || n, key_hash, now() FROM unnest($1::bytea[]) WITH ORDINALITY AS t (key_hash, n)`,
    [keys.map(hashSecret)],
  );
  return keys;
}
