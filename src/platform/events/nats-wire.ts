import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { type NatsAddress, natsAddress } from './nats-address.ts';
import type { OpenWire, Wire, WireListener } from './wire.ts';

const reconnectMs = 100;
const silenceMs = 10_000;

/** NATS, for clusters so large that one database should not pass every word to every process. */
export const natsWire =
  (address: string): OpenWire =>
  (listener) =>
    NatsWire.open(natsAddress(address), listener);

class NatsWire implements Wire {
  /** The half of what a server allows unless it was told otherwise. */
  readonly maxPayloadBytes = 512 * 1024;
  readonly #nats: NatsConnection;
  readonly #subject: string;
  readonly #subscription: Subscription;

  private constructor(nats: NatsConnection, subject: string, listener: WireListener) {
    this.#nats = nats;
    this.#subject = subject;
    this.#subscription = nats.subscribe(subject, {
      callback: (error, message) => {
        if (!error) listener.received(message.string());
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
    return wire;
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
