import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { jsonDecoder, unreadable } from '../decode.ts';
import { type BusTraffic, type EventBus, type EventData, isSubject } from './bus.ts';
import { Channels } from './channels.ts';
import { LocalBus } from './local-bus.ts';
import type { EventWire, OpenWire } from './wire.ts';

/** One notification per event would halve the commits per second; batched, they cost next to nothing. */
const batchDelayMs = 3;
const maxQueued = 10_000;
const resendMs = 250;
/** Processes whose numbers are known; the one not heard for longest is forgotten. */
const maxHeard = 2_000;

interface BusOptions {
  readonly onError: (error: unknown) => void;
  /** How long a subject without a subscriber stays subscribed. */
  readonly graceMs?: number;
}

/** Events across processes: delivered immediately in this process, within milliseconds in the others. */
export class ClusterBus implements EventBus {
  readonly #local: LocalBus;
  readonly #origin = randomUUID().slice(0, 8);
  readonly #onError: (error: unknown) => void;
  readonly #wire: EventWire;
  readonly #channels: Channels;
  readonly #received = { common: 0, subject: 0, unserved: 0 };
  #isConnected = true;
  #queue: Event[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #heartbeat: NodeJS.Timeout | undefined;
  /** Packets sent on the common channel. */
  #sent = 0;
  /** The number of the next packet, by the process that sends it. */
  readonly #heard = new Map<string, number>();
  #sending: Promise<void> = Promise.resolve();
  #hasDropped = false;
  #closed = false;

  private constructor(wire: EventWire, local: LocalBus, { onError, graceMs }: BusOptions) {
    this.#wire = wire;
    this.#local = local;
    this.#onError = onError;
    this.#channels = new Channels({ wire, onMissed: () => local.gap(), onError, graceMs });
    if (wire.heartbeatMs !== undefined)
      this.#heartbeat = setInterval(() => this.#sendHeartbeat(), wire.heartbeatMs).unref();
  }

