/** Easing functions map a share of time, 0 to 1, to a share of the way. */
export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));
export const interpolate = (a: number, b: number, share: number): number => a + (b - a) * share;

export const easeOut = (x: number): number => 1 - (1 - clamp(x)) ** 3;
export const easeInOut = (x: number): number => {
  const t = clamp(x);
  return t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2;
};
/** Starts at full speed and settles very softly. */
export const easeOutLong = (x: number): number => (x >= 1 ? 1 : 1 - 2 ** (-10 * clamp(x)));
/** Overshoots slightly and comes back; `by` controls how far. */
export const overshoot = (x: number, by = 1.7): number => {
  const t = clamp(x) - 1;
  return 1 + (by + 1) * t ** 3 + by * t ** 2;
};
/** A weight on a spring, released at 0 and resting at 1. */
export const spring = (x: number): number =>
  x <= 0 ? 0 : x >= 1 ? 1 : 1 - Math.exp(-6.2 * x) * Math.cos(9.5 * x) * (1 - x);
