/** Number of public cases with the expected result. */
export interface Score {
  readonly what: string;
  readonly right: number;
  readonly of: number;
  /** The required share of all cases. */
  readonly bar: number;
  /** The failed cases, printed with --misses. */
  readonly misses: readonly string[];
  /** Number of the same cases that each peer passes. */
  readonly peers?: readonly PeerScore[];
  /** Printed after the figure: another measurement, or what the figure means. */
  readonly note?: string;
}

export interface PeerScore {
  readonly name: string;
  readonly right: number;
  /** Why its output could not be read: then it has no figure. */
  readonly error?: string;
}

export interface MeasureOptions {
  /** Whether the peers are installed and run on the same cases. */
  readonly peers: boolean;
}

/** Measures one skill with the cases in the corpora directory. */
export interface Measure {
  measure(corpora: string, options: MeasureOptions): Promise<Score[]>;
}

/** A score per case, with the scores of the peers. */
export class Tally {
  readonly #misses: string[] = [];
  readonly #peers = new Map<string, number>();
  #right = 0;
  #of = 0;

  case(right: boolean, miss: () => string): void {
    this.#of += 1;
    if (right) this.#right += 1;
    else this.#misses.push(miss());
  }

  peer(name: string, right: boolean): void {
    this.#peers.set(name, (this.#peers.get(name) ?? 0) + Number(right));
  }

  score(what: string, bar: number): Score {
    const peers = [...this.#peers].map(([name, right]) => ({ name, right }));
    return { what, right: this.#right, of: this.#of, bar, misses: this.#misses, peers };
  }
}
