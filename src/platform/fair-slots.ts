interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/** One network: its keys together get no more than another network. */
interface Share {
  readonly waiting: Waiting[];
  readonly heldByKey: Map<string, number>;
  held: number;
  /** Time for which its slots were held, halved each second. */
  cost: number;
  costAt: number;
}

interface FairSlotOptions {
  /** Slots of all networks together. */
  readonly limit: number;
  /** What one network may hold while another is active; alone it may hold `alone`. */
  readonly perNetwork: number;
  readonly alone: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/** A network that held a slot this recently is active. */
const activeMs = 1_000;

/** The caller's share of a resource is used up, and waiting for it took too long. */
export class ShareUsedUp extends Error {}

/**
 * Slots of a scarce resource, shared by measured cost: a free one goes to the waiting network that used the least of
 * late, and within it to the key that holds the fewest.
 */
export class FairSlots {
  readonly #options: FairSlotOptions;
  readonly #shares = new Map<string, Share>();
  #held = 0;
  #waiting = 0;
  #nextSweep = 1_024;

  constructor(options: FairSlotOptions) {
    this.#options = options;
  }

  /** The signal is read only if the call must wait. */
  async take(
    { network, key }: { network: string; key: string },
    readSignal: () => AbortSignal | undefined = () => undefined,
  ): Promise<() => void> {
    const share = this.#shareOf(network);
    if (share.waiting.length > 0 || !this.#mayStart(share)) await this.#wait(share, key, readSignal());
    else this.#start(share, key);
    const startedAt = performance.now();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#end(share, key, performance.now() - startedAt);
    };
  }

  #shareOf(network: string): Share {
    const known = this.#shares.get(network);
    if (known) return known;
    if (this.#shares.size >= this.#nextSweep) this.#sweep();
    const share: Share = {
      waiting: [],
      heldByKey: new Map(),
      held: 0,
      cost: 0,
      costAt: performance.now(),
    };
    this.#shares.set(network, share);
    return share;
  }

  #mayStart(share: Share): boolean {
    if (this.#held >= this.#options.limit) return false;
    const { perNetwork, alone } = this.#options;
    return share.held < perNetwork || (share.held < alone && this.#isAlone(share));
  }

  #isAlone(share: Share): boolean {
    const since = performance.now() - activeMs;
    for (const other of this.#shares.values()) if (other !== share && isActive(other, since)) return false;
    return true;
  }

  #sweep(): void {
    const since = performance.now() - activeMs;
    for (const [network, share] of this.#shares) if (!isActive(share, since)) this.#shares.delete(network);
    this.#nextSweep = 2 * this.#shares.size + 1_024;
  }

  #start(share: Share, key: string): void {
    this.#held += 1;
    share.held += 1;
    share.heldByKey.set(key, (share.heldByKey.get(key) ?? 0) + 1);
  }

  #end(share: Share, key: string, heldMs: number): void {
    this.#held -= 1;
    share.held -= 1;
    const left = (share.heldByKey.get(key) ?? 1) - 1;
    if (left > 0) share.heldByKey.set(key, left);
    else share.heldByKey.delete(key);
    const now = performance.now();
    share.cost = costNow(share, now) + heldMs;
    share.costAt = now;
    this.#startWaiting(now);
  }

  #startWaiting(now: number): void {
    while (this.#waiting > 0) {
      let next: Share | undefined;
      for (const share of this.#shares.values())
        if (share.waiting.length > 0 && this.#mayStart(share))
          if (!next || costNow(share, now) < costNow(next, now)) next = share;
      if (!next) return;
      const { waiting, heldByKey } = next;
      const first = waiting.reduce((a, b) =>
        (heldByKey.get(b.key) ?? 0) < (heldByKey.get(a.key) ?? 0) ? b : a,
      );
      waiting.splice(waiting.indexOf(first), 1);
      this.#waiting -= 1;
      this.#start(next, first.key);
      first.start();
    }
  }

  #wait(share: Share, key: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    if (share.waiting.length >= maxWaiting)
      throw new ShareUsedUp('too many calls of one network are waiting');
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = (reason: unknown) => {
        share.waiting.splice(share.waiting.indexOf(waiting), 1);
        this.#waiting -= 1;
        stop();
        reject(reason);
      };
      const timer = setTimeout(() => end(new ShareUsedUp('its network uses its share')), maxWaitMs);
      timer.unref();
      const onAbort = () => end(signal?.reason);
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiting: Waiting = {
        key,
        start: () => {
          stop();
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      share.waiting.push(waiting);
      this.#waiting += 1;
    });
  }
}

const costNow = ({ cost, costAt }: Share, now: number): number => cost * 0.5 ** ((now - costAt) / 1_000);

const isActive = ({ held, waiting, costAt }: Share, since: number): boolean =>
  held > 0 || waiting.length > 0 || costAt > since;
