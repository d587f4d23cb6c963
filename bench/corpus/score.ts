/** How many of the public cases come out right. */
export interface Score {
  readonly what: string;
  readonly right: number;
  readonly of: number;
  /** The bar, as a part of the whole. */
  readonly bar: number;
  /** The cases that did not, shown with --misses. */
  readonly misses: readonly string[];
  /** What the peers got right of the same cases. */
  readonly peers?: readonly PeerScore[];
  /** Printed after the figure: what else is measured, or what the figure means. */
  readonly note?: string;
}

export interface PeerScore {
  readonly name: string;
  readonly right: number;
}

export interface MeasureOptions {
  /** Whether the peers are installed and run on the same cases. */
  readonly peers: boolean;
}

/** A measure of one skill: reads its cases below the corpora's folder. */
export interface Measure {
  measure(corpora: string, options: MeasureOptions): Promise<Score[]>;
}

/** A score per case, together with the scores of the peers. */
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
