import { OutboundError, type TimeSpent } from './error.ts';

/**
 * One time limit for a whole call: DNS, connecting, headers and body of every hop. It is paused while the
 * call waits in our own queue, so that a slow queue is never blamed on the peer. `signal.reason` is the error
 * to throw.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;
  #remainingMs: number;
  #runningSince = 0;
  #phase: keyof TimeSpent = 'peerMs';
  #phaseSince = performance.now();
  readonly #spent = { queueMs: 0, dnsMs: 0, peerMs: 0 };
  readonly #caller: AbortSignal | undefined;

  constructor(timeoutMs: number, caller?: AbortSignal) {
    this.timeoutMs = timeoutMs;
    this.#remainingMs = timeoutMs;
    this.resume();
    this.#caller = caller;
    if (caller?.aborted) this.abort();
    else caller?.addEventListener('abort', this.abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly abort = (): void => {
    this.#end('aborted', 'The request was cancelled before it was answered.');
  };

  /** How the call's time was spent so far. */
  get spent(): TimeSpent {
    this.#enter(this.#phase);
    return { ...this.#spent };
  }

  /** Counts the time of this work as spent on DNS. */
  async resolving<T>(work: () => Promise<T>): Promise<T> {
    this.#enter('dnsMs');
    try {
      return await work();
    } finally {
      this.#enter('peerMs');
    }
  }

  #enter(phase: keyof TimeSpent): void {
    const now = performance.now();
    this.#spent[this.#phase] += now - this.#phaseSince;
    this.#phase = phase;
    this.#phaseSince = now;
  }

  pause(): void {
    this.#enter('queueMs');
    clearTimeout(this.#timer);
    this.#remainingMs -= performance.now() - this.#runningSince;
  }

  resume(): void {
    this.#enter('peerMs');
    this.#runningSince = performance.now();
    this.#timer = setTimeout(
      () => this.#end('timeout', `No complete response within ${this.timeoutMs} ms.`),
      Math.max(this.#remainingMs, 0),
    );
  }

  /** For work that cannot be aborted itself (a DNS lookup): stops waiting for it. */
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
