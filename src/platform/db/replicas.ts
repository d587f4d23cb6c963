import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { errorCode, messageOf } from '../error-fields.ts';
import type { Replica } from './replica.ts';

/** The replica for the reads of the current call; undefined for the primary. */
const currentReplica = new AsyncLocalStorage<Replica | undefined>();

/**
 * Runs reads that serve several callers or fill a cache on the primary: they must be newer than the calls
 * they serve.
 */
export const runOnPrimary = <T>(work: () => Promise<T>): Promise<T> => currentReplica.run(undefined, work);

/** Pages read after the response has started keep using the replica chosen for the call. */
export async function* withCurrentReplica<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const inContext = AsyncLocalStorage.snapshot();
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await inContext(() => iterator.next());
    if (done) return;
    yield value;
  }
}

/** A pool that connects to the current call's replica, if one is chosen. */
export function routingPool(primary: PostgresPool): PostgresPool {
  return { ...primary, connect: () => (currentReplica.getStore() ?? primary).connect() };
}

/** Whether the error comes from the replica; any other is the result of the work itself. */
function isDatabaseError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return true;
  return (
    /^E[A-Z]+$/.test(errorCode(error) ?? '') ||
    /^Connection terminated|timeout exceeded/.test(messageOf(error))
  );
}

/**
 * Sends reads to replicas without ever showing an older state: a replica is used only once it has replayed
 * the log as far as the primary had written it when the call started. So every caller reads its own writes,
 * whichever process made them. A replica that is unavailable or behind is skipped for a while, and the
 * primary serves the read.
 */
export class Replicas {
  readonly #replicas: readonly Replica[];
  readonly #primary: pg.Pool;
  #turn = 0;
  #asking: Promise<bigint> | undefined;
  #next: Promise<bigint> | undefined;

  constructor(replicas: readonly Replica[], primary: pg.Pool) {
    this.#replicas = replicas;
    this.#primary = primary;
  }

  /** Runs read-only work, on a replica if one is up to date. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    const replica = this.#nextReplica();
    if (!replica || !(await replica.hasReached(await this.#lastWritten()))) return work();
    try {
      return await currentReplica.run(replica, work);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      // A recovery conflict or a broken connection: a read can be repeated.
      replica.pause(error instanceof Error ? error.message : String(error));
      return work();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  #nextReplica(): Replica | undefined {
    for (let tries = 0; tries < this.#replicas.length; tries++) {
      const replica = this.#replicas[this.#turn++ % this.#replicas.length];
      if (!replica?.isPaused) return replica;
    }
    return undefined;
  }

  /**
   * How far the primary's log is durable, by a query that starts after this call; concurrent callers share
   * one query.
   */
  #lastWritten(): Promise<bigint> {
    if (!this.#asking) {
      this.#asking = this.#ask().finally(() => {
        this.#asking = undefined;
      });
      return this.#asking;
    }
    this.#next ??= this.#asking
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#lastWritten();
      });
    return this.#next;
  }

  async #ask(): Promise<bigint> {
    const { rows } = await this.#primary.query<{ place: string }>(
      `SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn AS place`,
    );
    return BigInt(rows[0]?.place ?? 0);
  }
}
