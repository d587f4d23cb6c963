/** Phrases that fewer texts have say nothing of others. */
const minTexts = 2;
const epochs = 30;
/** Ten per text: how much a weight may grow for one text. */
const slack = 10;
/** Smaller weights are left out of the table. */
const minWeight = 0.05;

export interface PhraseText {
  readonly isWall: boolean;
  readonly phrases: ReadonlySet<string>;
}

/**
 * A weight per phrase by logistic regression: the sum of a text's weights, over the root of the number of its phrases,
 * is the logarithm of the odds that it is a wall. The order of the texts is shuffled by a fixed seed, so that the same
 * texts give the same weights.
 */
export function trainPhrases(texts: readonly PhraseText[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { phrases } of texts)
    for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= minTexts).map(([phrase]) => phrase);
  const places = new Map(known.map((phrase, at) => [phrase, at]));
  const samples = texts.map(({ isWall, phrases }) => ({
    isWall,
    share: 1 / Math.sqrt(Math.max(1, phrases.size)),
    places: [...phrases].flatMap((phrase) => places.get(phrase) ?? []),
  }));
  const weights = new Float64Array(known.length);
  const penalty = 1 / (slack * texts.length);
  const random = seededRandom(7);
  let bias = 0;
  let scale = 1;
  let steps = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const sample of shuffle(samples, random)) {
      const rate = 0.1 / (0.05 + penalty * ++steps);
      const sum = sample.places.reduce((total, at) => total + (weights[at] ?? 0), 0);
      const miss = 1 / (1 + Math.exp(-(bias + scale * sum * sample.share))) - (sample.isWall ? 1 : 0);
      scale *= 1 - rate * penalty;
      const by = (rate * miss * sample.share) / scale;
      for (const at of sample.places) weights[at] = (weights[at] ?? 0) - by;
      bias -= 0.1 * rate * miss;
    }
  }
  const rounded = known.map(
    (phrase, at) => [phrase, Number(((weights[at] ?? 0) * scale).toFixed(2))] as const,
  );
  return new Map(rounded.filter(([, weight]) => Math.abs(weight) >= minWeight));
}

function shuffle<T>(values: readonly T[], random: () => number): T[] {
  const shuffled = values.map((value) => ({ value, rank: random() })).sort((a, b) => a.rank - b.rank);
  return shuffled.map(({ value }) => value);
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
