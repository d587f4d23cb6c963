import { AsyncResource } from 'node:async_hooks';

/** A network that called this recently is active: one that calls now and then must not find the others' queue. */
const activeMs = 30_000;
/** Waiting calls begin this much later than those before them, or as much later as those took of the thread. */
const restMs = { min: 1, max: 50 };
/** Calls that a network starts per round while no other is active. */
const perRoundAlone = 64;
/** CPU time that explaining its refused calls may take beside others, halved each second. */
const maxExplainedMs = 250;
/** Calls of one network that may wait: each keeps a connection and its headers in memory. */
const maxWaiting = 512;

interface Share {
  readonly waiting: (() => void)[];
  started: number;
  calledAt: number;
  explainedMs: number;
  explainedAt: number;
}

/**
 * Shares the thread that serves all calls: while others are active a network starts one call per round of the event
 * loop, and its waiting ones leave the thread half of the time. However many it sends at once, everyone else waits for
 * one piece of its work. A turn is not held, so that no call can wait for another that waits for it.
 */
export class Turns {
  /** The active networks, by the time of their last call. */
  readonly #shares = new Map<string, Share>();
  readonly #queue = new Set<Share>();
  readonly #startedInRound = new Set<Share>();
  #isRoundPlanned = false;
  #isQueuePlanned = false;

  /** Begins the call when it is its network's turn; refuses it at once if too many wait already. */
  start(network: string, begin: () => void, refuse: () => void): void {
    const share = this.#noteCall(network);
    if (share.waiting.length >= maxWaiting) {
      refuse();
    } else if (share.waiting.length === 0 && share.started < this.#perRound()) {
      this.#begin(share, begin);
    } else {
      // It goes on in its own context, not in that of the call which ended the round.
      share.waiting.push(AsyncResource.bind(begin));
      this.#queue.add(share);
      this.#planQueue(restMs.min);
    }
  }

  /** Runs what explains a refused call; `isBrief` if the network's share of that is used up. */
  explain<T>(network: string, work: (isBrief: boolean) => T): T {
    const share = this.#noteCall(network);
    share.explainedMs *= 0.5 ** ((performance.now() - share.explainedAt) / 1_000);
    const before = process.threadCpuUsage();
    try {
      return work(share.explainedMs > maxExplainedMs && !this.#isAlone);
    } finally {
      const { user, system } = process.threadCpuUsage(before);
      share.explainedMs += (user + system) / 1_000;
      share.explainedAt = performance.now();
    }
  }

  get #isAlone(): boolean {
    return this.#shares.size === 1;
  }

  #perRound(): number {
    return this.#isAlone ? perRoundAlone : 1;
  }

  #noteCall(network: string): Share {
    const now = performance.now();
    const share = this.#shares.get(network) ?? {
      waiting: [],
      started: 0,
      calledAt: now,
      explainedMs: 0,
      explainedAt: now,
    };
    share.calledAt = now;
    this.#shares.delete(network);
    this.#shares.set(network, share);
    for (const [each, { calledAt, waiting }] of this.#shares) {
      if (calledAt > now - activeMs || waiting.length > 0) break;
      this.#shares.delete(each);
    }
    return share;
  }

  #begin(share: Share, begin: () => void): void {
    share.started += 1;
    this.#startedInRound.add(share);
    if (!this.#isRoundPlanned) setImmediate(() => this.#startRound());
    this.#isRoundPlanned = true;
    begin();
  }

  #startRound(): void {
    this.#isRoundPlanned = false;
    for (const share of this.#startedInRound) share.started = 0;
    this.#startedInRound.clear();
  }

  #planQueue(afterMs: number): void {
    if (this.#isQueuePlanned) return;
    this.#isQueuePlanned = true;
    if (this.#isAlone) setImmediate(() => this.#startWaiting());
    else setTimeout(() => this.#startWaiting(), afterMs);
  }

  #startWaiting(): void {
    const before = process.threadCpuUsage();
    for (const share of [...this.#queue]) {
      const begins = share.waiting.splice(0, this.#perRound());
      if (share.waiting.length === 0) this.#queue.delete(share);
      for (const begin of begins) this.#begin(share, begin);
    }
    // After this round, which ends what could be done of them at once.
    setImmediate(() => {
      this.#isQueuePlanned = false;
      if (this.#queue.size === 0) return;
      const { user, system } = process.threadCpuUsage(before);
      this.#planQueue(Math.min(restMs.max, Math.max(restMs.min, (user + system) / 1_000)));
    });
  }
}
