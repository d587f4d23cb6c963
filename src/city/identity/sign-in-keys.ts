import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { recordSecurity } from '../events/security-log.ts';
import type { KeyLookup } from './key-lookup.ts';
import { createKey } from './named-keys.ts';
import { assertScope, keyScopes, type Scope } from './scopes.ts';

interface NewAppKey {
  readonly agentId: number;
  /** Hash of the key that approved it. */
  readonly approvedWith: Buffer;
  /** Name of the app. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly spendCap: number | null;
  readonly expiresAt: Date;
  readonly network: string;
  readonly userAgent: string | null;
}

const isScope = (text: string): text is Scope => keyScopes.some((scope) => scope === text);

/** Named keys for apps that a person signs in to. */
export class SignInKeys {
  readonly #keys: KeyLookup;
  readonly #clock: Clock;

  constructor({ keys, clock }: { keys: KeyLookup; clock: Clock }) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** The owner of a key; throws a Refusal unless it may create a key with these scopes. */
  readonly findApprover = async (key: string, wanted: readonly string[], network: string) => {
    const caller = await this.#keys.findCaller(key, true, { network });
    for (const scope of ['owner', ...wanted].filter(isScope))
      assertScope(caller.scopes, scope, `a sign-in with the scope ${scope}`);
    return { agentId: caller.id, keyHash: caller.keyHash };
  };

  /** Creates the key; undefined if the approving key was revoked or its agent banned in the meantime. */
  readonly makeKey = async (tx: Tx, wanted: NewAppKey): Promise<string | undefined> => {
    const approver = await findValidApprover(tx, wanted);
    if (!approver) return undefined;
    const now = this.#clock.now();
    const granted = wanted.scopes.filter(isScope);
    // Two devices may use the same app.
    const name = `${wanted.name} (sign-in ${randomBytes(3).toString('hex')})`;
    const { agentId, spendCap, expiresAt, network, userAgent } = wanted;
    const made = await createKey(tx, {
      agentId,
      parentId: approver.keyId,
      name,
      scopes: granted,
      expiresAt,
      spendCap,
      now,
    });
    const detail = `${name} (${granted.join(', ')})`;
    await recordSecurity(tx, { agentId, at: now, kind: 'key_created', network, userAgent, detail });
    return made.api_key;
  };
}

/** Locks the agent's row, so a ban, rotation or recovery happens before or after this, never during it. */
async function findValidApprover(
  tx: Tx,
  { agentId, approvedWith }: NewAppKey,
): Promise<{ keyId: number | null } | undefined> {
  const agent = await tx
    .selectFrom('agent')
    .select(['key_hash', 'banned_at'])
    .where('id', '=', agentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!agent || agent.banned_at !== null) return undefined;
  if (agent.key_hash.equals(approvedWith)) return { keyId: null };
  const named = await tx
    .selectFrom('named_key')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('key_hash', '=', approvedWith)
    .executeTakeFirst();
  return named && { keyId: named.id };
}
