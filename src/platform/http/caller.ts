import type { Tx } from '../db/transaction.ts';

/** Common to all callers: the subject by which limits and idempotency keys are counted. */
export interface Caller {
  readonly subject: string;
}

/** A text of a request, and the field it came from. */
export interface WrittenText {
  readonly field: string;
  readonly text: string;
}

/** Screens the texts of a call before they are stored; throws a Refusal for prohibited ones. */
export type Screen = (
  caller: Caller | undefined,
  texts: readonly WrittenText[],
  call: string,
) => Promise<void>;

const actors = new WeakMap<Tx, Caller>();

/**
 * Records the caller of a transaction, so that rules about that caller's key apply wherever its effects are
 * made.
 */
export const setActor = (tx: Tx, caller: Caller): void => void actors.set(tx, caller);
export const actorOf = (tx: Tx): Caller | undefined => actors.get(tx);
