import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseClient } from './client.ts';

const intervalMs = 500;
/** A query that takes longer is checked: does the server still work on it? */
const suspectMs = 3_000;
const probeTimeoutMs = 2_000;
/** A response that was already on its way gets this long to arrive. */
const graceMs = 250;
/** When the server cannot be reached at all, a query is given up after this. */
const unreachableMs = 6_000;
/** Behind a pooler nobody can say whether the server still works on a query: then this is the longest one may take. */
const unknownMs = 120_000;

interface RunningQuery {
  /** Sent and not answered yet; the server works on the first of them. */
  queries: number;
  readonly startedAt: number;
  checkedAt: number;
}

/**
 * Finds connections that went silent (a failed-over host, a dropped NAT entry), which TCP alone reports after minutes.
 * A query that runs long is looked up in pg_stat_activity over a new connection; if the server does not work on it,
 * the connection is cut, and all idle ones with it.
 */
export class SilentConnections {
  readonly #probe: pg.ClientConfig;
  readonly #knowsProcesses: boolean;
  readonly #clients = new Set<DatabaseClient>();
  readonly #running = new Map<DatabaseClient, RunningQuery>();
  #timer: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(connection: pg.ClientConfig, { knowsProcesses }: { knowsProcesses: boolean }) {
    this.#knowsProcesses = knowsProcesses;
    this.#probe = {
      ...connection,
      application_name: 'kith probe',
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
    };
  }

  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => void (client instanceof DatabaseClient && this.#clients.add(client)));
    pool.on('remove', (client) => void (client instanceof DatabaseClient && this.#clients.delete(client)));
  }

  /** A query was sent on the connection; `end` says that it was answered. */
  begin(client: DatabaseClient | undefined): void {
    if (!client) return;
    const running = this.#running.get(client);
    if (running) {
      running.queries++;
      return;
    }
    const now = performance.now();
    this.#running.set(client, { queries: 1, startedAt: now, checkedAt: now });
    this.#timer ??= setInterval(() => void this.#check(), intervalMs).unref();
  }

  end(client: DatabaseClient | undefined): void {
    const running = client && this.#running.get(client);
    if (!running) return;
    this.#running.delete(client);
    if (running.queries === 1) return;
    // The next one began when this one was answered.
    const now = performance.now();
    this.#running.set(client, { queries: running.queries - 1, startedAt: now, checkedAt: now });
  }

  cutAll(reason: string): void {
    for (const client of this.#clients) client.cut(reason);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    if (this.#running.size === 0) return this.stop();
    const now = performance.now();
    const suspects = [...this.#running].filter(([, { checkedAt }]) => now - checkedAt > suspectMs);
    if (this.#checking || suspects.length === 0) return;
    this.#checking = true;
    try {
      const busy = this.#knowsProcesses ? await this.#busyProcesses() : 'unknown';
      await sleep(graceMs);
      for (const [client, query] of suspects) this.#judge(client, query, busy);
    } finally {
      this.#checking = false;
    }
  }

  #judge(client: DatabaseClient, query: RunningQuery, busy: Set<number> | 'unreachable' | 'unknown'): void {
    if (this.#running.get(client) !== query) return;
    const age = performance.now() - query.startedAt;
    if (busy === 'unreachable') {
      if (age > unreachableMs) client.cut('the database does not answer');
    } else if (!this.#knowsProcesses && age > unknownMs) {
      client.cut('the database does not answer');
    } else if (busy === 'unknown' || busy.has(client.processID ?? -1)) {
      query.checkedAt = performance.now();
    } else {
      client.cut('the connection went silent');
      // Those that wait unused were lost in the same moment, most likely; a new one costs little.
      for (const idle of this.#clients) if (!this.#running.has(idle)) idle.cut('replaced after a silent one');
    }
  }

  /** Server processes that work on a query now. */
  async #busyProcesses(): Promise<Set<number> | 'unreachable' | 'unknown'> {
    const probe = new DatabaseClient(this.#probe);
    probe.on('error', () => {});
    try {
      await probe.connect();
      const { rows } = await probe.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE state IN ('active', 'fastpath function call')`,
      );
      return new Set(rows.map(({ pid }) => pid));
    } catch (error) {
      // A server that refuses (too many clients, starting up) is there; whether it works on ours is not known.
      return error instanceof pg.DatabaseError ? 'unknown' : 'unreachable';
    } finally {
      probe.cut('done');
    }
  }
}
