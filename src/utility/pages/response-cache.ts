import type { FetchedResponse } from './fetched-response.ts';

const defaultLimits = { entries: 512, bytes: 64 * 1_024 * 1_024 };
/** Memory cost of an entry in addition to its body. */
const overheadBytes = 2_048;

/** Responses cached in memory, least recently used dropped first, limited in number and in bytes. */
export class ResponseCache {
  readonly #limits: typeof defaultLimits;
  readonly #entries = new Map<string, FetchedResponse>();
  #bytes = 0;

  constructor(limits = defaultLimits) {
    this.#limits = limits;
  }

  get(key: string): FetchedResponse | undefined {
    const found = this.#entries.get(key);
    if (found) {
      this.#entries.delete(key);
      this.#entries.set(key, found);
    }
    return found;
  }

  set(key: string, answer: FetchedResponse): void {
    this.delete(key);
    this.#entries.set(key, answer);
    this.#bytes += countBytes(answer);
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const found = this.#entries.get(key);
    if (!found) return;
    this.#entries.delete(key);
    this.#bytes -= countBytes(found);
  }
}

const countBytes = (answer: FetchedResponse): number => answer.body.length + overheadBytes;
