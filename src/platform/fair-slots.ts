interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/** One network: its keys together get no more than another network. */
interface Share {
  readonly network: string;
  readonly waiting: Waiting[];
  readonly heldByKey: Map<string, number>;
  held: number;
  /** Time for which its slots were held, halved each second. */
  cost: number;
  costAt: number;
  /** Why the server could not do the last work that held a slot and failed for that. */
  fault?: { readonly error: unknown; readonly at: number };
}

/** Gives a slot back. With a fault of the server, whose time its caller is not to blame for. */
export type LeaveSlot = (fault?: unknown) => void;

interface FairSlotOptions {
  /** Slots of all networks together. */
  readonly limit: number;
  /** What one network may hold while another is active; alone it may hold `alone`. */
  readonly perNetwork: number;
  readonly alone: number;
  /** Measured cost from which a network holds one slot only while another is active. */
  readonly maxCostMs?: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/** A network that held a slot this recently is active: one that calls now and then must not find the others' queue. */
const activeMs = 30_000;

/** The caller's share of a resource is used up, and waiting for it took too long. */
export class ShareUsedUp extends Error {}

/**
 * Slots of a scarce resource, shared by measured cost: a free one goes to the waiting network that used the least of
 * late, and within it to the key that holds the fewest.
 */
export class FairSlots {
  readonly #options: FairSlotOptions;
  /** Those that hold or await a slot. */
  readonly #busy = new Map<string, Share>();
  /** Those that did so lately, by the time of their last release. */
  readonly #recent = new Map<string, Share>();
  readonly #queue = new Set<Share>();
  #held = 0;

  constructor(options: FairSlotOptions) {
    this.#options = options;
  }

  /** The signal is read only if the call must wait. */
  async take(
    { network, key }: { network: string; key: string },
    readSignal: () => AbortSignal | undefined = () => undefined,
  ): Promise<LeaveSlot> {
    const now = performance.now();
    const share = this.#shareOf(network, now);
    if (share.waiting.length === 0 && this.#mayStart(share, now)) this.#start(share, key);
    else await this.#wait(share, key, readSignal());
    const startedAt = performance.now();
    let isHeld = true;
    return (fault) => {
      if (!isHeld) return;
      isHeld = false;
      const endedAt = performance.now();
      if (fault !== undefined) share.fault = { error: fault, at: endedAt };
      this.#end(share, key, fault === undefined ? endedAt - startedAt : 0);
    };
  }

  /** For a call that takes no slot: the others should not hold all of them beside it. */
  noteActive(network: string): void {
    const now = performance.now();
    const share = this.#shareOf(network, now);
    share.cost = costNow(share, now);
    share.costAt = now;
    if (!this.#busy.has(network)) this.#leave(share);
  }

  #shareOf(network: string, now: number): Share {
    return (
      this.#busy.get(network) ??
      this.#recent.get(network) ?? {
        network,
        waiting: [],
        heldByKey: new Map(),
        held: 0,
        cost: 0,
        costAt: now,
      }
    );
  }

  #mayStart(share: Share, now: number): boolean {
    const { limit, perNetwork, alone, maxCostMs = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#held >= limit) return false;
    if (share.held === 0) return true;
    if (this.#isAlone(share, now)) return share.held < alone;
    return share.held < (costNow(share, now) > maxCostMs ? 1 : perNetwork);
  }

  #isAlone(share: Share, now: number): boolean {
    if (this.#busy.size > (this.#busy.has(share.network) ? 1 : 0)) return false;
    for (const [network, { costAt }] of this.#recent) {
      if (costAt > now - activeMs) return this.#recent.size === (this.#recent.has(share.network) ? 1 : 0);
      this.#recent.delete(network);
    }
    return true;
  }

  #enter(share: Share): void {
    this.#recent.delete(share.network);
    this.#busy.set(share.network, share);
  }

  #leave(share: Share): void {
    if (share.held > 0 || share.waiting.length > 0) return;
    this.#busy.delete(share.network);
    this.#recent.delete(share.network);
    this.#recent.set(share.network, share);
  }

  #start(share: Share, key: string): void {
    this.#enter(share);
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
    this.#leave(share);
  }

  #startWaiting(now: number): void {
    for (;;) {
      let next: Share | undefined;
      for (const share of this.#queue)
        if (this.#mayStart(share, now) && (!next || costNow(share, now) < costNow(next, now))) next = share;
      if (!next) return;
      const { waiting, heldByKey } = next;
      const first = waiting.reduce((a, b) =>
        (heldByKey.get(b.key) ?? 0) < (heldByKey.get(a.key) ?? 0) ? b : a,
      );
      this.#unqueue(next, first);
      this.#start(next, first.key);
      first.start();
    }
  }

  #unqueue(share: Share, waiting: Waiting): void {
    share.waiting.splice(share.waiting.indexOf(waiting), 1);
    if (share.waiting.length === 0) this.#queue.delete(share);
  }

  #wait(share: Share, key: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    if (share.waiting.length >= maxWaiting)
      throw new ShareUsedUp('too many calls of one network are waiting');
    signal?.throwIfAborted();
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const end = (reason: unknown) => {
        this.#unqueue(share, waiting);
        this.#leave(share);
        stop();
        reject(reason);
      };
      const onTimeout = () => {
        const { fault } = share;
        // It waited for calls that the server could not serve.
        end(fault && fault.at > since ? fault.error : new ShareUsedUp('its network uses its share'));
      };
      const timer = setTimeout(onTimeout, maxWaitMs);
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
      this.#queue.add(share);
      this.#enter(share);
    });
  }
}

const costNow = ({ cost, costAt }: Share, now: number): number => cost * 0.5 ** ((now - costAt) / 1_000);
