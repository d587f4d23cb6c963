import { KeyedSlots } from '../../platform/outbound/slots.ts';
import type { Target } from './kinds/kind.ts';

/** Fewer than the door lets out to one host: who calls a skill about it is not kept waiting by watches. */
const atOnce = 4;
const longestWaitMs = 500;

/** Whose turn it is to look at a host: one that is slow, or watched by many, holds up nobody else's look. */
export class Turns {
  readonly #hosts = new KeyedSlots(atOnce, Number.POSITIVE_INFINITY);

  /** Undefined where the host is too busy for now: the look is better put off than waited for. */
  async take({ target }: Target, signal: AbortSignal): Promise<(() => void) | undefined> {
    // Names and addresses on a chain are asked of servers of our own choice, which are many and quick.
    const host = URL.parse(target)?.hostname;
    if (!host) return () => {};
    const patience = AbortSignal.timeout(longestWaitMs);
    try {
      return await this.#hosts.take(host, AbortSignal.any([signal, patience]));
    } catch (error) {
      signal.throwIfAborted();
      if (patience.aborted) return undefined;
      throw error;
    }
  }
}
