import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { fingerprint, hashSecret, makeSecret } from '../../platform/keys/secret.ts';
import { quote } from '../../platform/quote.ts';
import { notify } from '../events/notify.ts';
import { keyEnded } from './errors.ts';
import { invalidateKey, keyPrefix } from './key-lookup.ts';
import { graceScopes, keyScopes, type Scope } from './scopes.ts';

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
  /** The named key that creates it; null for the first key. */
  readonly parentId: number | null;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly spendCap: number | null;
  readonly now: Date;
}

interface CreatedKey {
  readonly id: number;
  readonly api_key: string;
  readonly hash: Buffer;
  readonly spendCap: number | null;
  readonly expiresAt: Date | null;
}

/**
 * Creates an additional key, which has at most what the key that creates it has. Locks the agent's row so that the
 * key limit is exact.
 */
export async function createKey(tx: Tx, key: NewKey): Promise<CreatedKey> {
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
  const { spendCap, expiresAt } = await boundByParent(tx, key);
  const api_key = makeSecret(keyPrefix);
  const hash = hashSecret(api_key);
  const { id } = await tx
    .insertInto('named_key')
    .values({
      agent_id: key.agentId,
      parent_id: key.parentId,
      name: key.name,
      key_hash: hash,
      scopes: [...key.scopes],
      expires_at: expiresAt,
      spend_cap: spendCap,
      created_at: key.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  notifyOfKey(tx, key.agentId, id, {
    kind: 'key.created',
    at: key.now,
    text: `A key named ${quote(key.name)} was created for your account (${key.scopes.join(', ')}). If that was not you, revoke it.`,
  });
  return { id, api_key, hash, spendCap, expiresAt };
}

async function boundByParent(
  tx: Tx,
  { parentId, scopes, spendCap, expiresAt }: NewKey,
): Promise<Pick<CreatedKey, 'spendCap' | 'expiresAt'>> {
  const spends = scopes.includes('spend');
  if (parentId === null) return { spendCap: spends ? spendCap : null, expiresAt };
  // Shared lock: the key cannot end between this and the commit.
  const parent = await tx
    .selectFrom('named_key')
    .select(['spend_cap', 'expires_at'])
    .where('id', '=', parentId)
    .forShare()
    .executeTakeFirst();
  if (!parent) throw keyEnded();
  return {
    spendCap: spends ? least(spendCap, parent.spend_cap) : null,
    expiresAt: least(expiresAt, parent.expires_at),
  };
}

/** The smaller of two limits, where null is none. */
function least<T extends number | Date>(a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
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
      parent_id: null,
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
      created_by: key.id === firstKeyId ? null : (key.parent_id ?? firstKeyId),
    };
  });
}

/** Revokes a named key and those it created, at commit. Returns its name, or undefined if there is no such key. */
export async function revokeKey(
  tx: Tx,
  bus: EventBus,
  agentId: number,
  keyId: number,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: number; name: string; key_hash: Buffer }>`
    WITH RECURSIVE line AS (
      SELECT id FROM named_key WHERE id = ${keyId} AND agent_id = ${agentId}
      UNION ALL SELECT below.id FROM named_key AS below JOIN line ON below.parent_id = line.id)
    DELETE FROM named_key USING line WHERE named_key.id = line.id
    RETURNING named_key.id, name, key_hash`.execute(tx);
  for (const { id, name, key_hash } of rows) {
    invalidateKey(tx, bus, key_hash);
    notifyOfKey(tx, agentId, id, {
      kind: 'key.revoked',
      at: now,
      text: `Your key ${quote(name)} was revoked.`,
    });
  }
  return rows.find(({ id }) => id === keyId)?.name;
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

/**
 * Replaces the secret of a named key; the old one stays valid for its grace period as a key below it, so that both
 * spend one cap.
 */
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
    await tx
      .insertInto('named_key')
      .values({
        ...rest,
        parent_id: keyId,
        name: `${old.name} (old)`,
        scopes: old.scopes.filter((scope) => graceScopes.includes(scope)),
        expires_at: least(ends, old.expires_at),
      })
      .execute();
  }
  invalidateKey(tx, bus, held);
  const text = `Your key ${quote(old.name)} was replaced; the old one ${graceS > 0 ? `stops in ${graceS} seconds` : 'has stopped'}.`;
  notifyOfKey(tx, old.agent_id, keyId, { kind: 'key.created', at: now, text });
  return api_key;
}
