import type { Caller, Screen } from '../../platform/http/caller.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { appealCall } from '../identity/errors.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { isAgentCaller } from '../identity/key-lookup.ts';
import { findCredential } from './credentials/find.ts';
import { type FoundCredential, recordStrike, type StrikeDependencies, strikesToBan } from './strikes.ts';

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
