import { OutboundError } from './error.ts';

/**
 * One limit over a whole call: waiting for a slot, DNS, connecting, headers and body of every hop. It ends
 * early when the caller or the closing door says so; `signal.reason` is the error to throw in each case.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;

  constructor(timeoutMs: number, caller?: AbortSignal) {
    this.#timer = setTimeout(() => {
      this.#end('timeout', `No complete answer within ${timeoutMs} ms.`);
    }, timeoutMs);
    this.#caller = caller;
    if (caller?.aborted) this.abort();
    else caller?.addEventListener('abort', this.abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly abort = (): void => {
    this.#end('aborted', 'The request was called off before it was answered.');
  };

  /** For work that cannot be called off itself (a DNS lookup): stop waiting for it. */
  async race<T>(work: Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const ended = Promise.withResolvers<never>();
    const onAbort = () => ended.reject(this.signal.reason);
    this.signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([work, ended.promise]);
    } finally {
      this.signal.removeEventListener('abort', onAbort);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.abort);
  }

  #end(reason: 'timeout' | 'aborted', message: string): void {
    this.#controller.abort(new OutboundError(reason, message));
  }
}
