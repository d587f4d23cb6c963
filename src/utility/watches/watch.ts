import { batchedRead } from '../../platform/db/batched-read.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { ChainKey } from '../chains/chain.ts';
import type { WatchState, WatchStatus } from './judge.ts';
import type { KindName, WatchTarget } from './kinds/kind.ts';

/** A stored watch. */
export type Watch = Awaited<ReturnType<typeof findWatch>> & object;

export const findWatch = (read: Reader, id: string) =>
  selectWatches(read).where('id', '=', id).executeTakeFirst();

/** Batches concurrent lookups into one query. */
export const watchFinder = (read: Reader): ((id: string) => Promise<Watch | undefined>) =>
  batchedRead(async (ids: string[]) => {
    const rows = await selectWatches(read)
      .where((where) => where('id', '=', where.fn.any(where.val(ids))))
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  });

/** Locks the watch until the transaction ends. */
export const lockWatch = (tx: Tx, id: string) =>
  selectWatches(tx).where('id', '=', id).forUpdate().executeTakeFirst();

const selectWatches = (read: Reader) => read.selectFrom('watch').selectAll();

/** Finds the caller's own watch; another owner's is reported as not found. */
export async function requireOwnWatch(tx: Tx, id: string, owner: string): Promise<Watch> {
  return requireWatchOwner(await lockWatch(tx, id), id, owner);
}

export function requireWatchOwner(watch: Watch | undefined, id: string, owner: string): Watch {
  if (watch?.owner === owner) return watch;
  throw notFound(`you have no watch ${id}`, 'GET /watch lists your watches.');
}

export const kindOf = (watch: Watch): KindName => watch.kind as KindName;

export const targetOf = (watch: Watch): WatchTarget => ({
  target: watch.target,
  chain: watch.chain as ChainKey | null,
  options: watch.options,
});

export const stateOf = (watch: Watch): WatchState => ({
  status: watch.status as WatchStatus,
  current: watch.current,
  suspect: watch.suspect,
  noise: watch.noise,
  failures: watch.failures,
  lastError: watch.last_error,
});
