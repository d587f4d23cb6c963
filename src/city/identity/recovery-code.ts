import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { giveBackUse, type Limit, limitHeaders, takeUse } from '../../platform/http/limits.ts';
import { hashSecret, isWellFormedSecret, sameHash } from '../../platform/keys/secret.ts';
import { wrongCode } from './errors.ts';
import { nameKey } from './fields.ts';
import { recoveryPrefix } from './writes.ts';

/** One limit for whatever takes a code, so that no call is a second door to guess at. */
const wrongCodes: Limit = {
  name: 'wrong-recovery-code',
  max: 5,
  window: 'hour',
  per: 'caller',
  of: 'wrong recovery codes for one name',
};

export const codeBody = {
  screen_name: Type.String({ minLength: 1, maxLength: 64 }),
  recovery_code: Type.String({ minLength: 1, maxLength: 128 }),
};

interface NameAndCode {
  readonly screen_name: string;
  readonly recovery_code: string;
}

/** Counted before the code is looked at, in a transaction of its own: many guesses at once count as many. */
export async function countGuess(
  transaction: Transact,
  clock: Clock,
  { screen_name }: NameAndCode,
  setHeader: (name: string, value: string) => void,
): Promise<void> {
  const use = await transaction((tx) => takeUse(tx, wrongCodes, nameKey(screen_name), clock));
  for (const [header, value] of Object.entries(limitHeaders(use))) setHeader(header, value);
}

/** A right code was no guess. */
export async function forgiveGuess(tx: Tx, clock: Clock, { screen_name }: NameAndCode): Promise<void> {
  await giveBackUse(tx, wrongCodes, nameKey(screen_name), clock);
}

/** Whose code it is, with their row locked. A name that nobody has and a wrong code are refused alike. */
export async function agentByCode(tx: Tx, { screen_name, recovery_code }: NameAndCode) {
  const agent = await tx
    .selectFrom('agent')
    .select(['id', 'screen_name', 'recovery_hash', 'strikes', 'banned_at'])
    .where('name_key', '=', nameKey(screen_name))
    .forUpdate()
    .executeTakeFirst();
  const stored = agent?.recovery_hash ?? Buffer.alloc(32);
  const matches = sameHash(stored, hashSecret(recovery_code));
  if (!agent || !matches || !isWellFormedSecret(recoveryPrefix, recovery_code)) throw wrongCode();
  return agent;
}
