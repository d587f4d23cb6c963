import { filtered, highPass, highShelf } from './filters.ts';

/** How loud two channels are as a whole, in LUFS: ITU-R BS.1770, with both its gates. */
export function loudness(left: Float32Array, right: Float32Array, rate: number): number {
  const weigh = (signal: Float32Array) =>
    filtered(filtered(signal, highShelf(rate, 1681.97, 4)), highPass(rate, 38.135, 0.5003));
  const [l, r] = [weigh(left), weigh(right)];
  const hop = Math.round(rate / 10);
  const steps: number[] = [];
  for (let at = 0; at + hop <= l.length; at += hop) {
    let sum = 0;
    for (let i = at; i < at + hop; i++) sum += l[i]! ** 2 + r[i]! ** 2;
    steps.push(sum / hop);
  }
  const blocks = steps.slice(3).map((_, i) => (steps[i]! + steps[i + 1]! + steps[i + 2]! + steps[i + 3]!) / 4);
  const lufs = (power: number) => -0.691 + 10 * Math.log10(power);
  const mean = (powers: readonly number[]) => powers.reduce((sum, p) => sum + p, 0) / powers.length;
  const audible = blocks.filter((power) => lufs(power) > -70);
  if (audible.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = lufs(mean(audible)) - 10;
  return lufs(mean(audible.filter((power) => lufs(power) > gate)));
}
