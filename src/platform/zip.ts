/** Pairs two lists item by item, up to the end of the shorter one. */
export function zip<A, B>(left: readonly A[], right: readonly B[]): [A, B][] {
  const rest = right.values();
  const pairs: [A, B][] = [];
  for (const item of left) {
    const next = rest.next();
    if (next.done) break;
    pairs.push([item, next.value]);
  }
  return pairs;
}
