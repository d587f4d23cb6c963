import type { LedgerEntry } from '../responses.ts';
import { equal, utf8 } from './bytes.ts';
import type { Checkpoint } from './checkpoint.ts';
import { computeHash, formatLine, valueFault } from './line.ts';
import { leafHash, MerkleTree } from './tree.ts';

export interface BadEntry {
  readonly seq: number;
  readonly fault: string;
}

/** Verifies export lines in order: syntax, links, hashes, balances and the signed root. */
export class EntryChain {
  readonly #checkpoint: Checkpoint;
  readonly #tree = new MerkleTree();
  readonly #balances = new Map<string, number>();
  #hash = '0'.repeat(64);
  seq = 0;

  constructor(checkpoint: Checkpoint) {
    this.#checkpoint = checkpoint;
  }

  get accounts(): number {
    return this.#balances.size;
  }

  /** Sum over all accounts: zero in every valid chain. */
  get sum(): number {
    return this.#balances.values().reduce((sum, balance) => sum + balance, 0);
  }

  /** The first invalid entry among these lines, if any. A batch is hashed in parallel. */
  async add(lines: readonly string[]): Promise<BadEntry | undefined> {
    const entries = lines.map(parseEntry);
    const hashes = await Promise.all(entries.map((entry) => (entry ? computeHash(entry) : '')));
    for (const [index, line] of lines.entries()) {
      const entry = entries[index];
      const fault = entry ? this.#faultOf(entry, line, hashes[index] ?? '') : 'it is not an entry';
      if (fault) return { seq: this.seq + 1, fault };
    }
    return this.#grow(lines);
  }

  /** Everything that the checkpoint signs must have been read. */
  end(): BadEntry | undefined {
    if (this.seq >= this.#checkpoint.size) return undefined;
    return {
      seq: this.seq + 1,
      fault: `it is missing: the checkpoint signs ${this.#checkpoint.size} entries`,
    };
  }

  #faultOf(entry: LedgerEntry, line: string, hash: string): string | undefined {
    const fault = valueFault(entry);
    if (fault) return fault;
    if (formatLine(entry) !== line) return 'it is not in canonical form';
    if (entry.seq !== this.seq + 1) return `it says that it is number ${entry.seq}`;
    if (entry.prev_hash !== this.#hash) return 'it does not follow the entry before';
    if (entry.hash !== hash) return 'its hash does not match its content';
    const left = (this.#balances.get(entry.from) ?? 0) - entry.amount;
    if (left < 0 && entry.from !== 'mint') return `${entry.from} has less than it pays`;
    this.#balances.set(entry.from, left);
    this.#balances.set(entry.to, (this.#balances.get(entry.to) ?? 0) + entry.amount);
    this.#hash = entry.hash;
    this.seq = entry.seq;
    return undefined;
  }

  async #grow(lines: readonly string[]): Promise<BadEntry | undefined> {
    const { size, root } = this.#checkpoint;
    const leaves = await Promise.all(lines.map((line) => leafHash(utf8(line))));
    // Entries newer than the checkpoint may follow: the root is compared at the signed size.
    const signed = Math.max(0, Math.min(leaves.length, size - this.#tree.size));
    await this.#tree.add(leaves.slice(0, signed));
    if (this.#tree.size === size && signed > 0 && !equal(await this.#tree.root(), root)) {
      return { seq: size, fault: 'the entries up to it are well chained, but not those that were signed' };
    }
    await this.#tree.add(leaves.slice(signed));
    return undefined;
  }
}

function parseEntry(line: string): LedgerEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return value && typeof value === 'object' ? (value as LedgerEntry) : undefined;
  } catch {
    return undefined;
  }
}
