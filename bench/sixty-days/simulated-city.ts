import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Kith, startKith } from '../../src/app/kith.ts';
import { readConfig } from '../../src/app/settings.ts';
import { createLog } from '../../src/platform/log.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const settleMs = 60_000;

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface Reply {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/** The real app on one database, under a clock that only the simulation moves. */
export class SimulatedCity {
  readonly #databaseAddress: DatabaseAddress;
  #nowMs: number;
  #kith: Kith | undefined;
  #logged = '';

  constructor(databaseAddress: DatabaseAddress, start: string) {
    this.#databaseAddress = databaseAddress;
    this.#nowMs = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  async start(): Promise<void> {
    const { user, port, database, host } = this.#databaseAddress;
    const config = readConfig({
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      KITH_SIGNING_KEY: '22'.repeat(32),
      KITH_CITY_PORT: '0',
      KITH_UTILITY_PORT: '0',
      KITH_DATABASE_CONNECTIONS: '8',
      KITH_TRUST_PROXY: '127.0.0.1',
      KITH_SELFTEST_INTERVAL_S: '0',
      KITH_VIDEO_SAMPLES: '0',
      KITH_OUTBOUND_ALLOW: '127.0.0.1/32',
      KITH_LOCAL_WELCOMES_PER_DAY: '1000',
      KITH_LOCAL_AP_PER_DAY: '1000000',
      KITH_ESTABLISHED_AP_PER_DAY: '1000000',
    });
    const destination = new PassThrough();
    destination.on('data', (chunk: Buffer) => {
      this.#logged += chunk.toString();
    });
    const log = createLog({ level: 'warn', destination });
    this.#kith = await startKith(config, { log, clock: { now: () => this.now() } });
  }

  async stop(): Promise<void> {
    await this.#kith?.stop();
    this.#kith = undefined;
  }

  /** Errors that the app has logged so far. */
  get errors(): string[] {
    return this.#logged
      .split('\n')
      .filter((line) => line.includes('"level":"error"') || line.includes('"level":50'));
  }

  /** Moves the clock. If the app is running, everything that came due is done before this resolves. */
  async forward(ms: number): Promise<void> {
    this.#nowMs += ms;
    if (this.#kith) await this.settle();
  }

  async settle(): Promise<void> {
    const end = performance.now() + settleMs;
    for (;;) {
      const due = await this.sql(
        `SELECT kind, subject FROM task WHERE ready_at <= $1 AND failed_at IS NULL
         UNION ALL SELECT 'unsealed entry', id::text FROM ledger_entry WHERE seq IS NULL`,
        [this.now()],
      );
      if (due.length === 0) return;
      if (performance.now() > end) throw new Error(`still due: ${JSON.stringify(due.slice(0, 5))}`);
      await sleep(50);
    }
  }

  call(method: string, path: string, key?: string, body?: object, from?: string): Promise<Reply> {
    return this.#ask('city', method, path, key, body, from);
  }

  utilityCall(method: string, path: string, key?: string, body?: object): Promise<Reply> {
    return this.#ask('utility', method, path, key, body);
  }

  async #ask(
    service: 'city' | 'utility',
    method: string,
    path: string,
    key?: string,
    body?: object,
    from?: string,
  ): Promise<Reply> {
    if (!this.#kith) throw new Error('the simulated city is stopped');
    const response = await fetch(`${this.#kith.listens[service]}${path}`, {
      method,
      headers: {
        ...(key !== undefined &&
          (service === 'city' ? { authorization: `Bearer ${key}` } : { 'x-ally-key': key })),
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    return { status: response.status, json: { ...(json as object) } };
  }

  async sql(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.#databaseAddress);
    await client.connect();
    try {
      return (await client.query(statement, values)).rows;
    } finally {
      await client.end();
    }
  }
}
