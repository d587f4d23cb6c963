import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { DatabaseClient } from '../db/client.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import type { ChannelChange, EventPacket, EventWire, OpenWire, WireListener } from './wire.ts';

const commonChannel = 'kith_events';
/**
 * Subjects share this many channels: each backend compares every notification of the database with all the
 * channels it listens to, one by one. There are enough that a process with 200 subjects receives 1 % of
 * unrelated events. All processes must agree on it.
 */
const subjectChannels = 16_384;
const reconnectMs = 250;
const connectTimeoutMs = 3_000;
/** A connection that only listens would never notice that its peer is gone. */
const heartbeatMs = 2_000;
const heartbeatTimeoutMs = 5_000;
const closeGraceMs = 1_000;

const notify =
  'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS packet (channel, payload)';

export const subjectChannel = (subject: string): string =>
  `${commonChannel}_${crc32(subject) % subjectChannels}`;

/** For tools that count all events between processes. */
export const listChannels = (): string[] => [
  commonChannel,
  ...Array.from({ length: subjectChannels }, (_, at) => `${commonChannel}_${at}`),
];

/** LISTEN/NOTIFY of the existing database. */
export const postgresWire =
  (connection: ConnectionOptions): OpenWire =>
  (listener) =>
    PostgresWire.open(connection, listener);

class PostgresWire implements EventWire {
  /** PostgreSQL allows fewer than 8,000 bytes per notification. */
  readonly maxPayloadBytes = 7_500;
  readonly commonChannel = commonChannel;
  readonly #connection: ConnectionOptions;
  readonly #listener: WireListener;
  /** Channels listened to now, or once the connection is restored. */
  readonly #channels = new Set([commonChannel]);
  #client: DatabaseClient | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();
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

  channelOf(subject: string): string {
    return subjectChannel(subject);
  }

  async send(packets: readonly EventPacket[]): Promise<void> {
    const client = this.#client;
    if (!client) throw new Error('the event connection is lost');
    const values = [packets.map(({ channel }) => channel), packets.map(({ payload }) => payload)];
    await this.#inTurn(() => client.query(notify, values));
  }

  async listen({ added, removed }: ChannelChange): Promise<void> {
    for (const channel of removed) this.#channels.delete(channel);
    for (const channel of added) this.#channels.add(channel);
    const client = this.#client;
    if (!client) return;
    try {
      await this.#inTurn(() => client.query(listenStatements(added, removed)));
    } catch (error) {
      // The current channels are no longer known: a new connection listens to all of them.
      client.disconnect('the channels could not be changed');
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    const client = this.#client;
    if (!client) return;
    const timer = setTimeout(() => client.disconnect('the server is stopping'), closeGraceMs);
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
    const timer = setTimeout(
      () => client.disconnect('the event connection stopped responding'),
      heartbeatTimeoutMs,
    );
    try {
      // A hint need not survive a power cut, and a notification is a commit: it must not wait for the disk.
      await client.query('SET synchronous_commit = off');
      await this.#listenToAll(client);
    } catch (error) {
      client.disconnect('the event connection could not listen');
      throw error;
    } finally {
      clearTimeout(timer);
    }
    if (this.#closed) return client.end();
    this.#heartbeat = setInterval(() => this.#beat(client), heartbeatMs).unref();
  }

  /** The driver allows one query at a time. */
  #inTurn<T>(query: () => Promise<T>): Promise<T> {
    const result = this.#lastQuery.then(query);
    this.#lastQuery = result.catch(() => {});
    return result;
  }

  /** More may be added meanwhile: the connection is used once none is missing. */
  async #listenToAll(client: DatabaseClient): Promise<void> {
    const listening = new Set<string>();
    while (!this.#closed) {
      const added = [...this.#channels].filter((channel) => !listening.has(channel));
      const removed = [...listening].filter((channel) => !this.#channels.has(channel));
      if (added.length === 0 && removed.length === 0) {
        this.#client = client;
        return;
      }
      await client.query(listenStatements(added, removed));
      for (const channel of removed) listening.delete(channel);
      for (const channel of added) listening.add(channel);
    }
  }

  /** Anything sent on the connection, including this heartbeat, must be answered in time. */
  #beat(client: DatabaseClient): void {
    const timer = setTimeout(
      () => client.disconnect('the event connection stopped responding'),
      heartbeatTimeoutMs,
    );
    this.#inTurn(() => client.query('SELECT 1')).then(
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

const listenStatements = (added: readonly string[], removed: readonly string[]): string =>
  [...removed.map((channel) => `UNLISTEN ${channel}`), ...added.map((channel) => `LISTEN ${channel}`)].join(
    ';',
  );
