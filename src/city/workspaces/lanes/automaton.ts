import { anyCharacter, type CodeSet, nameCharacter, slash } from './code-set.ts';

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

export const acceptState = 0;
/** The symbol of a state with epsilon transitions. */
export const epsilon = -1;

/**
 * A pattern as a nondeterministic finite automaton. A state either reads one character of its symbol (a set
 * of the alphabet) and moves to `next`, or reads nothing and moves to both `next` and `other`; state 0
 * accepts. There are at most three states per character of the pattern.
 */
export interface Automaton {
  readonly start: number;
  readonly alphabet: readonly CodeSet[];
  readonly states: readonly State[];
}

interface State {
  /** Index in the alphabet, or `readsNothing`. */
  readonly symbol: number;
  readonly next: number;
  readonly other: number;
}

export function buildAutomaton(items: readonly Item[]): Automaton {
  const alphabet: CodeSet[] = [];
  const known = new Map<string, number>();
  const states: State[] = [{ symbol: epsilon, next: -1, other: -1 }];

  const read = (set: CodeSet, next: number): number =>
    states.push({ symbol: symbolOf(set), next, other: -1 }) - 1;
  const fork = (next: number, other: number): number => states.push({ symbol: epsilon, next, other }) - 1;
  /** Repeats what `body` builds any number of times, then continues; the body leads back to the given state. */
  const loop = (body: (loopState: number) => number, then: number): number => {
    const loopState = fork(-1, then);
    states[loopState] = { symbol: epsilon, next: body(loopState), other: then };
    return loopState;
  };
  /** Reads any run of characters in the set, then continues. */
  const run = (set: CodeSet, then: number): number => loop((loopState) => read(set, loopState), then);
  /** Built from the end to the start, so that each state's successor already exists. */
  const sequence = (list: readonly Item[], then: number): number =>
    list.reduceRight((after, item) => step(item, after), then);

  return { start: sequence(items, acceptState), alphabet, states };

  function symbolOf(set: CodeSet): number {
    const key = set.join();
    const index = known.get(key) ?? alphabet.push(set) - 1;
    known.set(key, index);
    return index;
  }

  function step(item: Item, then: number): number {
    switch (item.kind) {
      case 'one':
        return read(item.set, then);
      case 'star':
        return run(nameCharacter, then);
      case 'rest':
        return run(anyCharacter, then);
      case 'directories':
        return loop((loopState) => run(nameCharacter, read(slash, loopState)), then);
      case 'either':
        return item.options
          .map((option) => sequence(option, then))
          .reduceRight((rest, first) => fork(first, rest));
    }
  }
}
