import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './caller.ts';
import type { ErrorKind } from './refusal.ts';
import type { BoundRoute } from './route.ts';

/** What decides whether a key allows a call. */
export type RouteFacts = Pick<BoundRoute, 'method' | 'path' | 'area' | 'name'>;

/** How a kind of caller proves who it is. */
export interface Authenticator {
  /** The OpenAPI security schemes, any one of which will do. */
  readonly schemes: Readonly<Record<string, object>>;
  /** Where a key comes from, as the next step for a caller without one. */
  readonly keyHint: string;
  /** How it refuses a key, beside `bad_key`. */
  readonly errors: readonly ErrorKind[];
  /**
   * Undefined when the request carries no key at all; a Refusal when it carries a wrong one.
   * At once where it is remembered: most calls need not wait.
   * `fresh` asks for the truth of the database: whatever changes something must not trust a memory of the key.
   */
  identify(
    headers: IncomingHttpHeaders,
    fresh: boolean,
    from: { readonly network: string },
  ): Promise<Caller | undefined> | Caller | undefined;
  /** Throws a Refusal when the caller's key does not allow the route. */
  authorize?(caller: Caller, route: RouteFacts): void;
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  const header = headers.authorization;
  if (header === undefined) return undefined;
  const match = /^bearer\s+(\S+)\s*$/i.exec(header);
  return match?.[1] ?? '';
}
