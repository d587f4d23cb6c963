import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionOptions } from '../db/pool.ts';
import type { EventBus, EventData } from './bus.ts';
import { LocalBus } from './local-bus.ts';

const channel = 'kith_events';
/** NOTIFY in every transaction costs more than half of the commits a second; gathered, it costs nothing. */
const gatherMs = 3;
/** PostgreSQL takes at most 8,000 bytes a notification. */
const maxPayloadBytes = 7_500;
const maxQueued = 10_000;
const reconnectMs = 250;

type Event = [topic: string, data: EventData];

/** Events across processes by LISTEN/NOTIFY: at once in this process, within milliseconds in the others. */
export class PostgresBus implements EventBus {
  readonly #local: LocalBus;
  readonly #origin = randomUUID().slice(0, 8);
  readonly #connection: ConnectionOptions;
  readonly #onError: (error: unknown) => void;
  #client: pg.Client | undefined;
  #queue: Event[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(connection: ConnectionOptions, onError: (error: unknown) => void) {
    this.#connection = connection;
    this.#onError = onError;
    this.#local = new LocalBus(onError);
  }

  static async open(connection: ConnectionOptions, onError: (error: unknown) => void): Promise<PostgresBus> {
    const bus = new PostgresBus(connection, onError);
    await bus.#connect();
    return bus;
  }

  publish(topic: string, data: EventData): void {
    this.#local.publish(topic, data);
    if (this.#closed) return;
    // A bus that cannot send forgets the oldest: receivers are told of the gap by their own reconnect.
    if (this.#queue.length >= maxQueued) this.#queue.shift();
    this.#queue.push([topic, data]);
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  subscribe(topic: string, listener: (data: EventData) => void): () => void {
    return this.#local.subscribe(topic, listener);
  }

  onGap(listener: () => void): () => void {
    return this.#local.onGap(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#flush();
    await this.#sending;
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(this.#onError);
    await this.#local.close();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#connection, application_name: 'kith events', keepAlive: true });
    client.on('notification', (message) => this.#receive(message.payload ?? ''));
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
    this.#onError(error);
    // What the others say from here on is missed, so nothing may trust what it remembers.
    this.#local.gap();
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#connect();
        this.#local.gap();
        this.#flush();
        return;
      } catch {
        await sleep(reconnectMs);
      }
    }
  }

  #receive(payload: string): void {
    const { from, events } = JSON.parse(payload) as { from: string; events: Event[] };
    if (from === this.#origin) return;
    for (const [topic, data] of events) this.#local.publish(topic, data);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const client = this.#client;
    if (!client || this.#queue.length === 0) return;
    const events = this.#queue.splice(0);
    const payloads = this.#pack(events);
    this.#sending = this.#sending
      .then(() =>
        client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [channel, payloads]),
      )
      .then(
        () => {},
        (error: unknown) => this.#sayAgain(events, error),
      );
  }

  /** Twice is allowed, never is not: what was on its way when the connection broke goes back to the front. */
  #sayAgain(events: Event[], error: unknown): void {
    this.#onError(error);
    if (this.#closed) return;
    this.#queue = [...events, ...this.#queue].slice(-maxQueued);
    this.#timer ??= setTimeout(() => this.#flush(), reconnectMs);
  }

  #pack(events: Event[]): string[] {
    const payloads: string[] = [];
    let batch: Event[] = [];
    let bytes = 0;
    for (const event of events) {
      const size = Buffer.byteLength(JSON.stringify(event)) + 1;
      if (size > maxPayloadBytes) {
        this.#onError(new Error(`an event of ${size} bytes on ${event[0]} is too large to tell: send an id`));
        continue;
      }
      if (bytes + size > maxPayloadBytes) {
        payloads.push(JSON.stringify({ from: this.#origin, events: batch }));
        batch = [];
        bytes = 0;
      }
      batch.push(event);
      bytes += size;
    }
    if (batch.length > 0) payloads.push(JSON.stringify({ from: this.#origin, events: batch }));
    return payloads;
  }
}
