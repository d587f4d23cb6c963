import { setTimeout as sleep } from 'node:timers/promises';
import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** Proof, by type, that the holder is inside a transaction: writers ask for one. */
export type Tx = Transaction<Tables>;
export type Transact = <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>;
interface TransactionOptions {
  isolation?: IsolationLevel;
}

const maxAttempts = 10;
const backoffMs = 4;
const serializationFailure = '40001';
const deadlockDetected = '40P01';

const hooks = new WeakMap<Tx, (() => void)[]>();

/** Runs after the commit, never after a rollback, once however often the transaction was retried. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const registered = hooks.get(tx);
  if (!registered) throw new Error('afterCommit needs the transaction that transaction() gave');
  registered.push(hook);
}

interface FinalWrite {
  readonly write: () => Promise<void>;
  readonly isLast: boolean;
}

const finalWrites = new WeakMap<Tx, FinalWrite[]>();

/**
 * Runs at the end of the transaction, inside it: its locks are the last ones taken. If it fails, everything is rolled back.
 * Those with `isLast` run after all others, so that rows which many transactions share are locked for the shortest time
 * and always in one order.
 */
export function beforeCommit(tx: Tx, write: () => Promise<void>, { isLast = false } = {}): void {
  const registered = finalWrites.get(tx);
  if (!registered) throw new Error('beforeCommit needs the transaction that transaction() gave');
  registered.push({ write, isLast });
}

/** Thrown inside a transaction to run it again from the start: what it was decided on has changed. */
export class DecidedOnOldState extends Error {}

export function transactionsOn(kysely: Kysely<Tables>, onHookError: (error: unknown) => void): Transact {
  return async (work, options = {}) => {
    for (let attempt = 1; ; attempt++) {
      let registered: (() => void)[] = [];
      try {
        const result = await kysely
          .transaction()
          .setAccessMode('read write')
          .setIsolationLevel(options.isolation ?? 'read committed')
          .execute(async (tx) => {
            registered = [];
            hooks.set(tx, registered);
            const writes: FinalWrite[] = [];
            finalWrites.set(tx, writes);
            const worked = await work(tx);
            for (const { write } of writes.filter(({ isLast }) => !isLast)) await write();
            for (const { write } of writes.filter(({ isLast }) => isLast)) await write();
            return worked;
          });
        runHooks(registered, onHookError);
        return result;
      } catch (error) {
        if (attempt >= maxAttempts || !isRetryable(error)) throw error;
        // Random pauses that grow: two rivals that collided once must not meet again in step.
        await sleep(Math.random() * backoffMs * 2 ** attempt);
      }
    }
  };
}

/** A hook that fails neither undoes the commit in the caller's eyes nor keeps the other hooks. */
function runHooks(registered: (() => void)[], onHookError: (error: unknown) => void): void {
  for (const hook of registered) {
    try {
      hook();
    } catch (error) {
      onHookError(error);
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (error instanceof DecidedOnOldState) return true;
  return (
    error instanceof pg.DatabaseError &&
    (error.code === serializationFailure || error.code === deadlockDetected)
  );
}

/** Whether the error is a row refused by the named unique index or check. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
