import type { Timed, Verdict } from './history.ts';
import { checkLinearizable, type Model } from './linearizable.ts';

/** A value, or null while there is none. */
type Value = string | null;

export interface RegisterOperation extends Timed {
  readonly key: string;
  /** The value to write; undefined for a read. */
  readonly write?: Value;
  /** Written only over this value (`if_hash`). */
  readonly over?: Value;
  /** What a read returned. */
  readonly read?: Value;
  /** The write was refused, because the value was another. */
  readonly refused?: boolean;
}

const isOver = (value: Value, { over }: RegisterOperation): boolean => over === undefined || over === value;

/** A state is wrapped, because undefined says that there is none. */
const register: Model<{ readonly value: Value }, RegisterOperation> = {
  initial: { value: null },
  step: (state, operation) => {
    if (operation.write === undefined) return operation.read === state.value ? state : undefined;
    if (operation.refused) return isOver(state.value, operation) ? undefined : state;
    return isOver(state.value, operation) ? { value: operation.write } : undefined;
  },
  attempt: (state, operation) =>
    operation.write !== undefined && isOver(state.value, operation) ? { value: operation.write } : state,
};

/** Registers are independent, so each key is checked by itself. */
export function checkRegisters(operations: readonly RegisterOperation[]): Verdict<RegisterOperation> {
  for (const ofKey of Map.groupBy(operations, ({ key }) => key).values()) {
    const verdict = checkLinearizable(register, ofKey);
    if (verdict) return verdict;
  }
  return undefined;
}
