/** The item at a position of a list that repeats without end in both directions. */
export function circularItem<T>(items: readonly T[], at: number): T {
  const item = items[((at % items.length) + items.length) % items.length];
  if (item === undefined) throw new RangeError('an empty list has no item to repeat');
  return item;
}
