import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { errorCode, messageOf } from '../error-fields.ts';
import { type ConnectionOptions, clientConfig, createPool, preparingPool } from './pool.ts';
import { SilentConnections } from './silent-connections.ts';

/** How long a read waits for the replica to catch up with the primary before the primary serves it. */
const catchUpMs = 100;
const pollMs = 5;
/** A replica that failed or fell behind is not used for this long. */
const pauseMs = 2_000;

interface ReplicaOptions {
  readonly connections: number;
  /** Called when it stops being used and when it is used again. */
  readonly onChange: (usable: boolean, reason: string) => void;
}

/** One replica: its connections, and how far it has replayed the primary's log. */
export class Replica {
  readonly #pool: pg.Pool;
  readonly #silent: SilentConnections;
  readonly #prepared: PostgresPool;
  readonly #onChange: ReplicaOptions['onChange'];
  #replayed = 0n;
  #reading: Promise<bigint> | undefined;
  #pausedUntil = 0;
  #isUsable = true;

  constructor(connection: ConnectionOptions, { connections, onChange }: ReplicaOptions) {
    this.#pool = createPool(connection, 'kith replica', connections, catchUpMs * 5);
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => void client.on('error', () => {}));
    this.#silent = new SilentConnections(clientConfig(connection), { knowsProcesses: true });
    this.#silent.watch(this.#pool);
    this.#prepared = preparingPool(this.#pool, this.#silent, undefined);
    this.#onChange = onChange;
  }

  get connect(): PostgresPool['connect'] {
    return this.#prepared.connect;
  }

  get isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  /** Waits until it has replayed the log up to a position; false if that takes too long. */
  async hasReached(place: bigint): Promise<boolean> {
    if (this.#replayed >= place) return true;
    try {
      for (const end = performance.now() + catchUpMs; performance.now() < end; await pause()) {
        this.#reading ??= this.#readReplayed();
        this.#replayed = await withTimeout(this.#reading, catchUpMs);
        if (this.#replayed >= place) {
          this.#change(true, 'it has caught up');
          return true;
        }
      }
      this.pause('it is behind the primary');
    } catch (error) {
      this.pause(error instanceof Error ? error.message : String(error));
    }
    return false;
  }

  pause(reason: string): void {
    this.#pausedUntil = performance.now() + pauseMs;
    // After a failover the new timeline's log starts lower: an old position would vouch for a replica that
    // lacks it.
    this.#replayed = 0n;
    this.#change(false, reason);
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => this.#silent.disconnectAll('the server is stopping'), catchUpMs * 5);
    await this.#pool.end().finally(() => clearTimeout(timer));
    this.#silent.stop();
  }

  /**
   * Concurrent callers share one query. A server that is no longer a standby has replayed nothing, so it is
   * not used.
   */
  async #readReplayed(): Promise<bigint> {
    try {
      const { rows } = await this.#pool.query<{ place: string | null }>(
        `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn END AS place`,
      );
      return BigInt(rows[0]?.place ?? 0);
    } finally {
      this.#reading = undefined;
    }
  }

  #change(usable: boolean, reason: string): void {
    if (usable === this.#isUsable) return;
    this.#isUsable = usable;
    this.#onChange(usable, reason);
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pollMs));

/** A silent peer must not delay a read that the primary can serve. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`it does not respond within ${ms} ms`)), ms);
  work.catch(() => {});
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
}

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
