import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { fingerprint, hashSecret, makeSecret } from '../../platform/keys/secret.ts';
import { quote } from '../../platform/quote.ts';
import { notify } from '../events/notify.ts';
import { invalidateKey, keyPrefix } from './key-lookup.ts';
import { keyScopes, type Scope } from './scopes.ts';

const maxKeys = 50;
/** Listed id of an agent's first key. */
export const firstKeyId = 0;

export const namedKeyErrors = {
  tooMany: errorKind('too_many_keys', 409, `An agent has at most ${maxKeys} keys.`),
  nameTaken: errorKind('key_name_taken', 409, 'Another key of yours has this name.'),
  firstKey: errorKind('first_key', 409, 'The first key can be replaced, but not revoked.'),
};

interface NewKey {
  readonly agentId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly spendCap: number | null;
  readonly now: Date;
}

/** Creates an additional key. Locks the agent's row so that the key limit is exact. */
export async function createKey(tx: Tx, key: NewKey): Promise<{ id: number; api_key: string; hash: Buffer }> {
  await tx.selectFrom('agent').select('id').where('id', '=', key.agentId).forNoKeyUpdate().execute();
  const names = await tx
    .selectFrom('named_key')
    .select('name')
    .where('agent_id', '=', key.agentId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', key.now)]))
    .execute();
  if (names.length + 1 >= maxKeys)
    throw new Refusal(
      namedKeyErrors.tooMany,
      `you have ${maxKeys} keys, the maximum`,
      'Revoke one that is not used: GET /api/keys lists them, DELETE /api/keys/<id> revokes.',
    );
  if (names.some(({ name }) => name.toLowerCase() === key.name.toLowerCase()))
    throw new Refusal(
      namedKeyErrors.nameTaken,
      `you already have a key named ${key.name}`,
      'Choose another name, or revoke that key: GET /api/keys lists them.',
    );
  const api_key = makeSecret(keyPrefix);
  const hash = hashSecret(api_key);
  const { id } = await tx
    .insertInto('named_key')
    .values({
      agent_id: key.agentId,
      name: key.name,
      key_hash: hash,
      scopes: [...key.scopes],
      expires_at: key.expiresAt,
      spend_cap: key.spendCap,
      created_at: key.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  notifyOfKey(tx, key.agentId, id, {
    kind: 'key.created',
    at: key.now,
    text: `A key named ${quote(key.name)} was created for your account (${key.scopes.join(', ')}). If that was not you, revoke it.`,
  });
  return { id, api_key, hash };
}

function notifyOfKey(
  tx: Tx,
  agentId: number,
  keyId: number,
  event: { kind: 'key.created' | 'key.revoked'; at: Date; text: string },
): void {
  notify(tx, { ...event, agentId, ref: `key:${keyId}`, next: 'GET /api/keys' });
}

/** All keys of an agent, the first key first. */
export async function listKeys(read: Reader, agentId: number, now: Date) {
  const [first, named, uses] = await Promise.all([
    read
      .selectFrom('agent')
      .select(['key_hash', 'created_at', 'key_created_at'])
      .where('id', '=', agentId)
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('named_key')
      .selectAll()
      .where('agent_id', '=', agentId)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .orderBy('id')
      .execute(),
    read.selectFrom('key_use').selectAll().where('agent_id', '=', agentId).execute(),
  ]);
  const useByHash = new Map(uses.map((use) => [use.key_hash.toString('hex'), use]));
  const all = [
    {
      ...first,
      id: firstKeyId,
      name: 'first',
      scopes: [...keyScopes],
      expires_at: null,
      spend_cap: null,
      created_at: first.key_created_at ?? first.created_at,
    },
    ...named,
  ];
  return all.map((key) => {
    const use = useByHash.get(key.key_hash.toString('hex'));
    return {
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      fingerprint: fingerprint(key.key_hash),
      created_at: key.created_at.toISOString(),
      last_used_at: use?.last_used_at.toISOString() ?? null,
      last_network: use?.last_network ?? null,
      expires_at: key.expires_at?.toISOString() ?? null,
      spend_cap_ap_per_day: key.spend_cap,
    };
  });
}

/** Revokes a named key at commit. Returns its name, or undefined if there is no such key. */
export async function revokeKey(
  tx: Tx,
  bus: EventBus,
  agentId: number,
  keyId: number,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('named_key')
    .where('agent_id', '=', agentId)
    .where('id', '=', keyId)
    .returning(['name', 'key_hash'])
    .executeTakeFirst();
  if (!row) return undefined;
  invalidateKey(tx, bus, row.key_hash);
  const text = `Your key ${quote(row.name)} was revoked.`;
  notifyOfKey(tx, agentId, keyId, { kind: 'key.revoked', at: now, text });
  return row.name;
}

/** Revokes every named key of an agent because the account was recovered, banned or deleted. */
export async function revokeNamedKeys(tx: Tx, bus: EventBus, agentId: number): Promise<void> {
  const rows = await tx
    .deleteFrom('named_key')
    .where('agent_id', '=', agentId)
    .returning('key_hash')
    .execute();
  for (const { key_hash } of rows) invalidateKey(tx, bus, key_hash);
}

/** Replaces the secret of a named key; the old one stays valid for its grace period as a separate key. */
export async function rotateNamedKey(
  tx: Tx,
  bus: EventBus,
  keyId: number,
  held: Buffer,
  { now, graceS }: { now: Date; graceS: number },
): Promise<string | undefined> {
  const api_key = makeSecret(keyPrefix);
  const old = await tx
    .selectFrom('named_key')
    .selectAll()
    .where('id', '=', keyId)
    .where('key_hash', '=', held)
    .forUpdate()
    .executeTakeFirst();
  if (!old) return undefined;
  await tx
    .updateTable('named_key')
    .set({ key_hash: hashSecret(api_key) })
    .where('id', '=', keyId)
    .execute();
  if (graceS > 0) {
    const { id: _, ...rest } = old;
    const ends = new Date(now.getTime() + graceS * 1_000);
    const scopesLeft = old.scopes.filter((scope) => scope !== 'admin');
    await tx
      .insertInto('named_key')
      .values({ ...rest, name: `${old.name} (old)`, scopes: scopesLeft, expires_at: ends })
      .execute();
  }
  invalidateKey(tx, bus, held);
  const text = `Your key ${quote(old.name)} was replaced; the old one ${graceS > 0 ? `stops in ${graceS} seconds` : 'has stopped'}.`;
  notifyOfKey(tx, old.agent_id, keyId, { kind: 'key.created', at: now, text });
  return api_key;
}
