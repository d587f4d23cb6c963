import type { Caller, Screen } from '../../platform/http/caller.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { appealCall } from '../identity/errors.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { findCredential } from './credentials/find.ts';
import { type Found, type StrikeParts, strike, strikesToBan } from './strikes.ts';

/** Refuses a call in which a credential was found; for an agent it is a strike. Always throws. */
export type RefuseCredential = (caller: Caller | undefined, found: Found) => Promise<never>;

/**
 * Looks at what is written before any of it is stored. A credential in it stores nothing and is a strike, in a
 * transaction of its own because the call's is not even begun; the third strike bans.
 */
export function createScreen(parts: StrikeParts): { screen: Screen; refuse: RefuseCredential } {
  const refuse: RefuseCredential = async (caller, found) => {
    const hint = isAgent(caller) ? counted(caller, await strike(parts, caller, found)) : uncounted;
    const error = `${found.field} holds ${found.kind}; nothing of it was stored`;
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

/** Whoever has no account of the city, as a newcomer or the operator, has no strikes either. */
const isAgent = (caller: Caller | undefined): caller is AgentCaller =>
  (caller as AgentCaller | undefined)?.kind === 'agent';

const uncounted = 'Leave it out, and replace it where it is used: it was sent in clear.';

function counted({ screenName }: AgentCaller, strikes: number): string {
  const left = strikesToBan - strikes;
  const consequence = left > 0 ? `${left} more and the account is banned` : 'the account is banned now';
  return `That was strike ${strikes} of ${strikesToBan}; ${consequence}. Leave it out, and replace it where it is used. Was it none? ${appealCall(screenName)}`;
}
