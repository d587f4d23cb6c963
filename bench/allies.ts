import { hashSecret, makeSecret } from '../src/platform/keys/secret.ts';
import { allyPrefix } from '../src/utility/access/key-lookup.ts';
import { type Place, query } from './postgres.ts';

/** Makes many ally keys in one statement: the limit of registrations is not what is measured. */
export async function addAllies(place: Place, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => makeSecret(allyPrefix));
  await query(
    place,
    `INSERT INTO ally (agent, name_key, key_hash, created_at)
     SELECT 'ally-' || n, 'ally-' || n, key_hash, now() FROM unnest($1::bytea[]) WITH ORDINALITY AS t (key_hash, n)`,
    [keys.map(hashSecret)],
  );
  return keys;
}
