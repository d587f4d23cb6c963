/** The item at an index that wraps around at both ends of the list. */
export function circularItem<T>(items: readonly T[], at: number): T {
  const item = items[((at % items.length) + items.length) % items.length];
  if (item === undefined) throw new RangeError('an empty list has no item to repeat');
  return item;
}
