import type { Wire } from './wire.ts';

/** A reader that comes back within this finds its channel still open. */
const defaultGraceMs = 10_000;
/** Nobody waits longer for a server that does not answer; what was missed until it does is a gap. */
const patienceMs = 1_000;

interface Channel {
  subscribers: number;
  /** When the last subscriber left. */
  idleSince: number;
  /** Set until the server has confirmed that it is listened to. */
  opening: Opening | undefined;
}

/** Channels that are added by one request. */
interface Opening {
  readonly added: string[];
  readonly confirmed: PromiseWithResolvers<void>;
  readonly timer: NodeJS.Timeout;
  isLate: boolean;
}

/**
 * The channels that this process listens to: opened for the first subscriber, closed some time after the last one left.
 * One request is out at a time and takes along all changes that came up meanwhile.
 */
export class Channels {
  readonly #wire: Pick<Wire, 'listen'>;
  readonly #onMissed: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #graceMs: number;
  readonly #channels = new Map<string, Channel>();
  #next: Opening | undefined;
  #requesting = false;
  #sweeping: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: {
    wire: Pick<Wire, 'listen'>;
    /** Events on a channel may have been missed after its subscribers were told that they are received. */
    onMissed: () => void;
    onError: (error: unknown) => void;
    graceMs?: number | undefined;
  }) {
    this.#wire = parts.wire;
    this.#onMissed = parts.onMissed;
    this.#onError = parts.onError;
    this.#graceMs = parts.graceMs ?? defaultGraceMs;
  }

  get count(): number {
    return this.#channels.size;
  }

  /** Returns the function that ends the subscription. */
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

  /** Resolves once events on it arrive; undefined when they do, or when nobody subscribed to it. */
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
    // Whoever subscribes in the same turn of the event loop shares the request.
    setImmediate(() => void this.#request([]));
    return opening;
  }

  async #request(removed: readonly string[]): Promise<void> {
    if (this.#closed || (this.#requesting && removed.length === 0)) return;
    const opening = this.#next;
    this.#next = undefined;
    if (!opening && removed.length === 0) return;
    this.#requesting = true;
    // A connection that is lost with the request in flight is a gap of its own.
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
