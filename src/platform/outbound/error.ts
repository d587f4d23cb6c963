import { errorCode } from '../error-fields.ts';
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

/** One response of a call: every redirect, and finally the response itself. */
export interface Hop {
  readonly url: string;
  readonly status: number;
  /** The Location header as sent; the next hop's `url` is its resolved form. */
  readonly location: string | null;
}

/** Who caused a failure: us (the queue), DNS, the peer, or the caller, who aborted or named a bad target. */
export type Blame = 'us' | 'dns' | 'peer' | 'caller';

/** How the time of a call was spent. */
export interface TimeSpent {
  readonly queueMs: number;
  readonly dnsMs: number;
  readonly peerMs: number;
}

/** Faults of the requested URL itself: a retry gives the same result. */
export const urlFaults: ReadonlySet<OutboundReason> = new Set<OutboundReason>([
  'bad_url',
  'bad_scheme',
  'userinfo',
  'blocked_port',
  'not_public',
]);

const blamed: Record<Exclude<OutboundReason, 'timeout'>, Blame> = {
  bad_url: 'caller',
  bad_scheme: 'caller',
  userinfo: 'caller',
  blocked_port: 'caller',
  not_public: 'caller',
  aborted: 'caller',
  overloaded: 'us',
  dns_failure: 'dns',
  // A statement of the peer's own zone: there is no such host.
  name_not_found: 'peer',
  connect_failed: 'peer',
  tls_failed: 'peer',
  too_large: 'peer',
  bad_encoding: 'peer',
  too_many_redirects: 'peer',
  bad_response: 'peer',
};

/** Why an outbound call failed. The message is for people and never reveals the address behind a name. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** The URL that failed: the requested one, or a redirect that could not be followed. */
  url: string | null = null;
  /** Responses received before the failure. */
  hops: readonly Hop[] = [];
  /** Set once the call has started. */
  spent: TimeSpent | null = null;

  /** Only failures of the peer may be attributed to it. */
  get blame(): Blame {
    if (this.reason !== 'timeout') return blamed[this.reason];
    // The deadline covers DNS and the peer together: whichever used more of it is to blame.
    return this.spent && this.spent.dnsMs >= this.spent.peerMs ? 'dns' : 'peer';
  }

  constructor(reason: OutboundReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.reason = reason;
  }
}

/** The error code of a system, TLS or parser error, for use in a message. */
export const codeOf = (error: unknown): string => errorCode(error) ?? 'unknown';
