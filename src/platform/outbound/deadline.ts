import { OutboundError, type TimeSpent } from './error.ts';

const sliceMs = 250;
/** How many times its limit a call may last on a process that is too busy to read. */
const maxStretch = 4;

/**
 * One time limit for a whole call: DNS, connecting, headers and body of every hop. It is paused while the
 * call waits in our own queue, and counts only time in which this process could read, so that neither a slow
 * queue nor a busy process is blamed on the peer. `signal.reason` is the error to throw.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;
  #remainingMs: number;
  #lateMs = 0;
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
    this.#runSlice();
  }

  #runSlice(): void {
    this.#runningSince = performance.now();
    const planned = Math.min(sliceMs, Math.max(this.#remainingMs, 0));
    this.#timer = setTimeout(() => {
      const late = performance.now() - this.#runningSince - planned;
      // What the peer sent meanwhile is read only after this timer, so a late slice does not count.
      if (late > sliceMs) this.#lateMs += planned + late;
      else this.#remainingMs -= planned;
      if (this.#lateMs > maxStretch * this.timeoutMs)
        this.#end('overloaded', 'The server is too busy to read the response.');
      else if (this.#remainingMs <= 0)
        this.#end('timeout', `No complete response within ${this.timeoutMs} ms.`);
      else this.#runSlice();
    }, planned);
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

  #end(reason: 'timeout' | 'aborted' | 'overloaded', message: string): void {
    this.#controller.abort(new OutboundError(reason, message));
  }
}
