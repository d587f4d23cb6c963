import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { asRecord } from '../decode.ts';
import type { Caller } from './caller.ts';
import { errors } from './errors.ts';
import { type ErrorKind, Refusal } from './refusal.ts';
import type { BoundRoute } from './route.ts';

/** The facts of a route that decide whether a key allows the call. */
export type RouteFacts = Pick<BoundRoute, 'method' | 'path' | 'area' | 'name'>;

/** The request that a caller is identified for. */
export interface CallFacts {
  readonly network: string;
  /** Adds a header to its response. */
  readonly setHeader?: (name: string, value: string) => void;
}

/** Identifies one kind of caller. */
export interface Authenticator {
  /** OpenAPI security schemes; any one of them is enough. */
  readonly schemes: Readonly<Record<string, object>>;
  /** How to get a key: the hint for a caller without one. */
  readonly keyHint: string;
  /** Errors for a rejected key, in addition to `bad_key`. */
  readonly errors: readonly ErrorKind[];
  /**
   * Returns undefined if the request has no key, and throws a Refusal if the key is wrong. Synchronous for a
   * cached key, so most calls do not wait. With `fresh` the key is read from the database: a write must not
   * trust a cached key.
   */
  identify(
    headers: IncomingHttpHeaders,
    fresh: boolean,
    from: CallFacts,
  ): Promise<Caller | undefined> | Caller | undefined;
  /** Throws a Refusal if the caller's key does not allow the route. */
  authorize?(caller: Caller, route: RouteFacts): void;
}

/** Reads the token from an `Authorization: Bearer` header. */
export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  const header = headers.authorization;
  if (header === undefined) return undefined;
  const match = /^bearer\s+(\S+)\s*$/i.exec(header);
  if (match?.[1] === undefined) throw notBearer();
  return match[1];
}

export const bearerHint = 'Send it as "Authorization: Bearer <your key>".';

const notBearer = (): Refusal =>
  new Refusal(errors.badKey, 'the Authorization header is not of the form "Bearer <key>"', bearerHint, {
    'www-authenticate': 'Bearer error="invalid_token"',
  });

/** The refusal of a call without a key; it says so if one was sent in another place. */
export function missingKey(
  { method, path }: Pick<BoundRoute, 'method' | 'path'>,
  { keyHint }: Pick<Authenticator, 'keyHint'>,
  { headers, query, body }: Pick<FastifyRequest, 'headers' | 'query' | 'body'>,
): Refusal {
  const place = findKey(headers) ?? findKey(asRecord(query)) ?? findKey(asRecord(body));
  return new Refusal(
    errors.noKey,
    `${method} ${path} needs a key${place === undefined ? '' : ` in the Authorization header; one was sent as ${place}`}`,
    place === undefined ? keyHint : bearerHint,
    { 'www-authenticate': 'Bearer' },
  );
}

const findKey = (fields: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(fields).find((name) => /^kith_(?:sk|ally)_\w+$/.test(String(fields[name])));
