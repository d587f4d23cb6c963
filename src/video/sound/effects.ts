import { seededRandom } from '../seeded-random.ts';
import { soundRate } from './mix.ts';

/** Visible events, in seconds of the video. */
export interface SoundEvents {
  readonly cuts: readonly number[];
  readonly entrances: readonly number[];
}

/** A whoosh when a scene changes, and a soft drop when something enters. */
export function effects({ cuts, entrances }: SoundEvents, samples: number, seed: number) {
  const left = new Float32Array(samples);
  const right = new Float32Array(samples);
  const random = seededRandom(seed ^ 0x51ed);
  const add = (
    at: number,
    seconds: number,
    pan: (share: number) => number,
    sample: (t: number) => number,
  ) => {
    const start = Math.round(at * soundRate);
    const count = Math.round(seconds * soundRate);
    for (let i = Math.max(0, -start); i < count && start + i < samples; i++) {
      const p = pan(i / count);
      const value = sample(i / soundRate);
      const o = start + i;
      left[o] = (left[o] ?? 0) + value * Math.cos(((p + 1) * Math.PI) / 4);
      right[o] = (right[o] ?? 0) + value * Math.sin(((p + 1) * Math.PI) / 4);
    }
  };
  for (const cut of cuts) {
    const way = random() < 0.5 ? 1 : -1;
    const duration_s = 0.62;
    let [low, band] = [0, 0];
    add(
      cut - 0.3,
      duration_s,
      (share) => way * (share * 1.4 - 0.7),
      (t) => {
        const share = t / duration_s;
        const f = 2 * Math.sin((Math.PI * (400 + 2600 * Math.sin(share * Math.PI))) / soundRate);
        const high = random() * 2 - 1 - low - 0.7 * band;
        band += f * high;
        low += f * band;
        return band * Math.sin(share * Math.PI) ** 2 * 0.16;
      },
    );
  }
  for (const at of entrances) {
    const from = 520 + 240 * random();
    let phase = 0;
    const side = (random() - 0.5) * 0.6;
    add(
      at + 0.04,
      0.14,
      () => side,
      (t) => {
        phase += (from * (1 + 1.1 * Math.exp(-t * 60))) / soundRate;
        return Math.sin(2 * Math.PI * phase) * Math.exp(-t * 34) * Math.min(1, t / 0.002) * 0.14;
      },
    );
  }
  return { left, right };
}
