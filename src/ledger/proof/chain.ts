import {
  entryLine,
  genesisHash,
  type LedgerEntry,
  lineHash,
  movementFault,
  readCanonicalLine,
} from './entry.ts';
import { Frontier, leafHash, type PerfectNode } from './merkle.ts';

/**
 * - `malformed`: not an entry, or a field of the wrong type or value
 * - `not_canonical`: an entry, but not in the canonical form of an export
 * - `gap`: seq is not the next one; `link`: prev_hash is not the previous hash; `hash`: hash is wrong
 * - `overdraft`: an account other than mint would go below zero
 * - `overflow`: a balance is no longer exact in 53 bits
 */
export type EntryProblemKind =
  | 'malformed'
  | 'not_canonical'
  | 'gap'
  | 'link'
  | 'hash'
  | 'overdraft'
  | 'overflow';

export interface EntryProblem {
  readonly kind: EntryProblemKind;
  readonly message: string;
}

/** A position in the chain that is known to be valid, from which checking continues. */
export interface ChainStart {
  readonly seq: number;
  readonly hash: string;
  /** The tree at `seq`; without it no root can be computed. */
  readonly frontier?: Frontier;
  /** Balances of all accounts at `seq`; without them overdrafts cannot be detected. */
  readonly balances?: ReadonlyMap<string, number>;
}

const genesis: ChainStart = {
  seq: 0,
  hash: genesisHash,
  frontier: Frontier.empty(),
  balances: new Map(),
};

/** The only account that may go below zero: it issues AP. */
const mint = 'mint';

/** The state after a chain of valid entries. An invalid entry leaves it unchanged. */
export class EntryChain {
  seq: number;
  hash: string;
  /** Null if the start has no tree. */
  readonly frontier: Frontier | null;
  /** Null if the start has no balances. */
  readonly balances: Map<string, number> | null;
  /** The perfect nodes of the tree that the last entry completed, to be compared with stored ones. */
  completed: readonly PerfectNode[] = [];

  constructor(start: ChainStart = genesis) {
    this.seq = start.seq;
    this.hash = start.hash;
    this.frontier = start.frontier?.clone() ?? null;
    this.balances = start.balances ? new Map(start.balances) : null;
    if (this.frontier && this.frontier.size !== this.seq) {
      throw new TypeError(`a tree of ${this.frontier.size} leaves is not the one at seq ${this.seq}`);
    }
  }

  /** Takes the next line of an export, or returns what is wrong with it. */
  takeLine(line: string): EntryProblem | null {
    const parsed = readCanonicalLine(line);
    if (parsed !== null) {
      const fault = movementFault(parsed);
      return fault === null ? this.#append(parsed, line) : { kind: 'malformed', message: fault };
    }
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return { kind: 'malformed', message: 'not JSON' };
    }
    if (typeof value !== 'object' || value === null)
      return { kind: 'malformed', message: 'not a JSON object' };
    return this.#take(value, line);
  }

  /** Takes the next entry as a value, or returns what is wrong with it. */
  takeEntry(entry: LedgerEntry): EntryProblem | null {
    return this.#take(entry, null);
  }

  #take(value: Partial<Record<keyof LedgerEntry, unknown>>, given: string | null): EntryProblem | null {
    const fault = entryFault(value);
    if (fault !== null) return { kind: 'malformed', message: fault };
    const entry = value as LedgerEntry;

    const line = entryLine(entry);
    if (given !== null && given !== line) return { kind: 'not_canonical', message: spellingFault(entry) };
    return this.#append(entry, line);
  }

  #append(entry: LedgerEntry, line: string): EntryProblem | null {
    const problem = this.#linkProblem(entry, line) ?? this.#post(entry);
    if (problem !== null) return problem;
    this.completed = this.frontier?.append(leafHash(line)) ?? [];
    this.seq = entry.seq;
    this.hash = entry.hash;
    return null;
  }

  #linkProblem(entry: LedgerEntry, line: string): EntryProblem | null {
    if (entry.seq !== this.seq + 1) {
      return { kind: 'gap', message: `seq is ${entry.seq}, expected ${this.seq + 1}` };
    }
    if (entry.prev_hash !== this.hash) {
      return {
        kind: 'link',
        message: `prev_hash is ${entry.prev_hash}, but the previous hash is ${this.hash}`,
      };
    }
    const computed = lineHash(entry.prev_hash, line);
    if (entry.hash !== computed) {
      return { kind: 'hash', message: `hash is ${entry.hash}, but the entry hashes to ${computed}` };
    }
    return null;
  }

  #post({ from, to, amount }: LedgerEntry): EntryProblem | null {
    if (this.balances === null) return null;
    const payer = (this.balances.get(from) ?? 0) - amount;
    const payee = (this.balances.get(to) ?? 0) + amount;
    if (payer < 0 && from !== mint) {
      return { kind: 'overdraft', message: `${from} has ${payer + amount} and pays ${amount}` };
    }
    if (payer < Number.MIN_SAFE_INTEGER || payee > Number.MAX_SAFE_INTEGER) {
      return { kind: 'overflow', message: `a balance of ${from} or ${to} is too large to be exact` };
    }
    this.balances.set(from, payer);
    this.balances.set(to, payee);
    return null;
  }
}

/** Why a value is not an entry, or null; hashes are not computed here. */
export const entryFault = (value: Partial<Record<keyof LedgerEntry, unknown>>): string | null =>
  movementFault(value) ?? hashFault(value);

function hashFault({ prev_hash, hash }: Partial<Record<keyof LedgerEntry, unknown>>): string | null {
  if (typeof prev_hash !== 'string') return 'prev_hash is not a string';
  if (typeof hash !== 'string') return 'hash is not a string';
  return null;
}

/** Called only for a rejected line, to report more than "different". */
function spellingFault(entry: LedgerEntry): string {
  const known = new Set(Object.keys(JSON.parse(entryLine(entry))));
  const unknownKeys = Object.keys(entry).filter((key) => !known.has(key));
  return unknownKeys.length > 0
    ? `has unknown fields: ${unknownKeys.join(', ')}`
    : 'is not written as canonical JSON (RFC 8785): spaces, order of keys, escapes, or a key twice';
}
