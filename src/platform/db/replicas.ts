import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Replica } from './replica.ts';

/** The replica that the reads of this call go to; none for the primary. */
const chosen = new AsyncLocalStorage<Replica | undefined>();

/** Runs reads for several callers, or reads that fill a cache, on the primary: they must be newer than whoever began them. */
export const onPrimary = <T>(work: () => Promise<T>): Promise<T> => chosen.run(undefined, work);

/** Pages that are read after the call was answered go to the replica that was chosen for it. */
export async function* keepingReplica<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const inContext = AsyncLocalStorage.snapshot();
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await inContext(() => iterator.next());
    if (done) return;
    yield value;
  }
}

/** A pool that takes connections to the replica of the call, where one is chosen. */
export function routed(primary: PostgresPool): PostgresPool {
  return { ...primary, connect: () => (chosen.getStore() ?? primary).connect() };
}

/** What a replica can fail with; anything else is the answer of the work itself. */
function isOfDatabase(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return true;
  const { code, message = '' } = error as NodeJS.ErrnoException;
  return /^E[A-Z]+$/.test(code ?? '') || /^Connection terminated|timeout exceeded/.test(message);
}

/**
 * Lets reads go to replicas without showing anybody an older state: a replica answers only once it has replayed the log
 * as far as the primary had written it when the call began. So everybody reads their own writes, whichever process took
 * them. A replica that is away or behind is left alone for a while, and the primary answers.
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

  /** Runs work that only reads, on a replica if one is up to date. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    const replica = this.#pick();
    if (!replica || !(await replica.hasReached(await this.#written()))) return work();
    try {
      return await chosen.run(replica, work);
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      // A conflict with recovery, or a connection that broke: a read can be made again.
      replica.rest(error instanceof Error ? error.message : String(error));
      return work();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  #pick(): Replica | undefined {
    for (let tries = 0; tries < this.#replicas.length; tries++) {
      const replica = this.#replicas[this.#turn++ % this.#replicas.length];
      if (!replica?.rests) return replica;
    }
    return undefined;
  }

  /** How far the primary's log is durable, by a question that starts after this call: one question serves all who wait. */
  #written(): Promise<bigint> {
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
        return this.#written();
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
