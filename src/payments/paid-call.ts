import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { IdempotencyRecord } from '../platform/http/idempotency-record.ts';
import type { RequestFacts } from '../platform/http/route.ts';
import type { Offer } from './offer.ts';

export interface PaidCall {
  readonly offer: Offer;
  readonly request: RequestFacts;
  readonly body: unknown;
  /** Public URL of the service without a path; never derived from the request. */
  readonly baseUrl: string;
  /** The authenticated caller, if the route needs a key: a payment cannot be used by another caller. */
  readonly scope?: string;
  /**
   * The response contains a secret: stored encrypted, and without a `scope` replayed only to the same
   * network.
   */
  readonly secret?: boolean;
  /** The request's idempotency record: one key is paid by one payment. */
  readonly idempotency?: IdempotencyRecord | undefined;
  setHeader(name: string, value: string): void;
}

/** A payment buys one request: this method, URL and body, by this caller if a key is needed. */
export function hashRequest({ request, body, scope = '', secret }: PaidCall): Buffer {
  const from =
    secret && scope === '' ? [request.network, String(request.headers['idempotency-key'] ?? '')] : [];
  const content = canonicalize([request.method, request.url, body ?? null, scope, ...from]) ?? '';
  return createHash('sha256').update(content).digest();
}
