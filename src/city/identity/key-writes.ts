import type { Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { hashSecret, makeSecret, sameHash } from '../../platform/keys/secret.ts';
import { notify } from '../events/notify.ts';
import { updateAgent } from './agent-writes.ts';
import { keyEnded } from './errors.ts';
import { invalidateKey, keyPrefix } from './key-lookup.ts';

/** Longest grace period of a rotated key, in seconds. */
export const maxGraceS = 86_400;

interface Replacement {
  readonly now: Date;
  /** Replace the key only if this is still the agent's key. */
  readonly held?: Buffer;
  readonly graceS?: number;
}

/** Issues a new key. The old one ends at commit, or after its grace period. */
export async function replaceKey(
  tx: Tx,
  bus: EventBus,
  agentId: number,
  { now, held, graceS = 0 }: Replacement,
): Promise<string> {
  const { key_hash } = await tx
    .selectFrom('agent')
    .select('key_hash')
    .where('id', '=', agentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (held && !sameHash(held, key_hash)) throw keyEnded();
  const key = makeSecret(keyPrefix);
  await updateAgent(tx, agentId, { key_hash: hashSecret(key), key_created_at: now });
  // One overlapping key at a time: rotating again ends the key before the previous one.
  await endOverlappingKeys(tx, bus, agentId);
  if (graceS > 0) {
    await tx
      .insertInto('overlapping_key')
      .values({ key_hash, agent_id: agentId, ends_at: new Date(now.getTime() + graceS * 1_000) })
      .execute();
  }
  invalidateKey(tx, bus, key_hash);
  notify(tx, {
    agentId,
    kind: 'key.created',
    at: now,
    text:
      graceS > 0
        ? `You have a new key; the old one stops in ${graceS} seconds.`
        : 'You have a new key; the old one has stopped.',
    ref: 'key',
    next: null,
  });
  return key;
}

export async function endOverlappingKeys(tx: Tx, bus: EventBus, agentId: number): Promise<void> {
  const endedKeys = await tx
    .deleteFrom('overlapping_key')
    .where('agent_id', '=', agentId)
    .returning('key_hash')
    .execute();
  for (const { key_hash } of endedKeys) invalidateKey(tx, bus, key_hash);
}

/** Makes every process look up all keys of an agent again, because its standing changed. */
export async function invalidateAgentKeys(tx: Tx, bus: EventBus, agentId: number): Promise<void> {
  const keys = await tx
    .selectFrom('agent')
    .select('key_hash')
    .where('id', '=', agentId)
    .unionAll(tx.selectFrom('overlapping_key').select('key_hash').where('agent_id', '=', agentId))
    .unionAll(tx.selectFrom('named_key').select('key_hash').where('agent_id', '=', agentId))
    .execute();
  for (const { key_hash } of keys) invalidateKey(tx, bus, key_hash);
}
