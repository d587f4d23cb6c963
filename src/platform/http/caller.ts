import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/transaction.ts';

/** Common to all callers: the subject by which limits and idempotency keys are counted. */
export interface Caller {
  readonly subject: string;
  /** Its public name, if it has one. */
  readonly screenName?: string | undefined;
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

const callers = new WeakMap<FastifyRequest, Caller>();

/** Records who makes a request, for the log. */
export const setCaller = (request: FastifyRequest, caller: Caller): void => void callers.set(request, caller);
export const callerOf = (request: FastifyRequest): Caller | undefined => callers.get(request);

const actors = new WeakMap<Tx, Caller>();

/**
 * Records the caller of a transaction, so that rules about that caller's key apply wherever its effects are
 * made.
 */
export const setActor = (tx: Tx, caller: Caller): void => void actors.set(tx, caller);
export const actorOf = (tx: Tx): Caller | undefined => actors.get(tx);
