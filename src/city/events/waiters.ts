import type { Reader } from '../../platform/db/database.ts';
import { readNewestEventIds } from './personal-events.ts';

/** One query serves all waiters: it sees events of every process, and no wake-up can be lost. */
const pollMs = 200;

interface Waiter {
  readonly agentId: number;
  readonly since: number;
  wake(): void;
}

/** Requests waiting for an agent's next event; their number is limited where waiting calls are counted. */
export class EventWaiters {
  readonly #read: Reader;
  readonly #onError: (error: unknown) => void;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(deps: { read: Reader; onError: (error: unknown) => void }) {
    this.#read = deps.read;
    this.#onError = deps.onError;
  }

  /** Resolves once the agent has an event after `since`, or after `waitMs`. */
  async wait(agentId: number, since: number, waitMs: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiters.delete(waiter);
        resolve();
      };
      const timer = setTimeout(end, waitMs);
      signal.addEventListener('abort', end);
      const waiter: Waiter = { agentId, since, wake: end };
      this.#waiters.add(waiter);
      this.#poll();
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Wakes all waiters because the server is stopping. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const waiter of [...this.#waiters]) waiter.wake();
  }

  #poll(): void {
    if (this.#closed || this.#waiters.size === 0) return;
    this.#timer ??= setTimeout(() => {
      void this.#wakeDue()
        .catch(this.#onError)
        .finally(() => {
          this.#timer = undefined;
          this.#poll();
        });
    }, pollMs);
  }

  async #wakeDue(): Promise<void> {
    const newest = await readNewestEventIds(this.#read, [
      ...new Set([...this.#waiters].map(({ agentId }) => agentId)),
    ]);
    for (const waiter of [...this.#waiters])
      if ((newest.get(waiter.agentId) ?? 0) > waiter.since) waiter.wake();
  }
}
