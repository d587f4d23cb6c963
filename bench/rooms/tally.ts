/** How a group of readers received a number of messages. */
export interface Delivery {
  readonly readers: number;
  readonly messages: number;
  readonly wall_s: number;
  /** From the sending of a message to its arrival, over all readers and messages. */
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** Time until the last reader received a message: the median over messages. */
  readonly last_ms: number;
}

const deliveryTimeoutMs = 120_000;

/** When each message was sent and when it reached each reader. A duplicate or a message out of order is an error. */
export class Tally {
  readonly #readers: number;
  readonly #seen: Int32Array;
  readonly #arrivals: Float64Array[] = [];
  readonly #missing: number[] = [];
  readonly #sent: number[] = [];
  #wake = () => {};

  constructor(readers: number, messages: number) {
    this.#readers = readers;
    this.#seen = new Int32Array(readers);
    for (let i = 0; i < messages; i++) {
      this.#arrivals.push(new Float64Array(readers));
      this.#missing.push(readers);
    }
  }

  sent(message: number, at: number): void {
    this.#sent[message] = at;
  }

  /** Records that a reader received its next messages, up to but not including this one. */
  arrived(reader: number, upTo: number, now: number): void {
    for (let message = this.#seen[reader]!; message < upTo; message++) {
      this.#arrivals[message]![reader] = now;
      if (--this.#missing[message]! === 0) this.#wake();
    }
    this.#seen[reader] = upTo;
  }

  /** Waits until every reader has this message and all before it. */
  async waitForAll(message: number): Promise<void> {
    const end = performance.now() + deliveryTimeoutMs;
    while (this.#missing[message]! > 0) {
      if (performance.now() > end) {
        throw new Error(`message ${message} did not reach ${this.#missing[message]} of ${this.#readers}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  summarize(from = 0): Delivery {
    const messages = this.#arrivals.length - from;
    const all = new Float64Array(messages * this.#readers);
    const lasts: number[] = [];
    for (let i = 0; i < messages; i++) {
      const times = this.#arrivals[from + i]!.map((at) => at - this.#sent[from + i]!);
      all.set(times, i * this.#readers);
      lasts.push(times.reduce((most, ms) => Math.max(most, ms), 0));
    }
    all.sort();
    lasts.sort((a, b) => a - b);
    const startedAt = Math.min(...this.#sent.slice(from));
    const ended = this.#arrivals
      .slice(from)
      .reduce((most, each) => each.reduce((a, b) => Math.max(a, b), most), 0);
    return {
      readers: this.#readers,
      messages,
      wall_s: (ended - startedAt) / 1_000,
      p50_ms: all[Math.floor(all.length * 0.5)]!,
      p99_ms: all[Math.floor(all.length * 0.99)]!,
      last_ms: lasts[Math.floor(lasts.length / 2)]!,
    };
  }
}
