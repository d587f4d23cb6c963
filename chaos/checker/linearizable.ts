import type { Timed, Verdict } from './history.ts';
import { smallestImpossible } from './smallest.ts';

/** What a correct service does, one operation at a time. States are compared by their JSON. */
export interface Model<S, O> {
  readonly initial: S;
  /** The next state; undefined if the operation cannot have been answered so in this state. */
  step(state: S, operation: O): S | undefined;
  /** The next state if the answer is not known. */
  attempt(state: S, operation: O): S;
}

/**
 * A Wing–Gong search: each operation takes effect at one moment between its call and its answer. An operation without
 * an answer takes effect once or never. Returns the smallest set of operations for which there are no such moments; of
 * the operations outside of it nothing is assumed but that they were sent, at whatever time and however often.
 */
export function checkLinearizable<S, O extends Timed>(
  model: Model<S, O>,
  operations: readonly O[],
): Verdict<O> {
  return smallestImpossible(operations, (kept) => canExplain(model, operations, kept));
}

interface Node<S> {
  readonly state: S;
  readonly done: bigint;
}

function canExplain<S, O extends Timed>(
  model: Model<S, O>,
  all: readonly O[],
  kept: ReadonlySet<O>,
): boolean {
  const operations = all.filter((each) => kept.has(each)).sort((one, other) => one.called - other.called);
  const free = all.filter((each) => !kept.has(each));
  const isKnown = operations.map(({ answered }) => answered !== Number.POSITIVE_INFINITY);
  const target = isKnown.reduce((mask, known, n) => (known ? mask | (1n << BigInt(n)) : mask), 0n);
  const seen = new Set<string>();
  const open: Node<S>[] = [];
  const visit = (state: S, done: bigint) => {
    const key = `${done.toString(36)} ${JSON.stringify(state)}`;
    if (seen.has(key)) return;
    seen.add(key);
    open.push({ state, done });
  };
  visit(model.initial, 0n);
  for (let node = open.pop(); node; node = open.pop()) {
    const { state, done } = node;
    if ((done & target) === target) return true;
    for (const each of free) visit(model.attempt(state, each), done);
    let firstAnswer = Number.POSITIVE_INFINITY;
    for (const [n, { answered }] of operations.entries())
      if ((done & (1n << BigInt(n))) === 0n) firstAnswer = Math.min(firstAnswer, answered);
    for (const [n, operation] of operations.entries()) {
      if (operation.called > firstAnswer) break;
      const bit = 1n << BigInt(n);
      if ((done & bit) !== 0n) continue;
      const next = isKnown[n] ? model.step(state, operation) : model.attempt(state, operation);
      // An unanswered operation that changes nothing may as well never have happened.
      const isIdle = !isKnown[n] && JSON.stringify(next) === JSON.stringify(state);
      if (next !== undefined && !isIdle) visit(next, done | bit);
    }
  }
  return false;
}
