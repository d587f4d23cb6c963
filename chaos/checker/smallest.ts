import type { IsPossible, Verdict } from './history.ts';

/** Time after which the best set found is returned. */
const maxMs = 5_000;

/**
 * The smallest set of operations that is impossible by itself (if it is found in time; otherwise one of which each is
 * needed), or undefined if all of them together are possible.
 * `isPossible` must be monotonic: what is possible stays possible when less is kept.
 *
 * Every impossible set shares an operation with each set whose removal makes the history possible. The smallest set
 * that hits all such sets found so far is therefore a lower bound, and the answer once it is impossible.
 */
export function smallestImpossible<O>(all: readonly O[], isPossible: IsPossible<O>): Verdict<O> {
  if (isPossible(new Set(all))) return undefined;
  const best = narrow(all, isPossible);
  const corrections: (readonly O[])[] = [];
  for (const end = performance.now() + maxMs; performance.now() < end; ) {
    const hit = smallestHit(corrections, best.length - 1);
    if (!hit) return best;
    if (!isPossible(new Set(hit))) return hit;
    corrections.push(correctionBeyond(hit, all, best, isPossible));
  }
  return best;
}

/** Removes operations, in halves first, until each that is left is needed. */
function narrow<O>(all: readonly O[], isPossible: IsPossible<O>): O[] {
  const needed = (base: readonly O[], isChanged: boolean, rest: readonly O[]): O[] => {
    if (isChanged && !isPossible(new Set(base))) return [];
    if (rest.length === 1) return [...rest];
    const [front, back] = [rest.slice(0, rest.length >> 1), rest.slice(rest.length >> 1)];
    const fromBack = needed([...base, ...front], true, back);
    return [...needed([...base, ...fromBack], fromBack.length > 0, front), ...fromBack];
  };
  return needed([], true, all);
}

/** Operations whose removal makes the history possible; `hit` is not among them. */
function correctionBeyond<O>(
  hit: readonly O[],
  all: readonly O[],
  best: readonly O[],
  isPossible: IsPossible<O>,
): O[] {
  const kept = new Set(hit);
  const removed: O[] = [];
  const add = (operations: readonly O[]): void => {
    const added = operations.filter((each) => !kept.has(each));
    if (added.length === 0) return;
    for (const each of added) kept.add(each);
    if (isPossible(kept)) return;
    for (const each of added) kept.delete(each);
    if (added.length === 1) removed.push(...added);
    else for (const half of [added.slice(0, added.length >> 1), added.slice(added.length >> 1)]) add(half);
  };
  // What the best set does not need goes first, so that few operations are removed, and of the best set.
  add(all.filter((each) => !best.includes(each)));
  add(best);
  return removed;
}

/** A smallest set of at most `most` operations that shares one with every set. */
function smallestHit<O>(sets: readonly (readonly O[])[], most: number): O[] | undefined {
  const within = (chosen: readonly O[], left: number): O[] | undefined => {
    const missed = sets.find((set) => !set.some((each) => chosen.includes(each)));
    if (!missed) return [...chosen];
    if (left === 0) return undefined;
    for (const each of missed) {
      const found = within([...chosen, each], left - 1);
      if (found) return found;
    }
    return undefined;
  };
  for (let size = 0; size <= most; size++) {
    const found = within([], size);
    if (found) return found;
  }
  return undefined;
}
