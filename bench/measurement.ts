/** The result of one run of one subject. */
export interface Measurement {
  readonly count: number;
  readonly per_s: number;
  readonly p50_ms: number | undefined;
  readonly p99_ms: number | undefined;
  readonly max_ms?: number | undefined;
  /** CPU time of the serving process per call, if known. */
  readonly cpu_us?: number | undefined;
  /** Of a median: the rates of its rounds. */
  readonly rates?: readonly number[];
}

/** Times of many calls, stored individually while they fit in memory. */
export class Latencies {
  readonly #ms: Float64Array;
  #count = 0;

  constructor(most: number) {
    this.#ms = new Float64Array(most);
  }

  add(ms: number): void {
    if (this.#count < this.#ms.length) this.#ms[this.#count++] = ms;
  }

  summarize(seconds: number): Measurement {
    const sorted = this.#ms.subarray(0, this.#count).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    return {
      count: this.#count,
      per_s: this.#count / seconds,
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      max_ms: at(1),
    };
  }
}

const maxCalls = 5_000_000;

/**
 * Runs `call` from this many concurrent callers, each waiting for its response, until the time or the number of calls
 * is reached.
 */
export async function runCallers(
  callers: number,
  seconds: number,
  call: (n: number) => Promise<unknown>,
  most = maxCalls,
): Promise<Measurement> {
  const latencies = new Latencies(maxCalls);
  const start = performance.now();
  const end = start + seconds * 1000;
  let n = 0;
  const caller = async () => {
    for (let startedAt = performance.now(); startedAt < end && n < most; ) {
      await call(n++);
      const now = performance.now();
      latencies.add(now - startedAt);
      startedAt = now;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return latencies.summarize((performance.now() - start) / 1000);
}
