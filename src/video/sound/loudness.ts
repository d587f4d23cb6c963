import { applyFilter, type Biquad } from './filters.ts';

/** Integrated loudness of two channels in LUFS: ITU-R BS.1770, with both its gates. */
export function loudness(left: Float32Array, right: Float32Array, rate: number): number {
  const weigh = (signal: Float32Array) => applyFilter(applyFilter(signal, headShelf(rate)), lowCut(rate));
  const [l, r] = [weigh(left), weigh(right)];
  const hop = Math.round(rate / 10);
  const steps: number[] = [];
  for (let at = 0; at + hop <= l.length; at += hop) {
    let sum = 0;
    for (let i = at; i < at + hop; i++) sum += l[i]! ** 2 + r[i]! ** 2;
    steps.push(sum / hop);
  }
  const mean = (powers: readonly number[]) => powers.reduce((sum, p) => sum + p, 0) / powers.length;
  const blocks = steps.slice(3).map((_, i) => mean(steps.slice(i, i + 4)));
  const lufs = (power: number) => -0.691 + 10 * Math.log10(power);
  const audible = blocks.filter((power) => lufs(power) > -70);
  if (audible.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = lufs(mean(audible)) - 10;
  return lufs(mean(audible.filter((power) => lufs(power) > gate)));
}

/** The standard's first filter, which models the head, for any rate. */
function headShelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const n = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / n, (2 * (k * k - high)) / n, (high - (band * k) / q + k * k) / n],
    a: [(2 * (k * k - 1)) / n, (1 - k / q + k * k) / n],
  };
}

/** The standard's second filter, which removes barely audible low frequencies. */
function lowCut(rate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const n = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / n, (1 - k / q + k * k) / n] };
}
