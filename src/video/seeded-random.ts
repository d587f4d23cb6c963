import { circularItem } from '../platform/circular-item.ts';

/** Pseudo-random numbers from a seed, so that a video can be reproduced frame by frame. */
export type RandomSource = () => number;

export function seededRandom(seed: number): RandomSource {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ 0x6d2b79f5) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pickRandom = <T>(from: readonly T[], random: RandomSource): T =>
  circularItem(from, Math.min(from.length - 1, Math.floor(random() * from.length)));
