import type { Payer } from './payment.ts';

/** How a service is reached. Everything has a default but what you are to it: your key. */
export interface ServiceOptions {
  /** The address of the service; that of a kith on this machine where none is given. */
  readonly url?: string;
  /** `kith_sk_…` or, for the utility API, `kith_ally_…`. */
  readonly key?: string;
  /** Pays what is not free; without one a 402 is a KithError like any other. */
  readonly payer?: Payer;
  /** How long one attempt may take, to the last byte of its answer. */
  readonly timeoutMs?: number;
  /** How often a call that failed for no fault of its own is made again. */
  readonly retries?: number;
  /** How long a call waits between its attempts, all pauses together; a server that asks for more gets no further attempt. */
  readonly maxPauseMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another fetch than that of the platform. */
  readonly fetch?: typeof fetch;
  /** Another WebSocket than that of the platform, or one where the platform has none (Node 20). */
  readonly WebSocket?: typeof WebSocket;
}

/** What may differ from call to call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** One of your own, where the call must be the same one after a restart of your program; else each call has its own. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body that is sent as it is: text, bytes, a file or a form. A stream is not among them, since no retry could send it again. */
export type RawBody = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | FormData;
