import type { TestContext } from 'node:test';
import pg from 'pg';

export interface WatchedTransaction {
  readonly statements: string[];
  /** How often the client waited for the server; pipelined statements add nothing. */
  roundTrips: number;
  command: string;
}

type Callback = (error: Error | null, result: pg.QueryResult) => void;

/**
 * Records every transaction on a database from now on, with its statements and round trips. Other apps of the process
 * have databases of their own.
 */
export function watchTransactions(t: TestContext, { database }: { database: string }): WatchedTransaction[] {
  const seen: WatchedTransaction[] = [];
  const open = new WeakMap<object, { transaction: WatchedTransaction; unanswered: number }>();
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const watched = function (this: pg.Client, config: { text: string }, ...rest: unknown[]): unknown {
    const answered = rest.at(-1);
    if (this.database !== database || typeof answered !== 'function')
      return original.call(this, config, ...rest);
    if (config.text.startsWith('start transaction')) {
      const transaction = { statements: [], roundTrips: 0, command: '' };
      seen.push(transaction);
      open.set(this, { transaction, unanswered: 0 });
    }
    const at = open.get(this);
    if (!at) return original.call(this, config, ...rest);
    const { transaction } = at;
    transaction.statements.push(config.text.replace(/\s+/g, ' ').trim());
    if (at.unanswered++ === 0) transaction.roundTrips++;
    const isLast = config.text === 'commit' || config.text === 'rollback';
    const callback: Callback = (error, result) => {
      at.unanswered--;
      if (isLast) {
        open.delete(this);
        transaction.command = error ? 'failed' : result.command;
      }
      (answered as Callback)(error, result);
    };
    return original.call(this, config, ...rest.slice(0, -1), callback);
  };
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query;
  t.after(() => {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  });
  return seen;
}
