/**
 * Cumulative histogram bucket: `count` observations up to a bound; the last bound may be infinite and counts
 * all.
 */
export interface Bucket {
  readonly upTo: number;
  readonly count: number;
}

/**
 * Estimates a quantile by linear interpolation within its bucket. Beyond the last finite bound, that bound is
 * returned.
 */
export function quantile(buckets: readonly Bucket[], share: number): number {
  const all = buckets.at(-1)?.count ?? 0;
  if (all === 0) return 0;
  const rank = share * all;
  const at = buckets.findIndex((bucket) => bucket.count >= rank);
  const before = buckets[at - 1] ?? { upTo: 0, count: 0 };
  const bucket = buckets[at];
  if (!bucket || !Number.isFinite(bucket.upTo)) return before.upTo;
  const inside = bucket.count - before.count;
  const part = inside > 0 ? (rank - before.count) / inside : 1;
  return before.upTo + (bucket.upTo - before.upTo) * Math.max(0, part);
}
