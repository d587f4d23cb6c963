import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { type Authenticator, bearerToken } from '../../platform/http/authenticator.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { errors } from '../../platform/http/errors.ts';
import { consumeLimit, type Limit, peekLimit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashSecret, sameHash } from '../../platform/keys/secret.ts';

export interface AdminCaller extends Caller {
  readonly kind: 'admin';
}

declare module '../../platform/http/route.ts' {
  interface Callers {
    admin: AdminCaller;
  }
}

const wrongTokens: Limit = {
  name: 'wrong-admin-token',
  max: 10,
  window: 'hour',
  per: 'network',
  of: 'wrong admin tokens from one network',
};

/** Authenticates the operator by the token in the settings. */
export class AdminToken implements Authenticator {
  readonly schemes = {
    adminToken: { type: 'http', scheme: 'bearer', description: "The operator's token: KITH_ADMIN_TOKEN." },
  };
  readonly keyHint = 'Send the value of KITH_ADMIN_TOKEN as "Authorization: Bearer …".';
  readonly errors = [errors.overLimit];

  readonly #hash: Buffer;
  readonly #read: Reader;
  readonly #transaction: Transact;
  readonly #clock: Clock;

  constructor(token: string, deps: { read: Reader; transaction: Transact; clock: Clock }) {
    this.#hash = hashSecret(token);
    this.#read = deps.read;
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
  }

  async identify(
    headers: IncomingHttpHeaders,
    _fresh: boolean,
    { network }: { network: string },
  ): Promise<AdminCaller | undefined> {
    const token = bearerToken(headers);
    if (token === undefined) return undefined;
    // After too many wrong tokens from a network even the right one is refused, so guessing reveals nothing.
    const { remaining } = await peekLimit(this.#read, wrongTokens, network, this.#clock);
    // Compares hashes, so that timing reveals neither the token nor its length.
    if (remaining <= 0 || !sameHash(this.#hash, hashSecret(token))) {
      await this.#transaction((tx) => consumeLimit(tx, wrongTokens, network, this.#clock));
      throw new Refusal(errors.badKey, 'this is not the admin token', this.keyHint, {
        'www-authenticate': 'Bearer error="invalid_token"',
      });
    }
    return { kind: 'admin', subject: 'admin' };
  }
}
