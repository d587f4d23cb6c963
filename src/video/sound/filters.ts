/** The second-order filters of the "Audio EQ Cookbook", applied to a signal in place. */
export interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

export function highPass(rate: number, hz: number, q = Math.SQRT1_2): Biquad {
  const w = (2 * Math.PI * hz) / rate;
  const [cos, alpha] = [Math.cos(w), Math.sin(w) / (2 * q)];
  const n = 1 + alpha;
  return { b: [(1 + cos) / 2 / n, -(1 + cos) / n, (1 + cos) / 2 / n], a: [(-2 * cos) / n, (1 - alpha) / n] };
}

export function highShelf(rate: number, hz: number, db: number): Biquad {
  const a = 10 ** (db / 40);
  const w = (2 * Math.PI * hz) / rate;
  const [cos, alpha] = [Math.cos(w), Math.sin(w) / Math.SQRT2];
  const root = 2 * Math.sqrt(a) * alpha;
  const n = a + 1 - (a - 1) * cos + root;
  return {
    b: [
      (a * (a + 1 + (a - 1) * cos + root)) / n,
      (-2 * a * (a - 1 + (a + 1) * cos)) / n,
      (a * (a + 1 + (a - 1) * cos - root)) / n,
    ],
    a: [(2 * (a - 1 - (a + 1) * cos)) / n, (a + 1 - (a - 1) * cos - root) / n],
  };
}

export function applyFilter(signal: Float32Array, { b, a }: Biquad): Float32Array<ArrayBuffer> {
  const out = new Float32Array(signal.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < signal.length; i++) {
    const x = signal[i] ?? 0;
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    out[i] = y;
    [x2, x1, y2, y1] = [x1, x, y1, y];
  }
  return out;
}
