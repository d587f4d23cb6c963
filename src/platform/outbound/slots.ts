import { OutboundError } from './error.ts';

type Release = () => void;

/** A semaphore with a bounded queue; beyond it the caller is rejected immediately instead of piling up. */
export class Slots {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number, maxWaiting: number) {
    this.#free = limit;
    this.#maxWaiting = maxWaiting;
  }

  async take(signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#release();
    };
  }

  #wait(signal?: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) {
      throw new OutboundError('overloaded', 'Too many outbound requests are queued; retry in a moment.');
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(wake);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#waiting.add(wake);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** The slot goes directly to the longest-waiting caller, so that a newcomer cannot take it in between. */
  #release(): void {
    const next = this.#waiting.values().next();
    if (next.done) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next.value);
    next.value();
  }
}

/** Slots per key, kept only while a caller holds or awaits one. */
export class KeyedSlots {
  readonly #limit: number;
  readonly #maxWaiting: number;
  readonly #byKey = new Map<string, { slots: Slots; users: number }>();

  constructor(limit: number, maxWaiting: number) {
    this.#limit = limit;
    this.#maxWaiting = maxWaiting;
  }

  async take(key: string, signal?: AbortSignal): Promise<Release> {
    const entry = this.#byKey.get(key) ?? { slots: new Slots(this.#limit, this.#maxWaiting), users: 0 };
    this.#byKey.set(key, entry);
    entry.users += 1;
    const leave = () => {
      entry.users -= 1;
      if (entry.users === 0) this.#byKey.delete(key);
    };
    try {
      const release = await entry.slots.take(signal);
      return () => {
        release();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
