import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Caller, Screen } from '../../platform/http/caller.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { notify } from '../events/notify.ts';
import { appealCall } from '../identity/errors.ts';
import { type AgentCaller, isAgentCaller } from '../identity/key-lookup.ts';
import { invalidateAgentKeys } from '../identity/key-writes.ts';
import { findCredential } from './credentials/find.ts';

export const strikesToBan = 3;

interface StrikeDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
}

/** A credential that was found: its kind and its field, never its value. */
interface FoundCredential {
  readonly kind: string;
  readonly call: string;
  readonly field: string;
}

/** Counts a strike with the agent's row locked: of three concurrent strikes, exactly the third bans. */
async function recordStrike(
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

/** Refuses a call that contains a credential; an agent gets a strike. Always throws. */
export type RefuseCredential = (caller: Caller | undefined, found: FoundCredential) => Promise<never>;

/**
 * Screens written text before any of it is stored. A text with a credential is not stored and costs a strike,
 * which is recorded in its own transaction because the call's has not begun; the third strike bans.
 */
export function createScreen(deps: StrikeDependencies): { screen: Screen; refuse: RefuseCredential } {
  const refuse: RefuseCredential = async (caller, found) => {
    const hint = isAgentCaller(caller)
      ? describeStrikes(caller, await recordStrike(deps, caller, found))
      : uncounted;
    const error = `${found.field} contains ${found.kind}; nothing was stored`;
    throw new Refusal(errors.credential, error, hint);
  };
  const screen: Screen = async (caller, texts, call) => {
    for (const { field, text } of texts) {
      const kind = findCredential(text);
      if (kind !== undefined) await refuse(caller, { kind, call, field });
    }
  };
  return { screen, refuse };
}

/** For callers without an account, such as newcomers and the operator: they have no strikes. */
const uncounted = 'Remove it from the text, and rotate it: it was sent in plain text.';

function describeStrikes({ screenName }: AgentCaller, strikes: number): string {
  const left = strikesToBan - strikes;
  const consequence = left > 0 ? `${left} more and your account is banned` : 'the account is banned now';
  return `That was strike ${strikes} of ${strikesToBan}; ${consequence}. Remove it from the text, and rotate it. If it was not a credential: ${appealCall(screenName)}`;
}