  static async open(openWire: OpenWire, options: BusOptions): Promise<ClusterBus> {
    const local = new LocalBus(options.onError);
    const ready = Promise.withResolvers<ClusterBus>();
    // Events that arrive before the bus is ready are deferred.
    const whenOpen = (act: (bus: ClusterBus) => void) => {
      if (bus) act(bus);
      else void ready.promise.then(act);
    };
    let bus: ClusterBus | undefined;
    const wire = await openWire({
      received: (payload) => whenOpen((to) => to.#receive(payload)),
      lost: (error) => whenOpen((to) => to.#lost(error)),
      restored: () => whenOpen((to) => to.#restored()),
    });
    bus = new ClusterBus(wire, local, options);
    ready.resolve(bus);
    return bus;
  }

  get traffic(): BusTraffic {
    return { ...this.#received, channels: this.#channels.count + 1 };
  }

  publish(topic: string, data: EventData): void {
    this.#local.publish(topic, data);
    if (this.#closed) return;
    this.#queue.push([topic, data]);
    this.#limitQueue();
    this.#timer ??= setTimeout(() => this.#flush(), batchDelayMs);
  }

  publishLocally(topic: string, data: EventData): void {
    this.#local.publish(topic, data);
  }

  subscribe(topic: string, listener: (data: EventData) => void): () => void {
    const end = this.#local.subscribe(topic, listener);
    if (!isSubject(topic) || this.#closed) return end;
    const leave = this.#channels.subscribe(this.#wire.channelOf(topic));
    return () => {
      end();
      leave();
    };
  }

  whenListening(topic: string): Promise<void> | undefined {
    return isSubject(topic) ? this.#channels.listening(this.#wire.channelOf(topic)) : undefined;
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
    clearInterval(this.#heartbeat);
    this.#channels.close();
    await this.#wire.close().catch(this.#onError);
    await this.#local.close();
  }

  #lost(error: Error): void {
    if (this.#closed) return;
    this.#isConnected = false;
    this.#onError(error);
    // Events published from here on are missed, so no cache may be trusted.
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
      // Any role that can connect may send on a channel, so a malformed payload must not crash the process.
      this.#onError(new Error(`ignored a malformed event payload of ${payload.length} characters`));
      return;
    }
    if (decoded.from !== this.#origin) this.#receiveFrom(decoded);
  }

  #receiveFrom({ from, events, forgot, number }: Payload): void {
    const hasMissed = number !== undefined && this.#hasMissed(from, number);
    if (forgot || hasMissed) this.#local.gap();
    for (const [topic, data] of events) {
      this.#received[isSubject(topic) ? 'subject' : 'common']++;
      if (isSubject(topic) && !this.#local.hasSubscribers(topic)) this.#received.unserved++;
      this.#local.publish(topic, data);
    }
  }

  /** Whether packets of the process were lost before this one. */
  #hasMissed(from: string, number: number): boolean {
    const next = this.#heard.get(from) ?? 0;
    this.#heard.delete(from);
    this.#heard.set(from, Math.max(next, number + 1));
    if (this.#heard.size > maxHeard)
      for (const silent of this.#heard.keys().take(1)) this.#heard.delete(silent);
    return number > next;
  }

  #sendHeartbeat(): void {
    if (!this.#isConnected) return;
    const packet = { channel: this.#wire.commonChannel, content: { from: this.#origin, events: [] } };
    this.#sending = this.#sending.then(() => this.#send([packet])).catch(this.#onError);
  }

  /** Numbers count only what was certainly sent: what is sent again may have arrived, and has its number again. */
  async #send(packets: readonly Packet[]): Promise<void> {
    const { commonChannel } = this.#wire;
    let number = this.#sent;
    await this.#wire.send(
      packets.map(({ channel, content }) => {
        const sent = { ...content, ...(channel === commonChannel && { number: number++ }) };
        return { channel, payload: JSON.stringify(sent satisfies Payload) };
      }),
    );
    this.#sent = number;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closed || !this.#isConnected || this.#queue.length === 0) return;
    const events = this.#queue.splice(0);
    const packets = this.#pack(events);
    const hasDropped = this.#hasDropped;
    if (hasDropped) {
      const content = { from: this.#origin, events: [], forgot: true };
      packets.unshift({ channel: this.#wire.commonChannel, content });
    }
    this.#hasDropped = false;
    this.#sending = this.#sending
      .then(() => this.#send(packets))
      .then(
        () => {},
        (error: unknown) => {
          this.#hasDropped ||= hasDropped;
          this.#resend(events, error);
        },
      );
  }

  #pack(events: readonly Event[]): Packet[] {
    const { commonChannel, maxPayloadBytes } = this.#wire;
    return pack(events, {
      from: this.#origin,
      maxPayloadBytes,
      channelOf: (topic: string) => (isSubject(topic) ? this.#wire.channelOf(topic) : commonChannel),
      onTooLarge: (topic: string, bytes: number) =>
        this.#onError(new Error(`an event of ${bytes} bytes on ${topic} is too large to send: send an id`)),
    });
  }

  /** A bus that cannot send drops the oldest events, and later reports the gap to its receivers. */
  #limitQueue(): void {
    if (this.#queue.length <= maxQueued) return;
    this.#queue.splice(0, this.#queue.length - maxQueued);
    this.#hasDropped = true;
  }

  /**
   * Duplicates are allowed, losses are not: events in flight when the connection broke go back to the front.
   */
  #resend(events: Event[], error: unknown): void {
    this.#onError(error);
    if (this.#closed) return;
    this.#queue = [...events, ...this.#queue];
    this.#limitQueue();
    this.#timer ??= setTimeout(() => this.#flush(), resendMs);
  }
}

type Event = [topic: string, data: EventData];

const payload = Type.Object({
  /** Id of the sending process. */
  from: Type.String(),
  events: Type.Array(Type.Tuple([Type.String(), Type.Unsafe<EventData>(Type.Unknown())])),
  /** On the common channel: how many packets the process has sent there before. */
  number: Type.Optional(Type.Integer()),
  /** Earlier events were dropped and will not be delivered. */
  forgot: Type.Optional(Type.Boolean()),
});
type Payload = Static<typeof payload>;

interface Packet {
  readonly channel: string;
  readonly content: Omit<Payload, 'number'>;
}

const decodePayload = jsonDecoder(payload);

interface Sending {
  readonly from: string;
  readonly channelOf: (topic: string) => string;
  readonly maxPayloadBytes: number;
  readonly onTooLarge: (topic: string, bytes: number) => void;
}

/** Packs events: those of one channel together and in order, as many per packet as fit. */
function pack(events: readonly Event[], sending: Sending): Packet[] {
  const { from, channelOf, maxPayloadBytes, onTooLarge } = sending;
  const packets: Packet[] = [];
  for (const [channel, ofChannel] of Map.groupBy(events, ([topic]) => channelOf(topic))) {
    const pushPacket = (batch: Event[]) => packets.push({ channel, content: { from, events: batch } });
    let batch: Event[] = [];
    let bytes = 0;
    for (const event of ofChannel) {
      const size = Buffer.byteLength(JSON.stringify(event)) + 1;
      if (size > maxPayloadBytes) {
        onTooLarge(event[0], size);
        continue;
      }
      if (bytes + size > maxPayloadBytes) {
        pushPacket(batch);
        batch = [];
        bytes = 0;
      }
      batch.push(event);
      bytes += size;
    }
    if (batch.length > 0) pushPacket(batch);
  }
  return packets;
}
