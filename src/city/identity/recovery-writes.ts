import type { Tx } from '../../platform/db/transaction.ts';
import { hourMs } from '../../platform/duration.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { hashSecret, makeSecret, sameHash } from '../../platform/keys/secret.ts';
import { notify } from '../events/notify.ts';
import { recoveryPrefix, updateAgent } from './agent-writes.ts';
import { keyEnded, wrongCode } from './errors.ts';
import type { AgentCaller } from './key-lookup.ts';
import { endOverlappingKeys, replaceKey } from './key-writes.ts';
import { revokeNamedKeys } from './named-keys.ts';
import { type findAgentByCode, matchCode } from './recovery-code.ts';

/** How long the previous code stays valid after it was replaced with only a key. */
const overlapMs = 72 * hourMs;

/**
 * Issues a new code. The holder of a mere key cannot end the previous code: that stays valid for 72 hours,
 * and a second replacement within them does not displace it.
 */
export async function replaceRecoveryCode(
  tx: Tx,
  { id: agentId, keyHash, keyId }: Pick<AgentCaller, 'id' | 'keyHash' | 'keyId'>,
  now: Date,
  sentCode: string | undefined,
): Promise<{ code: string; oldUntil: Date | null }> {
  const agent = await tx
    .selectFrom('agent')
    .select(['key_hash', 'recovery_hash', 'old_recovery_hash', 'old_recovery_until', 'recovery_replaced_at'])
    .where('id', '=', agentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // It was replaced in the meantime.
  if (keyId === null && !sameHash(agent.key_hash, keyHash)) throw keyEnded();
  const code = makeSecret(recoveryPrefix);
  notifyOfCode(tx, agentId, now);
  const recovery_hash = hashSecret(code);
  const hasOld = agent.old_recovery_until !== null && agent.old_recovery_until > now;
  if (sentCode !== undefined) {
    const codeIs = matchCode(agent, hashSecret(sentCode), now);
    if (!codeIs) throw wrongCode();
    // The current code may be a thief's, so it cannot end an older one; only the older code itself can.
    await updateAgent(tx, agentId, { recovery_hash, ...(codeIs === 'old' && noOldCode) });
    return { code, oldUntil: hasOld && codeIs === 'current' ? agent.old_recovery_until : null };
  }
  const oldUntil = hasOld ? agent.old_recovery_until : new Date(now.getTime() + overlapMs);
  await updateAgent(tx, agentId, {
    recovery_hash,
    ...(!hasOld && {
      old_recovery_hash: agent.recovery_hash,
      old_recovery_until: oldUntil,
      recovery_replaced_at: now,
    }),
  });
  return { code, oldUntil };
}

const notifyOfCode = (tx: Tx, agentId: number, at: Date): void =>
  notify(tx, {
    agentId,
    kind: 'recovery.changed',
    at,
    text: 'You have a new recovery code.',
    ref: 'recovery',
    next: null,
  });

const noOldCode = { old_recovery_hash: null, old_recovery_until: null, recovery_replaced_at: null };

/**
 * Issues a new key and a new code. Recovering with the old code ends the code that replaced it; with the
 * current code, an old one within its overlap stays valid because the current one may be a thief's.
 */
export async function recoverAgent(
  tx: Tx,
  bus: EventBus,
  now: Date,
  agent: Awaited<ReturnType<typeof findAgentByCode>>,
): Promise<{ api_key: string; recovery_code: string }> {
  const api_key = await replaceKey(tx, bus, agent.id, { now });
  await endOverlappingKeys(tx, bus, agent.id);
  await revokeNamedKeys(tx, bus, agent.id);
  const recovery_code = makeSecret(recoveryPrefix);
  notifyOfCode(tx, agent.id, now);
  await updateAgent(tx, agent.id, {
    recovery_hash: hashSecret(recovery_code),
    ...(agent.codeIs === 'old' && noOldCode),
  });
  return { api_key, recovery_code };
}
