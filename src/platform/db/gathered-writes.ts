interface GatheringOptions<Item> {
  readonly everyMs: number;
  /** Items beyond this are lost. */
  readonly maxWaiting: number;
  /** What stands for two items of the same key. */
  readonly merge?: (known: Item, next: Item) => Item;
  /** Writes all of them or none. */
  readonly write: (items: readonly Item[]) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/**
 * Gathers what requests leave to be written, so that none of them waits for a write, and writes it every few seconds.
 * What could not be written is kept for the next time.
 */
export class GatheredWrites<Item> {
  readonly #options: GatheringOptions<Item>;
  #waiting = new Map<unknown, Item>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: GatheringOptions<Item>) {
    this.#options = options;
  }

  /** Without a key the item stands for itself. */
  protected add(item: Item, key: unknown = item): void {
    const { everyMs, maxWaiting, merge } = this.#options;
    const known = this.#waiting.get(key);
    if (known !== undefined && merge) this.#waiting.set(key, merge(known, item));
    else if (this.#waiting.size < maxWaiting) this.#waiting.set(key, item);
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.flush(), everyMs);
  }

  /** Writes what waits once more; what fails then is lost. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.flush();
  }

  /** One after the other, so that the last writes what the one before could not. Never rejects. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#flush());
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Map();
    try {
      await this.#options.write([...waiting.values()]);
    } catch (error) {
      const newer = this.#waiting;
      this.#waiting = waiting;
      for (const [key, item] of newer) this.add(item, key);
      this.#options.onError(error);
    }
  }
}
