import type { Tx } from '../db/transaction.ts';
import type { Caller } from './caller.ts';

const actors = new WeakMap<Tx, Caller>();

/**
 * Records the caller of a transaction, so that rules about that caller's key apply wherever its effects are
 * made.
 */
export const setActor = (tx: Tx, caller: Caller): void => void actors.set(tx, caller);
export const actorOf = (tx: Tx): Caller | undefined => actors.get(tx);
