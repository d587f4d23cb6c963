import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './caller.ts';
import type { ErrorKind } from './refusal.ts';
import type { BoundRoute } from './route.ts';

/** The facts of a route that decide whether a key allows the call. */
export type RouteFacts = Pick<BoundRoute, 'method' | 'path' | 'area' | 'name'>;

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
    from: { readonly network: string },
  ): Promise<Caller | undefined> | Caller | undefined;
  /** Throws a Refusal if the caller's key does not allow the route. */
  authorize?(caller: Caller, route: RouteFacts): void;
}

/** Reads the token from an `Authorization: Bearer` header. */
export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  const header = headers.authorization;
  if (header === undefined) return undefined;
  const match = /^bearer\s+(\S+)\s*$/i.exec(header);
  return match?.[1] ?? '';
}
