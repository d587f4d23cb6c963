import type { Tape } from './instruments.ts';

/** Adds reverb: an echo that alternates between the sides, and a hall (after Freeverb). */
export function addRoom(tape: Tape, echo_s: number): void {
  const { rate, left, right, sendLeft, sendRight, pump } = tape;
  const length = Math.max(1, Math.round(echo_s * rate));
  const [echoLeft, echoRight] = [new Float32Array(length), new Float32Array(length)];
  const [hallLeft, hallRight] = [new Hall(rate, 0), new Hall(rate, 23)];
  let at = 0;
  for (let i = 0; i < left.length; i++) {
    const [l, r] = [echoLeft[at] ?? 0, echoRight[at] ?? 0];
    const [sentLeft, sentRight, ducked] = [sendLeft[i] ?? 0, sendRight[i] ?? 0, pump[i] ?? 1];
    echoLeft[at] = sentLeft * 0.55 + r * 0.36;
    echoRight[at] = sentRight * 0.55 + l * 0.36;
    if (++at >= length) at = 0;
    const into = ((sentLeft + sentRight) * 0.5 + (l + r) * 0.25) * 0.055;
    left[i] = ((left[i] ?? 0) + l * 0.45) * ducked + hallLeft.next(into);
    right[i] = ((right[i] ?? 0) + r * 0.45) * ducked + hallRight.next(into);
  }
}

class Hall {
  readonly #combs: { readonly line: Float32Array; at: number; low: number }[];
  readonly #passes: { readonly line: Float32Array; at: number }[];

  constructor(rate: number, spread: number) {
    const long = (n: number) => new Float32Array(Math.round((n * rate) / 44_100) + spread);
    this.#combs = [1116, 1188, 1277, 1356, 1422, 1491].map((n) => ({ line: long(n), at: 0, low: 0 }));
    this.#passes = [556, 441, 341].map((n) => ({ line: long(n), at: 0 }));
  }

  next(into: number): number {
    let out = 0;
    for (const comb of this.#combs) {
      const value = comb.line[comb.at] ?? 0;
      comb.low = value * 0.72 + comb.low * 0.28;
      comb.line[comb.at] = into + comb.low * 0.83;
      if (++comb.at >= comb.line.length) comb.at = 0;
      out += value;
    }
    for (const pass of this.#passes) {
      const value = pass.line[pass.at] ?? 0;
      const through = value - out;
      pass.line[pass.at] = out + value * 0.5;
      if (++pass.at >= pass.line.length) pass.at = 0;
      out = through;
    }
    return out;
  }
}
