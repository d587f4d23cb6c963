import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { notify } from '../events/notify.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { invalidateAgentKeys } from '../identity/key-writes.ts';

export const strikesToBan = 3;

export interface StrikeDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
}

/** A credential that was found: its kind and its field, never its value. */
export interface FoundCredential {
  readonly kind: string;
  readonly call: string;
  readonly field: string;
}

/** Counts a strike with the agent's row locked: of three concurrent strikes, exactly the third bans. */
export async function recordStrike(
  deps: StrikeDependencies,
  caller: AgentCaller,
  found: FoundCredential,
): Promise<number> {
  return deps.transaction(async (tx) => {
    const agent = await tx
      .selectFrom('agent')
      .select(['strikes', 'banned_at'])
      .where('id', '=', caller.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const now = deps.clock.now();
    const strikes = Math.min(agent.strikes + 1, strikesToBan);
    const banned_at = strikes === strikesToBan ? (agent.banned_at ?? now) : agent.banned_at;
    await tx
      .insertInto('strike')
      .values({ agent_id: caller.id, ...found, at: now })
      .execute();
    await tx.updateTable('agent').set({ strikes, banned_at }).where('id', '=', caller.id).execute();
    notify(tx, {
      agentId: caller.id,
      kind: 'strike',
      at: now,
      text: `You received strike ${strikes} of ${strikesToBan}: ${found.call} contained a credential in ${found.field}.`,
      ref: `strike:${strikes}`,
      next: null,
    });
    if (banned_at) await invalidateAgentKeys(tx, deps.bus, caller.id);
    return strikes;
  });
}
