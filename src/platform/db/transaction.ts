import { setTimeout as sleep } from 'node:timers/promises';
import type { IsolationLevel, Transaction } from 'kysely';
import pg from 'pg';
import { inSpan, type Span } from '../tracing/trace.ts';
import type { Tables } from './tables.ts';
import type { TransactionConnection } from './transaction-connection.ts';

/** Type-level proof that the holder is inside a transaction: writers require one. */
export type Tx = Transaction<Tables>;
export type Transact = <T>(
  work: (tx: Tx) => Promise<T | DeferredResult<T>>,
  options?: TransactionOptions,
) => Promise<T>;

declare const closing: unique symbol;
/**
 * Type-level proof that the transaction is at its end. Locking rows that many transactions share (accounts,
 * counters, budgets) requires one, so that no code can lock them midway and cause a deadlock.
 */
export type ClosingTx = Tx & { readonly [closing]: true };

/** A result that can be read only after the counters and accounts of its transaction are written. */
export class DeferredResult<T> {
  readonly #read: (tx: ClosingTx) => Promise<T>;

  constructor(read: (tx: ClosingTx) => Promise<T>) {
    this.#read = read;
  }

  read(tx: ClosingTx): Promise<T> {
    return this.#read(tx);
  }
}

/** Returned by a transaction's work: the result is read once AP has moved, still inside the transaction. */
export const deferResult = <T>(read: (tx: ClosingTx) => Promise<T>): DeferredResult<T> =>
  new DeferredResult(read);

/** Continues with a result, whether it is available now or only at the end. */
export const mapResult = <T, U>(
  given: T | DeferredResult<T>,
  next: (result: T) => Promise<U>,
): DeferredResult<U> =>
  deferResult(async (tx) => next(given instanceof DeferredResult ? await given.read(tx) : given));
interface TransactionOptions {
  isolation?: IsolationLevel;
}

const maxAttempts = 10;
const backoffMs = 4;
const serializationFailure = '40001';
const deadlockDetected = '40P01';

const hooks = new WeakMap<Tx, (() => void)[]>();

/** Runs after the commit, never after a rollback, and once however often the transaction was retried. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const registered = hooks.get(tx);
  if (!registered) throw new Error('afterCommit needs a transaction from transaction()');
  registered.push(hook);
}

/** The order in which a transaction locks shared rows at its end; the most contended rows come last. */
const stages = ['counters', 'accounts', 'events', 'budgets', 'stream'] as const;
type FinalStage = (typeof stages)[number];
type FinalWrite = (tx: ClosingTx) => Promise<void>;

class FinalWrites {
  readonly #writes = new Map<FinalStage, FinalWrite[]>(stages.map((stage) => [stage, []]));

  add(stage: FinalStage, write: FinalWrite): void {
    const open = this.#writes.get(stage);
    if (!open) throw new Error(`the transaction has already run its ${stage} writes`);
    open.push(write);
  }

  async run(stage: FinalStage, tx: ClosingTx): Promise<void> {
    const writes = this.#writes.get(stage) ?? [];
    this.#writes.delete(stage);
    for (const write of writes) await write(tx);
  }
}

const finalWrites = new WeakMap<Tx, FinalWrites>();

/**
 * Runs at the end of the transaction, inside it: its locks are the last ones taken, in the order of the
 * stages. If it fails, everything is rolled back.
 */
export function beforeCommit(tx: Tx, stage: FinalStage, write: FinalWrite): void {
  const registered = finalWrites.get(tx);
  if (!registered) throw new Error('beforeCommit needs a transaction from transaction()');
  registered.add(stage, write);
}

/** Thrown inside a transaction to run it again from the start: the state it was based on has changed. */
export class StaleStateRetry extends Error {}

const connections = new WeakMap<Tx, TransactionConnection>();

/**
 * Sends a write without waiting for its result: the next statement, or the commit, follows immediately. If it
 * fails, the transaction fails with its error. Not for a write whose failure must be handled before the next
 * statement is made.
 */
export function pipelineWrite(tx: Tx, statement: Promise<unknown>): void {
  const connection = connections.get(tx);
  if (!connection) throw new Error('pipelineWrite needs a transaction from transaction()');
  connection.ignoreResult(statement);
}

export function createTransact(
  open: (isolation: IsolationLevel) => Promise<TransactionConnection>,
  onHookError: (error: unknown) => void,
): Transact {
  return (work, options = {}) => inSpan('transaction', 'client', (span) => attempts(work, options, span));

  async function attempts<T>(
    work: (tx: Tx) => Promise<T | DeferredResult<T>>,
    options: TransactionOptions,
    span: Span | undefined,
  ): Promise<T> {
    span?.set('db.system.name', 'postgresql');
    for (let attempt = 1; ; attempt++) {
      span?.set('kith.attempts', attempt);
      try {
        const { result, registered } = await runOnce(work, await open(options.isolation ?? 'read committed'));
        runHooks(registered, onHookError);
        return result;
      } catch (error) {
        if (attempt >= maxAttempts || !isRetryable(error)) throw error;
        // Random pauses that grow, so that two colliding transactions do not collide again in step.
        await sleep(Math.random() * backoffMs * 2 ** attempt);
      }
    }
  }
}

async function runOnce<T>(
  work: (tx: Tx) => Promise<T | DeferredResult<T>>,
  connection: TransactionConnection,
) {
  const { tx } = connection;
  try {
    const registered: (() => void)[] = [];
    hooks.set(tx, registered);
    connections.set(tx, connection);
    const writes = new FinalWrites();
    finalWrites.set(tx, writes);
    const returned = await work(tx);
    const ending = tx as ClosingTx;
    await writes.run('counters', ending);
    await writes.run('accounts', ending);
    const result = returned instanceof DeferredResult ? await returned.read(ending) : returned;
    await writes.run('events', ending);
    // The city's budgets are locked only for the commit.
    await writes.run('budgets', ending);
    await writes.run('stream', ending);
    await connection.commit();
    return { result, registered };
  } catch (error) {
    throw await connection.rollback(error);
  }
}

/** A failing hook neither undoes the commit for the caller nor prevents the other hooks. */
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
  if (error instanceof StaleStateRetry) return true;
  return (
    error instanceof pg.DatabaseError &&
    (error.code === serializationFailure || error.code === deadlockDetected)
  );
}

/** Whether the error is a violation of the named unique index or check. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
