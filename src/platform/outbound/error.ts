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

/** Whose failure it is: ours (queue), the name system, the peer, or the caller who called off or named a bad target. */
export type Blame = 'us' | 'dns' | 'peer' | 'caller';

/** Where the time of a call went. */
export interface Spent {
  readonly queueMs: number;
  readonly dnsMs: number;
  readonly peerMs: number;
}

const blamed: Record<Exclude<OutboundReason, 'timeout'>, Blame> = {
  bad_url: 'caller',
  bad_scheme: 'caller',
  userinfo: 'caller',
  blocked_port: 'caller',
  not_public: 'caller',
  aborted: 'caller',
  overloaded: 'us',
  dns_failure: 'dns',
  // An answer of the peer's own zone: there is no such host.
  name_not_found: 'peer',
  connect_failed: 'peer',
  tls_failed: 'peer',
  too_large: 'peer',
  bad_encoding: 'peer',
  too_many_redirects: 'peer',
  bad_response: 'peer',
};

/** Why a call out failed. The message is for a person and never names an address behind a name. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** The URL that failed: the one asked for, or the redirect that could not be followed. */
  url: string | null = null;
  /** The answers received before the failure. */
  hops: readonly Hop[] = [];
  /** Known once the call has begun. */
  spent: Spent | null = null;

  /** Only what is the peer's may be held against it. */
  get blame(): Blame {
    if (this.reason !== 'timeout') return blamed[this.reason];
    // The deadline covers names and peer together: whoever used more of it ran it out.
    return this.spent && this.spent.dnsMs >= this.spent.peerMs ? 'dns' : 'peer';
  }

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
