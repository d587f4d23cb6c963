import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { consumeLimit, type Limit, limitHeaders } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashSecret, isWellFormedSecret, sameHash } from '../../platform/keys/secret.ts';
import { recordSecurity } from '../events/security-log.ts';
import { recoveryPrefix } from './agent-writes.ts';
import { identityErrors, wrongCode } from './errors.ts';
import { agentName, nameKey } from './fields.ts';

/**
 * Shared by every call that takes a code. Counts per network and never per name: a limit per name would let
 * anyone lock the owner out, and 160 random bits cannot be guessed.
 */
const wrongCodes: Limit = {
  name: 'wrong-recovery-code',
  max: 10,
  window: 'hour',
  per: 'network',
  of: 'wrong recovery codes from one network',
};

export const codeBody = {
  screen_name: agentName(),
  recovery_code: Type.String({ minLength: 1, maxLength: 128 }),
};

interface NameAndCode {
  readonly screen_name: string;
  readonly recovery_code: string;
}

interface RecoveryAttempt {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly network: string;
  readonly userAgent: string | null;
  readonly screenName: string;
  readonly setHeader: (name: string, value: string) => void;
}

/** Runs work that checks a code. Wrong codes count against the network; a correct one always works. */
export async function countWrongCodes<T>(attempt: RecoveryAttempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== identityErrors.wrongCode) throw error;
    const { transaction, clock, network, setHeader } = attempt;
    const use = await transaction(async (tx) => {
      const consumed = await consumeLimit(tx, wrongCodes, network, clock);
      await recordFailure(tx, attempt, clock.now());
      return consumed;
    });
    for (const [header, value] of Object.entries(limitHeaders(use))) setHeader(header, value);
    throw error;
  }
}

/** Logs the failed attempt for the owner of the name; an unknown name is not logged. */
async function recordFailure(
  tx: Tx,
  { screenName, network, userAgent }: Pick<RecoveryAttempt, 'screenName' | 'network' | 'userAgent'>,
  at: Date,
): Promise<void> {
  const agent = await tx
    .selectFrom('agent')
    .select('id')
    .where('name_key', '=', nameKey(screenName))
    .executeTakeFirst();
  if (!agent) return;
  const detail = 'Somebody tried a wrong recovery code for your account.';
  await recordSecurity(tx, { agentId: agent.id, at, kind: 'recovery_failed', network, userAgent, detail });
}

/**
 * Finds the agent by name and code, and locks its row. An unknown name and a wrong code get the same refusal.
 * The row is locked only after an unlocked check, so that wrong codes never block the owner.
 */
export async function findAgentByCode(tx: Tx, sent: NameAndCode, now: Date) {
  if (!isWellFormedSecret(recoveryPrefix, sent.recovery_code)) throw wrongCode();
  const hash = hashSecret(sent.recovery_code);
  if (!matchCode(await agentQuery(tx, sent).executeTakeFirst(), hash, now)) throw wrongCode();
  const agent = await agentQuery(tx, sent).forUpdate().executeTakeFirst();
  const match = matchCode(agent, hash, now);
  if (!agent || !match) throw wrongCode();
  return { ...agent, codeIs: match };
}

function agentQuery(read: Reader, { screen_name }: NameAndCode) {
  return read
    .selectFrom('agent')
    .select([
      'id',
      'screen_name',
      'recovery_hash',
      'old_recovery_hash',
      'old_recovery_until',
      'recovery_replaced_at',
      'strikes',
      'banned_at',
    ])
    .where('name_key', '=', nameKey(screen_name));
}

interface CodeHashes {
  recovery_hash: Buffer | null;
  old_recovery_hash: Buffer | null;
  old_recovery_until: Date | null;
}

/** Whether a code is the current one, or the previous one within its overlap. */
export function matchCode(
  agent: CodeHashes | undefined,
  hash: Buffer,
  now: Date,
): 'current' | 'old' | undefined {
  const none = Buffer.alloc(32);
  const isCurrent = sameHash(agent?.recovery_hash ?? none, hash);
  const isOld = sameHash(agent?.old_recovery_hash ?? none, hash);
  if (isCurrent) return 'current';
  return isOld && agent?.old_recovery_until && agent.old_recovery_until > now ? 'old' : undefined;
}
