import { Deadline } from './deadline.ts';
import { OutboundError } from './error.ts';
import { KeyedSlots, Slots } from './slots.ts';

const MAX_PER_HOST = 6;
const MAX_WAITING_PER_HOST = 64;
const MAX_AT_ONCE = 64;
/** Calls under way and waiting together. */
const MAX_CALLS = 1_024;

/** Who may go out now: counts the calls, gives each its deadline, and spreads them over hosts. */
export class Admission {
  readonly #hosts = new KeyedSlots(MAX_PER_HOST, MAX_WAITING_PER_HOST);
  readonly #all = new Slots(MAX_AT_ONCE, MAX_CALLS);
  readonly #calls = new Set<Deadline>();
  #closed = false;

  begin(timeoutMs: number, signal?: AbortSignal): Deadline {
    if (this.#calls.size >= MAX_CALLS) {
      throw new OutboundError('overloaded', 'Too many requests are going out; try again in a moment.');
    }
    const deadline = new Deadline(timeoutMs, signal);
    if (this.#closed) deadline.abort();
    this.#calls.add(deadline);
    return deadline;
  }

  end(deadline: Deadline): void {
    deadline.dispose();
    this.#calls.delete(deadline);
  }

  /** The host's slot first: who waits for a busy host must not keep the others from theirs. */
  async enter(host: string, deadline: Deadline): Promise<() => void> {
    const queue = new AbortController();
    const tooLong = new OutboundError(
      'overloaded',
      'Too many requests are going out; try again in a moment.',
    );
    const timer = setTimeout(() => queue.abort(tooLong), deadline.timeoutMs);
    // A call waits in the queue at most as long as it may take, and on its own account.
    deadline.pause();
    try {
      return await this.#take(host, AbortSignal.any([deadline.signal, queue.signal]));
    } finally {
      clearTimeout(timer);
      deadline.resume();
    }
  }

  async #take(host: string, signal: AbortSignal): Promise<() => void> {
    const leaveHost = await this.#hosts.take(host, signal);
    try {
      const leaveAll = await this.#all.take(signal);
      return () => {
        leaveAll();
        leaveHost();
      };
    } catch (error) {
      leaveHost();
      throw error;
    }
  }

  /** Calls off what is under way; what begins later is called off at once. */
  close(): void {
    this.#closed = true;
    for (const deadline of this.#calls) deadline.abort();
  }
}
