import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseClient } from './client.ts';

const intervalMs = 500;
/** A query that takes longer is checked: is the server still working on it? */
const suspectMs = 3_000;
const probeTimeoutMs = 2_000;
/** Time for a response that was already in transit. */
const graceMs = 250;
/** If the server cannot be reached at all, a query is given up after this. */
const unreachableMs = 6_000;
/** Behind a pooler the state of a query is unknown: this is then its maximum duration. */
const unknownMs = 120_000;

interface RunningQuery {
  /** Sent and not answered yet; the server is working on the first of them. */
  queries: number;
  readonly startedAt: number;
  checkedAt: number;
}

/**
 * Detects connections that went silent (a failed-over host, a dropped NAT entry), which TCP alone reports
 * after minutes. A long-running query is looked up in pg_stat_activity over a new connection; if the server
 * is not working on it, the connection is destroyed, and all idle ones with it.
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

  /** A query was sent on the connection; `end` marks that it was answered. */
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
    // The next one started when this one was answered.
    const now = performance.now();
    this.#running.set(client, { queries: running.queries - 1, startedAt: now, checkedAt: now });
  }

  disconnectAll(reason: string): void {
    for (const client of this.#clients) client.disconnect(reason);
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
      for (const [client, query] of suspects) this.#disconnectIfDead(client, query, busy);
    } finally {
      this.#checking = false;
    }
  }

  #disconnectIfDead(
    client: DatabaseClient,
    query: RunningQuery,
    busy: Set<number> | 'unreachable' | 'unknown',
  ): void {
    if (this.#running.get(client) !== query) return;
    const age = performance.now() - query.startedAt;
    if (busy === 'unreachable') {
      if (age > unreachableMs) client.disconnect('the database does not respond');
    } else if (!this.#knowsProcesses && age > unknownMs) {
      client.disconnect('the database does not respond');
    } else if (busy === 'unknown' || busy.has(client.processID ?? -1)) {
      query.checkedAt = performance.now();
    } else {
      client.disconnect('the connection stopped responding');
      // Idle connections were most likely lost at the same moment; a new one costs little.
      for (const idle of this.#clients)
        if (!this.#running.has(idle)) idle.disconnect('replaced after a connection stopped responding');
    }
  }

  /** Server processes that are working on a query now. */
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
      // A server that rejects (too many clients, starting up) is reachable; whether it works on our query is
      // unknown.
      return error instanceof pg.DatabaseError ? 'unknown' : 'unreachable';
    } finally {
      probe.disconnect('done');
    }
  }
}
