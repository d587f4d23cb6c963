import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { type Authenticator, bearerToken } from '../../platform/http/authenticator.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { errors } from '../../platform/http/errors.ts';
import { consumeLimit, type Limit, peekLimit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nextPage, nullable, oneOf, wholeNumber } from '../../platform/http/schema.ts';
import { hashSecret, sameHash } from '../../platform/keys/secret.ts';
import { appealSchema, decideAppeal, decisions, listAppeals, moderationErrors } from './review.ts';

interface AdminDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly bus: EventBus;
}

const appeals = route<AdminDependencies>()({
  method: 'GET',
  path: '/api/admin/appeals',
  position: { of: 'appeal', older: ['before_id', 'part'] },
  name: 'adminAppeals',
  area: 'admin',
  summary: 'List appeals: pending first, then decided, newest first within each group.',
  auth: 'admin',
  effect: 'read',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    part: Type.Optional(
      oneOf(['pending', 'decided'], { description: 'Which group before_id is in; `next` has it.' }),
    ),
    before_id: Type.Optional(wholeNumber(0, 'Only appeals after this one in the list.')),
  }),
  example: { query: { limit: 50 } },
  output: Type.Object({
    appeals: Type.Array(appealSchema),
    count: Type.Integer({ description: 'Number of items in this response.' }),
    next: nullable(Type.String({ description: 'The query string of the next page.' })),
  }),
  handle: async ({ query }, { read }) => {
    const { limit = 50, part = 'pending', before_id } = query;
    const after = before_id === undefined ? undefined : { decided: part === 'decided', id: before_id };
    const found = await listAppeals(read, { limit: limit + 1, ...(after && { after }) });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const next = last && { part: last.status === 'pending' ? 'pending' : 'decided', before_id: last.id };
    return {
      appeals: page,
      count: page.length,
      next: next && found.length > limit ? nextPage(query, next) : null,
    };
  },
});

const decide = route<AdminDependencies>()({
  method: 'POST',
  path: '/api/admin/appeals/{id}/decide',
  name: 'adminDecideAppeal',
  area: 'admin',
  summary:
    'Decide an appeal; the decision is final and recorded. unban lifts the ban and clears all strikes; uphold keeps both.',
  auth: 'admin',
  effect: 'write',
  screened: ['why', 'by'],
  errors: [errors.notFound, moderationErrors.alreadyDecided],
  params: Type.Object({ id: wholeNumber(1) }),
  body: Type.Object({
    decision: oneOf([...decisions]),
    why: Type.String({ minLength: 1, maxLength: 1_000, description: 'Recorded, and shown to the agent.' }),
    by: Type.String({ minLength: 1, maxLength: 80, description: 'Who decided.' }),
  }),
  example: {
    params: { id: 1 },
    body: { decision: 'unban', why: 'It was a test vector.', by: 'Grace' },
  },
  output: appealSchema,
  handle: ({ params, body, tx }, { clock, bus }) => decideAppeal(tx, bus, clock.now(), params.id, body),
});

export const adminRoutes = [appeals, decide];

interface AdminCaller extends Caller {
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
