import { KeyedSlots } from '../../platform/outbound/slots.ts';
import type { WatchTarget } from './kinds/kind.ts';

/** Fewer than the outbound limit per host, so that watches never delay skill calls. */
const atOnce = 4;
const maxWaitMs = 500;

/** Limits concurrent checks per host: a slow or much-watched host delays no other host's checks. */
export class HostSlots {
  readonly #hosts = new KeyedSlots(atOnce, Number.POSITIVE_INFINITY);

  /** Undefined if the host is too busy: the check is better postponed than queued. */
  async take({ target }: WatchTarget, signal: AbortSignal): Promise<(() => void) | undefined> {
    // Domain names and chain addresses are read from servers of our choice, which are many and fast.
    const host = URL.parse(target)?.hostname;
    if (!host) return () => {};
    const patience = AbortSignal.timeout(maxWaitMs);
    try {
      return await this.#hosts.take(host, AbortSignal.any([signal, patience]));
    } catch (error) {
      signal.throwIfAborted();
      if (patience.aborted) return undefined;
      throw error;
    }
  }
}
