import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';

const maxSubscriptions = 20_000;

/** Identifies the thread with a new message; readers load the message from the database. */
const threadTopic = (a: number, b: number): string => `dm:${Math.min(a, b)}:${Math.max(a, b)}`;

export interface DmSubscription {
  /**
   * Resolves when the subscription is active. Read the thread only after it, or a message could be missed.
   */
  readonly ready: Promise<void> | undefined;
  /** Resolves on the first message since the subscription began, or after `waitMs`. */
  wait(waitMs: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

/** Wakes requests that wait for a direct message, across all processes. */
export class DmNotifier {
  readonly #bus: EventBus;
  readonly #wakes = new Set<() => void>();
  #closed = false;

  constructor({ bus }: { bus: EventBus }) {
    this.#bus = bus;
  }

  notify(tx: Tx, from: number, to: number, id: number): void {
    afterCommit(tx, () => this.#bus.publish(threadTopic(from, to), id));
  }

  /** Subscribe before reading the thread, so that no message falls between the read and the wait. */
  listen(a: number, b: number): DmSubscription | undefined {
    if (this.#closed || this.#wakes.size >= maxSubscriptions) return undefined;
    const woken = new AbortController();
    const wake = () => woken.abort();
    const ends = [this.#bus.subscribe(threadTopic(a, b), wake), this.#bus.onGap(wake)];
    this.#wakes.add(wake);
    return {
      ready: this.#bus.whenListening(threadTopic(a, b)),
      wait: (waitMs, signal) => waitForAbort(AbortSignal.any([woken.signal, signal]), waitMs),
      end: () => {
        this.#wakes.delete(wake);
        for (const end of ends) end();
      },
    };
  }

  /** Ends all waits because the server is shutting down. */
  close(): void {
    this.#closed = true;
    for (const wake of this.#wakes) wake();
  }
}

function waitForAbort(signal: AbortSignal, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    signal.addEventListener('abort', done);
  });
}
