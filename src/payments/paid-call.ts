import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Claim } from '../platform/http/idempotency.ts';
import type { RequestFacts } from '../platform/http/route.ts';
import type { Offer } from './offer.ts';

export interface PaidCall {
  readonly offer: Offer;
  readonly request: RequestFacts;
  readonly body: unknown;
  /** The public address of the service, without a path: never taken from what a caller sends. */
  readonly baseUrl: string;
  /** Whose request it is, where it needs a key: a payment does not pass from hand to hand. */
  readonly scope?: string;
  /** The answer holds a secret: kept encrypted, and without a `scope` given again to the same network alone. */
  readonly secret?: boolean;
  /** The request's idempotency record: one key is paid by one payment. */
  readonly claim?: Claim | undefined;
  setHeader(name: string, value: string): void;
}

/** A payment buys one request: this method, address and body, of this caller where it needs one. */
export function requestHashOf({ request, body, scope = '', secret }: PaidCall): Buffer {
  const from =
    secret && scope === '' ? [request.network, String(request.headers['idempotency-key'] ?? '')] : [];
  const content = canonicalize([request.method, request.url, body ?? null, scope, ...from]) ?? '';
  return createHash('sha256').update(content).digest();
}
