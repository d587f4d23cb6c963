export type OutboundReason =
  | 'bad_url'
  | 'bad_scheme'
  | 'userinfo'
  | 'blocked_port'
  | 'not_public'
  | 'name_not_found'
  | 'dns_failure'
  | 'connect_failed'
  | 'tls_failed'
  | 'timeout'
  | 'too_large'
  | 'bad_encoding'
  | 'too_many_redirects'
  | 'bad_response'
  | 'aborted'
  | 'overloaded';

/** One answer on the way: every redirect, and last the answer itself. */
export interface Hop {
  readonly url: string;
  readonly status: number;
  /** The Location header as sent; the next hop's `url` is what it came to. */
  readonly location: string | null;
}

/** Why a call out failed. The message is for a person and never names an address behind a name. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** The URL that failed: the one asked for, or the redirect that could not be followed. */
  url: string | null = null;
  /** The answers received before the failure. */
  hops: readonly Hop[] = [];

  constructor(reason: OutboundReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.reason = reason;
  }
}

/** The short machine word of a system, TLS or parser error, to name in a sentence. */
export function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return 'unknown';
}
