const [k1, b] = [1.2, 0.6];

interface Document {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Okapi BM25 over a set of texts. */
export class Bm25 {
  readonly #documents: readonly Document[];
  readonly #spread = new Map<string, number>();
  readonly #meanLength: number;

  /** Each text is given as its stems. */
  constructor(texts: readonly (readonly string[])[]) {
    this.#documents = texts.map((stems) => {
      const counts = new Map<string, number>();
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
      for (const each of counts.keys()) this.#spread.set(each, (this.#spread.get(each) ?? 0) + 1);
      return { counts, length: stems.length };
    });
    this.#meanLength =
      this.#documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.#documents.length);
  }

  /** Inverse document frequency: rare stems weigh more. */
  rarity(of: string): number {
    const spread = this.#spread.get(of) ?? 0;
    return Math.log(1 + (this.#documents.length - spread + 0.5) / (spread + 0.5));
  }

  scores(stems: readonly string[]): number[] {
    const asked = [...new Set(stems)];
    return this.#documents.map(({ counts, length }) =>
      asked.reduce((sum, stem) => {
        const count = counts.get(stem);
        if (!count) return sum;
        const norm = k1 * (1 - b + (b * length) / Math.max(1, this.#meanLength));
        return sum + (this.rarity(stem) * count * (k1 + 1)) / (count + norm);
      }, 0),
    );
  }
}
