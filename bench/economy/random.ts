/** Repeatable random numbers (mulberry32): runs with and without an attacker make the same honest choices. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (probability: number): boolean => next() < probability,
    below: (limit: number): number => Math.floor(next() * limit),
    between: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
  };
}

export type Random = ReturnType<typeof randomFrom>;
