import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { type NatsAddress, natsAddress } from './nats-address.ts';
import type { ChannelChange, EventPacket, EventWire, OpenWire, WireListener } from './wire.ts';

const reconnectMs = 100;
const silenceMs = 10_000;
/** Servers of a cluster that lose each other keep their clients, and drop what those send to each other. */
const heartbeatMs = 2_500;
const payloadCapBytes = 512 * 1024;
/** Overhead of a payload in addition to its events. */
const envelopeBytes = 120;

/** NATS, for clusters so large that the database should not relay every event. */
export const natsWire =
  (address: string): OpenWire =>
  (listener) =>
    NatsWire.open(natsAddress(address), listener);

class NatsWire implements EventWire {
  readonly heartbeatMs = heartbeatMs;
  readonly commonChannel: string;
  readonly #nats: NatsConnection;
  readonly #listener: WireListener;
  readonly #subscriptions = new Map<string, Subscription>();
  #isConnected = true;
  #refused: Error | undefined;

  private constructor(nats: NatsConnection, commonChannel: string, listener: WireListener) {
    this.#nats = nats;
    this.commonChannel = commonChannel;
    this.#listener = listener;
    void this.#watch();
  }

  static async open({ name, ...where }: NatsAddress, listener: WireListener): Promise<NatsWire> {
    const nats = await connect({
      ...where,
      name: 'kith events',
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      reconnectJitter: reconnectMs,
      // A silently lost server is detected within this time, not within minutes.
      pingInterval: silenceMs,
      maxPingOut: 1,
    });
    const wire = new NatsWire(nats, `${name}.events`, listener);
    try {
      // From here on no event is missed. The second subscription only verifies that subjects are permitted.
      const probe = wire.channelOf('probe');
      await wire.listen({ added: [wire.commonChannel, probe], removed: [] });
      await wire.listen({ added: [], removed: [probe] });
      return wire;
    } catch (error) {
      await wire.close();
      throw error;
    }
  }

  get maxPayloadBytes(): number {
    return Math.min(payloadCapBytes, (this.#nats.info?.max_payload ?? payloadCapBytes) - envelopeBytes);
  }

  channelOf(subject: string): string {
    return `${this.commonChannel}.${subject.replace(/[^\w:-]/g, (other) => `=${other.charCodeAt(0).toString(16)}`)}`;
  }

  async send(packets: readonly EventPacket[]): Promise<void> {
    for (const { channel, payload } of packets) this.#nats.publish(channel, payload);
    await this.#nats.flush();
  }

  async listen({ added, removed }: ChannelChange): Promise<void> {
    for (const channel of removed) {
      this.#subscriptions.get(channel)?.unsubscribe();
      this.#subscriptions.delete(channel);
    }
    for (const channel of added) this.#subscriptions.set(channel, this.#subscribe(channel));
    // While disconnected there is no response; the client resubscribes before the connection counts as
    // restored.
    if (this.#isConnected) await this.#nats.flush();
    const refused = this.#refused;
    this.#refused = undefined;
    if (refused) throw refused;
  }

  async close(): Promise<void> {
    await this.#nats.close();
  }

  #subscribe(channel: string): Subscription {
    return this.#nats.subscribe(channel, {
      callback: (error, message) => {
        if (error) this.#refused = error;
        else this.#listener.received(message.string());
      },
    });
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#nats.status()) {
      if (type === 'disconnect') {
        this.#isConnected = false;
        this.#listener.lost(new Error('the connection to NATS is lost'));
      }
      if (type === 'reconnect') {
        this.#isConnected = true;
        // Resolves once the server has the subscriptions again; otherwise the next reconnect retries.
        this.#nats.flush().then(
          () => this.#listener.restored(),
          () => {},
        );
      }
    }
  }
}
