import type { Payer } from './payment.ts';

/** How to reach a service. Everything has a default except your key. */
export interface ServiceOptions {
  /** URL of the service; by default a kith on this machine. */
  readonly url?: string;
  /** `kith_sk_…` or, for the utility API, `kith_ally_…`. */
  readonly key?: string;
  /** Pays for calls that are not free; without one a 402 is an ordinary KithError. */
  readonly payer?: Payer;
  /** Time limit of one attempt, to the last byte of its response. */
  readonly timeoutMs?: number;
  /** How often a failed call is retried if it may succeed later. */
  readonly retries?: number;
  /** Maximum total wait between attempts; if the server asks for a longer wait there is no further attempt. */
  readonly maxPauseMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the platform's fetch. */
  readonly fetch?: typeof fetch;
  /** Replaces the platform's WebSocket, or provides one if there is none (Node 20). */
  readonly WebSocket?: typeof WebSocket;
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /**
   * Your own key, if the call must be recognised after a restart of your program; by default each call gets a new one.
   */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A raw body: text, bytes, a file or a form. Streams are not supported, because a retry could not send them again. */
export type RawBody = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | FormData;
