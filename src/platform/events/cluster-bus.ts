import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { jsonDecoder, unreadable } from '../decode.ts';
import type { EventBus, EventData } from './bus.ts';
import { LocalBus } from './local-bus.ts';
import type { OpenWire, Wire } from './wire.ts';

/** One notification per event would cost more than half of the commits per second; batched, they cost nothing. */
const gatherMs = 3;
const maxQueued = 10_000;
const sayAgainMs = 250;

type Event = [topic: string, data: EventData];

const payload = Type.Object({
  from: Type.String(),
  events: Type.Array(Type.Tuple([Type.String(), Type.Unsafe<EventData>(Type.Unknown())])),
  /** Something was said before these that nobody will hear. */
  forgot: Type.Optional(Type.Boolean()),
});
type Payload = Static<typeof payload>;
const decodePayload = jsonDecoder(payload);

/** Events across processes: at once in this process, within milliseconds in the others. */
export class ClusterBus implements EventBus {
  readonly #local: LocalBus;
  readonly #origin = randomUUID().slice(0, 8);
  readonly #onError: (error: unknown) => void;
  #wire: Wire | undefined;
  #isConnected = true;
  #queue: Event[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #hasForgotten = false;
  #closed = false;

  private constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
    this.#local = new LocalBus(onError);
  }

  static async open(openWire: OpenWire, onError: (error: unknown) => void): Promise<ClusterBus> {
    const bus = new ClusterBus(onError);
    bus.#wire = await openWire({
      received: (payload) => bus.#receive(payload),
      lost: (error) => bus.#lost(error),
      restored: () => bus.#restored(),
    });
    return bus;
  }

  publish(topic: string, data: EventData): void {
    this.#local.publish(topic, data);
    if (this.#closed) return;
    this.#queue.push([topic, data]);
    this.#bound();
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  publishLocally(topic: string, data: EventData): void {
    this.#local.publish(topic, data);
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
    await this.#wire?.close().catch(this.#onError);
    await this.#local.close();
  }

  #lost(error: Error): void {
    if (this.#closed) return;
    this.#isConnected = false;
    this.#onError(error);
    // What the others say from here on is missed, so nothing may trust what it remembers.
    this.#local.gap();
  }

  #restored(): void {
    this.#isConnected = true;
    this.#local.gap();
    this.#flush();
  }

  #receive(payload: string): void {
    const decoded = decodePayload(payload);
    if (decoded === unreadable) {
      // Any role that can connect may send on the channel, so a malformed payload must not end the process.
      this.#onError(new Error(`ignored a malformed event payload of ${payload.length} characters`));
      return;
    }
    const { from, events, forgot } = decoded;
    if (from === this.#origin) return;
    if (forgot) this.#local.gap();
    for (const [topic, data] of events) this.#local.publish(topic, data);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const wire = this.#wire;
    if (!wire || !this.#isConnected || this.#queue.length === 0) return;
    const events = this.#queue.splice(0);
    const payloads = this.#pack(events, wire.maxPayloadBytes);
    const forgot = this.#hasForgotten;
    if (forgot) payloads.unshift(this.#payload([], true));
    this.#hasForgotten = false;
    this.#sending = this.#sending
      .then(() => wire.send(payloads))
      .then(
        () => {},
        (error: unknown) => {
          this.#hasForgotten ||= forgot;
          this.#sayAgain(events, error);
        },
      );
  }

  /** A bus that cannot send forgets the oldest, and will tell those who hear it that it did. */
  #bound(): void {
    if (this.#queue.length <= maxQueued) return;
    this.#queue.splice(0, this.#queue.length - maxQueued);
    this.#hasForgotten = true;
  }

  /** Twice is allowed, never is not: what was on its way when the connection broke goes back to the front. */
  #sayAgain(events: Event[], error: unknown): void {
    this.#onError(error);
    if (this.#closed) return;
    this.#queue = [...events, ...this.#queue];
    this.#bound();
    this.#timer ??= setTimeout(() => this.#flush(), sayAgainMs);
  }

  #pack(events: Event[], maxPayloadBytes: number): string[] {
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
        payloads.push(this.#payload(batch));
        batch = [];
        bytes = 0;
      }
      batch.push(event);
      bytes += size;
    }
    if (batch.length > 0) payloads.push(this.#payload(batch));
    return payloads;
  }

  #payload(events: Event[], forgot?: boolean): string {
    return JSON.stringify({ from: this.#origin, events, forgot } satisfies Payload);
  }
}
