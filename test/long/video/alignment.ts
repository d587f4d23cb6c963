/**
 * Locates the words of one recording in another of the same text, by sound alone. Both are cut into short frames with
 * perceptual features (the shape of the spectrum, not its pitch or level), and dynamic time warping aligns them. It
 * does not depend on how either voice works, so it can detect when one reports wrong times.
 */
export interface Recording {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

const hop_s = 0.01;
const window_s = 0.025;
const bands = 24;
const coefficients = 12;

/** For times in the first recording, in ascending order, the matching times in the second. */
export function carriedOver(moments: readonly number[], from: Recording, to: Recording): number[] {
  const path = aligned(features(from), features(to));
  return moments.map((moment) => {
    const frame = Math.min(path.length - 1, Math.max(0, Math.round((moment - window_s / 2) / hop_s)));
    return path[frame]! * hop_s + window_s / 2;
  });
}

/** For each frame of the first, the frame of the second on the cheapest path; the middle one if there are several. */
function aligned(a: readonly Float64Array[], b: readonly Float64Array[]): number[] {
  const [n, m] = [a.length, b.length];
  const cost = new Float64Array(n * m).fill(Number.POSITIVE_INFINITY);
  const step = new Uint8Array(n * m);
  // Speech is never so uneven that the path is far from the diagonal.
  const reach = Math.max(30, Math.round(m * 0.22));
  for (let i = 0; i < n; i++) {
    const straight = Math.round((i * m) / n);
    for (let j = Math.max(0, straight - reach); j < Math.min(m, straight + reach); j++) {
      const here = apart(a[i]!, b[j]!);
      if (i === 0 && j === 0) {
        cost[0] = here;
        continue;
      }
      const at = (di: number, dj: number) =>
        i < di || j < dj ? Number.POSITIVE_INFINITY : cost[(i - di) * m + j - dj]!;
      // A step in only one of the two costs more than a step in both.
      const ways = [at(1, 1) + here, at(1, 0) + here * 1.25, at(0, 1) + here * 1.25];
      const best = ways.indexOf(Math.min(...ways));
      cost[i * m + j] = ways[best]!;
      step[i * m + j] = best;
    }
  }
  const met: number[][] = Array.from({ length: n }, () => []);
  let [i, j] = [n - 1, m - 1];
  while (i >= 0 && j >= 0) {
    met[i]!.push(j);
    const way = step[i * m + j];
    if (i === 0 && j === 0) break;
    if (way !== 2) i--;
    if (way !== 1) j--;
  }
  return met.map((frames) => frames[frames.length >> 1] ?? 0);
}

function apart(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k]! - b[k]!) ** 2;
  return Math.sqrt(sum);
}

/** Mel cepstra and their deltas, each normalized over the whole recording, and loudness relative to the maximum. */
function features({ samples, sampleRate }: Recording): Float64Array[] {
  const [size, hop] = [Math.round(sampleRate * window_s), Math.round(sampleRate * hop_s)];
  const count = Math.max(1, Math.floor((samples.length - size) / hop) + 1);
  const filters = melFilters(size, sampleRate);
  const window = Float64Array.from(
    { length: size },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size),
  );
  const raw = Array.from({ length: count }, (_, frame) => {
    const power = spectrum(samples, frame * hop, window);
    const mel = filters.map((weights) => {
      let sum = 1e-9;
      for (const [bin, weight] of weights) sum += weight * power[bin]!;
      return Math.log(sum);
    });
    const cepstra = new Float64Array(coefficients + 1);
    for (let k = 0; k <= coefficients; k++)
      for (let band = 0; band < bands; band++)
        cepstra[k]! += mel[band]! * Math.cos((Math.PI * k * (band + 0.5)) / bands);
    return cepstra;
  });
  evened(raw);
  return raw.map((now, i) => {
    const [before, after] = [raw[Math.max(0, i - 2)]!, raw[Math.min(count - 1, i + 2)]!];
    const all = new Float64Array(now.length * 2);
    now.forEach((value, k) => {
      all[k] = value;
      all[now.length + k] = (after[k]! - before[k]!) * 0.7;
    });
    return all;
  });
}

function evened(frames: readonly Float64Array[]): void {
  for (let k = 0; k <= coefficients; k++) {
    const mean = frames.reduce((sum, frame) => sum + frame[k]!, 0) / frames.length;
    const spread = Math.sqrt(frames.reduce((sum, frame) => sum + (frame[k]! - mean) ** 2, 0) / frames.length);
    for (const frame of frames) frame[k] = (frame[k]! - mean) / (spread || 1);
  }
}

const topHz = 7_000;
const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hertz = (value: number): number => 700 * (10 ** (value / 2595) - 1);

/** Triangular mel filters: pairs of a bin and its weight. */
function melFilters(size: number, sampleRate: number): [number, number][][] {
  const [low, high] = [mel(100), mel(Math.min(topHz, sampleRate / 2))];
  const edge = (i: number) => (hertz(low + ((high - low) * i) / (bands + 1)) * size) / sampleRate;
  return Array.from({ length: bands }, (_, i) => {
    const [from, middle, to] = [edge(i), edge(i + 1), edge(i + 2)];
    const weights: [number, number][] = [];
    for (let bin = Math.ceil(from); bin <= to; bin++)
      weights.push([bin, bin <= middle ? (bin - from) / (middle - from) : (to - bin) / (to - middle)]);
    return weights.length > 0 ? weights : [[Math.round(middle), 1]];
  });
}

/** Power by frequency: plain sums, each tone once. */
function spectrum(samples: Float32Array, at: number, window: Float64Array): Float64Array {
  const size = window.length;
  const bins = Math.ceil((topHz * size) / 16_000) + 40;
  const power = new Float64Array(Math.min(bins, size >> 1) + 1);
  const shaped = window.map((weight, i) => weight * (samples[at + i] ?? 0));
  const { cos, sin } = waves(size);
  for (let bin = 0; bin < power.length; bin++) {
    let [real, imaginary, phase] = [0, 0, 0];
    for (let i = 0; i < size; i++) {
      real += shaped[i]! * cos[phase]!;
      imaginary += shaped[i]! * sin[phase]!;
      phase += bin;
      if (phase >= size) phase -= size;
    }
    power[bin] = real * real + imaginary * imaginary;
  }
  return power;
}

const kept = new Map<number, { cos: Float64Array; sin: Float64Array }>();
function waves(size: number): { cos: Float64Array; sin: Float64Array } {
  let made = kept.get(size);
  if (!made) {
    made = {
      cos: Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size)),
      sin: Float64Array.from({ length: size }, (_, i) => Math.sin((2 * Math.PI * i) / size)),
    };
    kept.set(size, made);
  }
  return made;
}
