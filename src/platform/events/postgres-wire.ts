import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient } from '../db/client.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import type { OpenWire, Wire, WireListener } from './wire.ts';

export const channel = 'kith_events';
const reconnectMs = 250;
const connectTimeoutMs = 3_000;
/** A connection that only listens would never notice that its peer is gone. */
const heartbeatMs = 2_000;
const silentMs = 5_000;
const closeGraceMs = 1_000;

/** LISTEN/NOTIFY of the database that is there anyway. */
export const postgresWire =
  (connection: ConnectionOptions): OpenWire =>
  (listener) =>
    PostgresWire.open(connection, listener);

class PostgresWire implements Wire {
  /** PostgreSQL takes at most 8,000 bytes a notification. */
  readonly maxPayloadBytes = 7_500;
  readonly #connection: ConnectionOptions;
  readonly #listener: WireListener;
  #client: DatabaseClient | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(connection: ConnectionOptions, listener: WireListener) {
    this.#connection = connection;
    this.#listener = listener;
  }

  static async open(connection: ConnectionOptions, listener: WireListener): Promise<PostgresWire> {
    const wire = new PostgresWire(connection, listener);
    await wire.#connect();
    return wire;
  }

  async send(payloads: readonly string[]): Promise<void> {
    if (!this.#client) throw new Error('the event connection is lost');
    await this.#client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
      channel,
      payloads,
    ]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    const client = this.#client;
    if (!client) return;
    const timer = setTimeout(() => client.cut('the server is stopping'), closeGraceMs);
    await client.end().finally(() => clearTimeout(timer));
  }

  async #connect(): Promise<void> {
    const client = new DatabaseClient({
      ...this.#connection,
      application_name: 'kith events',
      connectionTimeoutMillis: connectTimeoutMs,
    });
    client.on('notification', (message) => this.#listener.received(message.payload ?? ''));
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the event connection ended')));
    await client.connect();
    // A hint need not survive a power cut, and a notification is a commit: it must not wait for the disk beside those that count.
    await client.query(`SET synchronous_commit = off; LISTEN ${channel}`);
    if (this.#closed) return client.end();
    this.#client = client;
    this.#heartbeat = setInterval(() => this.#beat(client), heartbeatMs).unref();
  }

  /** Whatever is sent on the connection, this included, must be answered in time. */
  #beat(client: DatabaseClient): void {
    const timer = setTimeout(() => client.cut('the event connection went silent'), silentMs);
    client.query('SELECT 1').then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }

  #lost(client: DatabaseClient, error: Error): void {
    if (this.#closed || this.#client !== client) return;
    clearInterval(this.#heartbeat);
    this.#client = undefined;
    this.#listener.lost(error);
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#connect();
        return this.#listener.restored();
      } catch {
        await sleep(reconnectMs);
      }
    }
  }
}
