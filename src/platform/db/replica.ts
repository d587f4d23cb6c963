import type { PostgresPool } from 'kysely';
import type pg from 'pg';
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
