import { setTimeout as sleep } from 'node:timers/promises';
import type { Reader } from '../platform/db/database.ts';
import { readEntries, readHead } from './entries.ts';
import { EntryChain } from './proof/chain.ts';
import { genesisHash } from './proof/entry.ts';
import { SharedPasses } from './shared-passes.ts';

/** Hashed in one piece, behind which all other calls wait; so many are verified at once for anyone. */
const entriesPerPage = 100;

interface Verified {
  readonly ok: boolean;
  readonly checked: number;
  readonly from_seq: number;
  readonly to_seq: number;
  readonly first_bad_seq: number | null;
}

/** Recomputes the hashes of the newest entries and verifies their links up to the head. */
export class NewestEntries {
  readonly #read: Reader;
  readonly #passes = new SharedPasses<number, Verified>({
    run: (requests) => this.#verifyAll(requests),
    of: 'verifications',
    hint: `Retry in a minute, or with verify=${entriesPerPage}.`,
  });

  constructor(read: Reader) {
    this.#read = read;
  }

  verify(most: number): Promise<Verified> {
    return most <= entriesPerPage ? this.#verify(most) : this.#passes.ask(most);
  }

  stop(): Promise<void> {
    return this.#passes.stop();
  }

  /** The longest stands for the shorter ones, up to the first bad entry. */
  async #verifyAll(requests: readonly number[]): Promise<ReadonlyMap<number, Verified>> {
    const found = new Map<number, Verified>();
    let known: Verified | undefined;
    for (const most of new Set(requests.toSorted((a, b) => b - a))) {
      known = (known && shorten(known, most)) ?? (await this.#verify(most));
      found.set(most, known);
    }
    return found;
  }

  async #verify(most: number): Promise<Verified> {
    const head = await readHead(this.#read);
    const from = Math.max(1, head.seq - most + 1);
    const [before] = from > 1 ? await readEntries(this.#read, { from: from - 1, to: from - 1 }) : [];
    const chain = new EntryChain({ seq: from - 1, hash: before?.hash ?? genesisHash });
    const toVerified = (first_bad_seq: number | null) => ({
      ok: first_bad_seq === null,
      checked: chain.seq - from + 1,
      from_seq: from,
      to_seq: head.seq,
      first_bad_seq,
    });
    if (from > 1 && !before) return toVerified(from - 1);
    for (let at = from; at <= head.seq; at += entriesPerPage) {
      const to = Math.min(head.seq, at + entriesPerPage - 1);
      const beganMs = performance.now();
      for (const entry of await readEntries(this.#read, { from: at, to }))
        if (chain.takeEntry(entry)) return toVerified(chain.seq + 1);
      // As much time for the other calls as this page took.
      if (to < head.seq) await sleep(performance.now() - beganMs);
    }
    return toVerified(
      chain.seq !== head.seq || chain.hash !== head.hash ? Math.min(chain.seq + 1, head.seq) : null,
    );
  }
}

/** What a verification says about the newest of its entries; undefined if it ended before them. */
function shorten(known: Verified, most: number): Verified | undefined {
  const from_seq = Math.max(1, known.to_seq - most + 1);
  if (known.first_bad_seq !== null && known.first_bad_seq <= from_seq) return undefined;
  return { ...known, from_seq, checked: known.checked - (from_seq - known.from_seq) };
}
