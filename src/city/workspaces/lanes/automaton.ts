import { anything, type CodeSet, nameCharacter, slash } from './code-set.ts';

/** One piece of a pattern. */
export type Item =
  /** One character out of a set. */
  | { readonly kind: 'one'; readonly set: CodeSet }
  /** `*`: any run of characters within a name. */
  | { readonly kind: 'star' }
  /** `**` followed by a slash: any number of directories. */
  | { readonly kind: 'directories' }
  /** `**` at the end: everything below. */
  | { readonly kind: 'rest' }
  /** `{a,b}` */
  | { readonly kind: 'either'; readonly options: readonly (readonly Item[])[] };

export const accepting = 0;
/** The symbol of a state with epsilon transitions. */
export const readsNothing = -1;

/**
 * A pattern as a nondeterministic finite automaton. A state either reads one character of its symbol (a set
 * of the alphabet) and moves to `next`, or reads nothing and moves to both `next` and `other`; state 0
 * accepts. There are at most three states per character of the pattern.
 */
export interface Automaton {
  readonly start: number;
  readonly alphabet: readonly CodeSet[];
  readonly symbol: readonly number[];
  readonly next: readonly number[];
  readonly other: readonly number[];
}

export function automatonOf(items: readonly Item[]): Automaton {
  const alphabet: CodeSet[] = [];
  const known = new Map<string, number>();
  const symbol: number[] = [readsNothing];
  const next: number[] = [-1];
  const other: number[] = [-1];

  const state = (set: CodeSet | undefined, to: number, or = -1): number => {
    symbol.push(set ? symbolOf(set) : readsNothing);
    next.push(to);
    other.push(or);
    return symbol.length - 1;
  };
  /** Reads any run of characters in the set, then continues. */
  const run = (set: CodeSet, then: number): number => {
    const fork = state(undefined, -1, then);
    next[fork] = state(set, fork);
    return fork;
  };
  /** Built from the end to the start, so that each state's successor already exists. */
  const sequence = (list: readonly Item[], then: number): number =>
    list.reduceRight((after, item) => step(item, after), then);

  return { start: sequence(items, accepting), alphabet, symbol, next, other };

  function symbolOf(set: CodeSet): number {
    const key = set.join();
    const index = known.get(key) ?? alphabet.push(set) - 1;
    known.set(key, index);
    return index;
  }

  function step(item: Item, then: number): number {
    switch (item.kind) {
      case 'one':
        return state(item.set, then);
      case 'star':
        return run(nameCharacter, then);
      case 'rest':
        return run(anything, then);
      case 'directories': {
        const again = state(undefined, -1, then);
        next[again] = run(nameCharacter, state(slash, again));
        return again;
      }
      case 'either':
        return item.options
          .map((option) => sequence(option, then))
          .reduceRight((rest, first) => state(undefined, first, rest));
    }
  }
}
