import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  DummyDriver,
  type IsolationLevel,
  type QueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import pg from 'pg';
import type { PoolConnection } from './pool.ts';
import type { Tables } from './tables.ts';

type Tx = Transaction<Tables>;

interface QueryLanguage {
  readonly dialect: Dialect;
  readonly compiler: QueryCompiler;
  readonly adapter: DialectAdapter;
}

/** The query compiler and adapter of a dialect, shared by all transactions. */
export const createLanguage = (dialect: Dialect): QueryLanguage => ({
  dialect,
  compiler: dialect.createQueryCompiler(),
  adapter: dialect.createAdapter(),
});

/**
 * The server's errors for statements after a failed one: it skips them, including those that would have
 * prepared a statement used again later.
 */
const skippedCodes = ['25P02', '26000'];

/**
 * One transaction on one connection. Statements are pipelined, and the server responds in order: a statement
 * that does not depend on the previous result shares its round trip. BEGIN goes out with the first statement,
 * COMMIT with the last ones. Outside a transaction the connection cannot write, so if BEGIN fails, nothing
 * after it takes effect.
 */
export class TransactionConnection {
  readonly tx: Tx;
  readonly #connection: PoolConnection;
  readonly #begin: string;
  /** Statements whose results are not awaited before the end. */
  readonly #unread: Promise<unknown>[] = [];
  #begun: Promise<unknown> | undefined;
  #failed: { readonly error: unknown } | undefined;
  #state: 'open' | 'committing' | 'over' = 'open';

  constructor(
    connection: PoolConnection,
    { dialect, compiler, adapter }: QueryLanguage,
    isolation: IsolationLevel,
  ) {
    this.#connection = connection;
    this.#begin = `start transaction isolation level ${isolation} read write`;
    const executor = new StatementExecutor(this, compiler, adapter);
    this.tx = new Transaction<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#state !== 'open') throw new Error('the transaction has ended');
    const isFirst = this.#begun === undefined;
    this.#begun ??= this.#send(this.#begin, []);
    const result = this.#send(sql, parameters);
    try {
      if (isFirst) await Promise.all([this.#begun, result]);
      return toQueryResult(await result);
    } catch (error) {
      // Its own stack is the socket's; this one leads to the code that made the statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      // The failed statement's own caller must see the error first, so that the work throws the cause.
      if (this.#isSkipped(error)) await new Promise(setImmediate);
      throw error;
    }
  }

  /** Registers a sent statement whose result is not needed; if it fails, the transaction fails. */
  ignoreResult(statement: Promise<unknown>): void {
    statement.catch(() => {});
    this.#unread.push(statement);
  }

  /** Throws the cause if the server rolled back instead. */
  async commit(): Promise<void> {
    this.#state = 'committing';
    if (!this.#begun) return this.#end();
    // A statement that could not be sent leaves the server's transaction intact: it must not be committed
    // without it.
    if (this.#failed) throw this.#failed.error;
    const committed = this.#send('commit', []);
    const [outcome] = await Promise.allSettled([committed, ...this.#unread]);
    if (outcome.status === 'rejected') throw outcome.reason;
    this.#state = 'over';
    if (outcome.value.command !== 'COMMIT')
      throw this.#firstError() ?? new Error('the server rolled the transaction back');
    this.#end();
  }

  /** Rolls back and returns the original error: later ones only mean that the server skipped a statement. */
  async rollback(error: unknown): Promise<unknown> {
    const isOver = this.#state === 'over' || !this.#begun;
    this.#state = 'over';
    const undone = isOver ? undefined : this.#send('rollback', []);
    const outcomes = await Promise.allSettled([undone, ...this.#unread]);
    this.#connection.release(outcomes[0].status === 'rejected');
    const failures = outcomes.slice(1).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    return [...failures, error].find((each) => !this.#isSkipped(each)) ?? this.#firstError() ?? error;
  }

  #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    return this.#connection.query(text, values, (error) => {
      this.#failed ??= { error };
    });
  }

  /** Whether the statement failed only because an earlier one of the transaction had. */
  #isSkipped(error: unknown): boolean {
    if (!this.#failed || error === this.#failed.error) return false;
    return error instanceof pg.DatabaseError && skippedCodes.includes(error.code ?? '');
  }

  #firstError(): unknown {
    return this.#failed?.error;
  }

  #end(): void {
    this.#state = 'over';
    this.#connection.release(false);
  }
}

function toQueryResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
  return changes ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows: rows ?? [] };
}

/** Sends statements as they are made, without waiting for the previous one. */
class StatementExecutor extends DefaultQueryExecutor {
  readonly #connection: TransactionConnection;

  constructor(connection: TransactionConnection, compiler: QueryCompiler, adapter: DialectAdapter) {
    super(compiler, adapter, {
      provideConnection: () =>
        Promise.reject(new Error('a transaction has one connection, and it is in use')),
    });
    this.#connection = connection;
  }

  override executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery(compiled);
  }
}
