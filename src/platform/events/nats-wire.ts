import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { type NatsAddress, natsAddress } from './nats-address.ts';
import type { OpenWire, Wire, WireListener } from './wire.ts';

const reconnectMs = 100;
const silenceMs = 10_000;
const mostPayloadBytes = 512 * 1024;
/** What stands around the events of a payload. */
const envelopeBytes = 100;

/** NATS, for clusters so large that one database should not pass every word to every process. */
export const natsWire =
  (address: string): OpenWire =>
  (listener) =>
    NatsWire.open(natsAddress(address), listener);

class NatsWire implements Wire {
  readonly #nats: NatsConnection;
  readonly #subject: string;
  readonly #subscription: Subscription;
  #refused: Error | undefined;

  private constructor(nats: NatsConnection, subject: string, listener: WireListener) {
    this.#nats = nats;
    this.#subject = subject;
    this.#subscription = nats.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.#refused = error;
        else listener.received(message.string());
      },
    });
    void this.#watch(listener);
  }

  static async open({ name, ...where }: NatsAddress, listener: WireListener): Promise<NatsWire> {
    const nats = await connect({
      ...where,
      name: 'kith events',
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      reconnectJitter: reconnectMs,
      // A server that vanished without a word is noticed within this, not within minutes.
      pingInterval: silenceMs,
      maxPingOut: 1,
    });
    const wire = new NatsWire(nats, `${name}.events`, listener);
    // From here on nothing that others say is missed.
    await nats.flush();
    if (!wire.#refused) return wire;
    await wire.close();
    throw wire.#refused;
  }

  get maxPayloadBytes(): number {
    return Math.min(mostPayloadBytes, (this.#nats.info?.max_payload ?? mostPayloadBytes) - envelopeBytes);
  }

  async send(payloads: readonly string[]): Promise<void> {
    for (const payload of payloads) this.#nats.publish(this.#subject, payload);
    await this.#nats.flush();
  }

  async close(): Promise<void> {
    this.#subscription.unsubscribe();
    await this.#nats.close();
  }

  async #watch(listener: WireListener): Promise<void> {
    for await (const { type } of this.#nats.status()) {
      if (type === 'disconnect') listener.lost(new Error('the connection to NATS is lost'));
      if (type === 'reconnect') listener.restored();
    }
  }
}
