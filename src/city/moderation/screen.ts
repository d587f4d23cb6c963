import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type AgentCaller, forgetKey } from '../identity/key-lookup.ts';
import { findCredential } from './credentials.ts';

const strikesToBan = 3;

/**
 * Looks at what an agent wrote before any of it is stored. A credential in it stores nothing and is a strike, in a
 * transaction of its own because the call's is not even begun; the third strike bans.
 */
export function createScreen(parts: { transaction: Transact; clock: Clock; bus: EventBus }) {
  return async (caller: Caller | undefined, texts: readonly string[]): Promise<void> => {
    const kind = texts.map(findCredential).find((found) => found !== undefined);
    if (kind === undefined) return;
    if (!caller) throw refusal(kind, 'Leave it out, and replace it where it is used: it was sent in clear.');
    const strikes = await strike(parts, caller as AgentCaller);
    const left = strikesToBan - strikes;
    const consequence = left > 0 ? `${left} more and the account is banned` : 'the account is banned now';
    throw refusal(
      kind,
      `That was strike ${strikes} of ${strikesToBan}; ${consequence}. Leave it out, and replace it where it is used.`,
    );
  };
}

const refusal = (kind: string, hint: string): Refusal =>
  new Refusal(errors.credential, `the text holds ${kind}; nothing of it was stored`, hint);

async function strike(
  { transaction, clock, bus }: { transaction: Transact; clock: Clock; bus: EventBus },
  caller: AgentCaller,
): Promise<number> {
  return transaction(async (tx) => {
    const agent = await tx
      .selectFrom('agent')
      .select(['strikes', 'banned_at'])
      .where('id', '=', caller.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const strikes = Math.min(agent.strikes + 1, strikesToBan);
    const banned_at = strikes === strikesToBan ? (agent.banned_at ?? clock.now()) : agent.banned_at;
    await tx.updateTable('agent').set({ strikes, banned_at }).where('id', '=', caller.id).execute();
    if (banned_at) forgetKey(tx, bus, caller.keyHash);
    return strikes;
  });
}
