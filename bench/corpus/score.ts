/** How many of the public cases come out right. */
export interface Score {
  readonly what: string;
  readonly right: number;
  readonly of: number;
  /** The bar, as a part of the whole. */
  readonly bar: number;
  /** The cases that did not, shown with --misses. */
  readonly misses: readonly string[];
  /** Said beside the figure: what else is measured, or what a figure means. */
  readonly note?: string;
}

/** A measure of one skill: reads its cases below the corpora's folder. */
export interface Measure {
  measure(corpora: string): Promise<Score[]>;
}

/** A score kept case by case. */
export class Tally {
  readonly #misses: string[] = [];
  #right = 0;
  #of = 0;

  case(right: boolean, miss: () => string): void {
    this.#of += 1;
    if (right) this.#right += 1;
    else this.#misses.push(miss());
  }

  score(what: string, bar: number): Score {
    return { what, right: this.#right, of: this.#of, bar, misses: this.#misses };
  }
}
