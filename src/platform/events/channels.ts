import type { EventWire } from './wire.ts';

/** A channel stays open this long after its last subscriber, for readers that come back. */
const defaultGraceMs = 10_000;
/** Subscribers wait no longer for an unresponsive server; events missed until it responds are a gap. */
const patienceMs = 1_000;

interface Channel {
  subscribers: number;
  /** When the last subscriber left. */
  idleSince: number;
  /** Set until the server has confirmed the subscription. */
  opening: Opening | undefined;
}

/** Channels added by one request. */
interface Opening {
  readonly added: string[];
  readonly confirmed: PromiseWithResolvers<void>;
  readonly timer: NodeJS.Timeout;
  isLate: boolean;
}

/**
 * The channels this process listens to: opened for the first subscriber, closed some time after the last one
 * left. Only one request is in flight at a time; it includes all changes made meanwhile.
 */
export class Channels {
  readonly #wire: Pick<EventWire, 'listen'>;
  readonly #onMissed: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #graceMs: number;
  readonly #channels = new Map<string, Channel>();
  #next: Opening | undefined;
  #requesting = false;
  #sweeping: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(deps: {
    wire: Pick<EventWire, 'listen'>;
    /** Called if events may have been missed after subscribers were told that they are received. */
    onMissed: () => void;
    onError: (error: unknown) => void;
    graceMs?: number | undefined;
  }) {
    this.#wire = deps.wire;
    this.#onMissed = deps.onMissed;
    this.#onError = deps.onError;
    this.#graceMs = deps.graceMs ?? defaultGraceMs;
  }

  get count(): number {
    return this.#channels.size;
  }

  /** Returns a function that unsubscribes. */
  subscribe(name: string): () => void {
    const channel = this.#channels.get(name) ?? this.#open(name);
    channel.subscribers++;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      channel.subscribers--;
      channel.idleSince = performance.now();
    };
  }

  /** Resolves once its events arrive; undefined if they already do, or if it has no subscriber. */
  listening(name: string): Promise<void> | undefined {
    return this.#channels.get(name)?.opening?.confirmed.promise;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#sweeping);
    for (const { opening } of this.#channels.values()) {
      clearTimeout(opening?.timer);
      opening?.confirmed.resolve();
    }
    this.#channels.clear();
  }

  #open(name: string): Channel {
    this.#next ??= this.#startOpening();
    this.#next.added.push(name);
    const channel = { subscribers: 0, idleSince: 0, opening: this.#next };
    this.#channels.set(name, channel);
    this.#sweeping ??= setInterval(() => this.#closeIdle(), this.#graceMs / 2).unref();
    return channel;
  }

  #startOpening(): Opening {
    const confirmed = Promise.withResolvers<void>();
    const opening: Opening = {
      added: [],
      confirmed,
      isLate: false,
      timer: setTimeout(() => {
        opening.isLate = true;
        confirmed.resolve();
      }, patienceMs),
    };
    // Subscribers in the same turn of the event loop share the request.
    setImmediate(() => void this.#request([]));
    return opening;
  }

  async #request(removed: readonly string[]): Promise<void> {
    if (this.#closed || (this.#requesting && removed.length === 0)) return;
    const opening = this.#next;
    this.#next = undefined;
    if (!opening && removed.length === 0) return;
    this.#requesting = true;
    // A connection lost with the request in flight is reported as a gap separately.
    await this.#wire.listen({ added: opening?.added ?? [], removed }).catch(this.#onError);
    this.#requesting = false;
    if (this.#closed) return;
    if (opening) this.#confirm(opening);
    await this.#request([]);
  }

  #confirm(opening: Opening): void {
    clearTimeout(opening.timer);
    for (const name of opening.added) {
      const channel = this.#channels.get(name);
      if (channel?.opening === opening) channel.opening = undefined;
    }
    opening.confirmed.resolve();
    if (opening.isLate) this.#onMissed();
  }

  #closeIdle(): void {
    // The next sweep finds them again.
    if (this.#requesting) return;
    const before = performance.now() - this.#graceMs;
    const idle = [...this.#channels]
      .filter(([, each]) => each.subscribers === 0 && !each.opening && each.idleSince < before)
      .map(([name]) => name);
    for (const name of idle) this.#channels.delete(name);
    if (idle.length > 0) void this.#request(idle);
    if (this.#channels.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }
}
