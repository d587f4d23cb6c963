const rounds = 400;
const step = 0.1;
const penalty = 0.02;

/** Weights of a logistic regression with a quadratic penalty, by Adam over all samples; the last value is the bias. */
export function fit(samples: readonly Float64Array[], answers: readonly boolean[]): Float64Array {
  const size = samples[0]?.length ?? 0;
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let round = 1; round <= rounds; round++) {
    const slope = toSlope(samples, answers, weights);
    for (const [at, by] of slope.entries()) {
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * by;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * by * by;
      const spread = Math.sqrt((square[at] ?? 0) / (1 - 0.999 ** round)) + 1e-8;
      weights[at] = (weights[at] ?? 0) - (step * (mean[at] ?? 0)) / (1 - 0.9 ** round) / spread;
    }
  }
  return weights;
}

function toSlope(
  samples: readonly Float64Array[],
  answers: readonly boolean[],
  weights: Float64Array,
): Float64Array {
  const bias = weights.length - 1;
  const slope = weights.map((weight, at) => (at === bias ? 0 : penalty * weight));
  for (const [place, values] of samples.entries()) {
    let score = 0;
    for (let at = 0; at < values.length; at++) score += (values[at] ?? 0) * (weights[at] ?? 0);
    const miss = 1 / (1 + Math.exp(-score)) - (answers[place] ? 1 : 0);
    for (let at = 0; at < values.length; at++) slope[at] = (slope[at] ?? 0) + miss * (values[at] ?? 0);
  }
  return slope;
}
