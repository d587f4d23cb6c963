import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionOptions } from '../db/pool.ts';
import type { OpenWire, Wire, WireListener } from './wire.ts';

const channel = 'kith_events';
const reconnectMs = 250;

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
  #client: pg.Client | undefined;
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
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#connection, application_name: 'kith events', keepAlive: true });
    client.on('notification', (message) => this.#listener.received(message.payload ?? ''));
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the event connection ended')));
    await client.connect();
    // A hint need not survive a power cut, and a notification is a commit: it must not wait for the disk beside those that count.
    await client.query(`SET synchronous_commit = off; LISTEN ${channel}`);
    if (this.#closed) return client.end();
    this.#client = client;
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#closed || this.#client !== client) return;
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
