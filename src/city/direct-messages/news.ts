import { afterCommit, type Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';

const maxListening = 20_000;

/** Which thread has something new; readers ask the database what. */
const threadTopic = (a: number, b: number): string => `dm:${Math.min(a, b)}:${Math.max(a, b)}`;

export interface Listening {
  /** The thread is read after this: what is sent from then on ends the wait. */
  readonly begun: Promise<void> | undefined;
  /** Resolves once something was said since the listening began, at the latest after `waitMs`. */
  within(waitMs: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

/** Wakes those who wait for a direct message, whichever process it was sent through. */
export class DmNews {
  readonly #bus: EventBus;
  readonly #listening = new Set<() => void>();
  #closed = false;

  constructor({ bus }: { bus: EventBus }) {
    this.#bus = bus;
  }

  tell(tx: Tx, from: number, to: number, id: number): void {
    afterCommit(tx, () => this.#bus.publish(threadTopic(from, to), id));
  }

  /** Begun before the thread is read, so that nothing falls between the reading and the wait. */
  listen(a: number, b: number): Listening | undefined {
    if (this.#closed || this.#listening.size >= maxListening) return undefined;
    const heard = new AbortController();
    const hear = () => heard.abort();
    const ends = [this.#bus.subscribe(threadTopic(a, b), hear), this.#bus.onGap(hear)];
    this.#listening.add(hear);
    return {
      begun: this.#bus.listening(threadTopic(a, b)),
      within: (waitMs, signal) => aborted(AbortSignal.any([heard.signal, signal]), waitMs),
      end: () => {
        this.#listening.delete(hear);
        for (const end of ends) end();
      },
    };
  }

  /** Answers everybody who waits: the server is going. */
  close(): void {
    this.#closed = true;
    for (const hear of this.#listening) hear();
  }
}

function aborted(signal: AbortSignal, waitMs: number): Promise<void> {
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
