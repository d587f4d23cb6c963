import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { DataDirInUse } from './errors.ts';
import { shutDown } from './postmaster.ts';
import { lockServer, type ServerLock } from './server-lock.ts';

export type SupervisorLog = (event: string, details: object) => void;

const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 5_000;
/** A server that ran this long did not fail at startup. */
const STABLE_MS = 60_000;

/**
 * Keeps a claimed server running. It only watches the owner's connection, which ends when the server crashes,
 * is killed or restarts itself, whether this process started the server or adopted it.
 */
export class Supervisor {
  readonly #cluster: Cluster;
  readonly #log: SupervisorLog;
  readonly #onLost: (error: DataDirInUse) => void;
  readonly #stopSignal = new AbortController();
  readonly #watching: Promise<void>;
  #lock: ServerLock | undefined;
  #stopping: Promise<void> | undefined;

  constructor(cluster: Cluster, lock: ServerLock, log: SupervisorLog, onLost: (error: DataDirInUse) => void) {
    this.#cluster = cluster;
    this.#lock = lock;
    this.#log = log;
    this.#onLost = onLost;
    this.#watching = this.#watch();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#stopSignal.abort();
    await this.#watching;
    if (this.#lock === undefined) return;
    // The lock is held until the server refuses connections, so that no process can take over a server about
    // to exit.
    const { postmaster, session } = this.#lock;
    const stopped = await shutDown(postmaster);
    await session.client.end().catch(() => {});
    this.#log(stopped ? 'postgres.stopped' : 'postgres.not_stopped', { pid: postmaster.pid });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopSignal;
    const stopAsked = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    let backoff_ms = BACKOFF_MIN_MS;
    while (this.#lock !== undefined) {
      const since = performance.now();
      await Promise.race([this.#lock.session.ended, stopAsked]);
      if (signal.aborted) return;
      this.#log('postgres.lost', { pid: this.#lock.postmaster.pid, ran_ms: performance.now() - since });
      this.#lock = undefined;
      if (performance.now() - since > STABLE_MS) backoff_ms = BACKOFF_MIN_MS;
      backoff_ms = await this.#recover(backoff_ms);
    }
  }

  /** Retries until it has the server again, is stopped, or finds that another process took over. */
  async #recover(backoff_ms: number): Promise<number> {
    const { signal } = this.#stopSignal;
    while (!signal.aborted && this.#lock === undefined) {
      try {
        await sleep(backoff_ms, undefined, { signal });
        this.#lock = await lockServer(this.#cluster, { signal });
        this.#log('postgres.recovered', { pid: this.#lock.postmaster.pid, adopted: this.#lock.adopted });
      } catch (error) {
        if (signal.aborted) break;
        this.#log('postgres.recovery_failed', { error: String(error), retry_ms: backoff_ms });
        if (error instanceof DataDirInUse) {
          this.#onLost(error);
          break;
        }
      }
      backoff_ms = Math.min(backoff_ms * 2, BACKOFF_MAX_MS);
    }
    return backoff_ms;
  }
}
