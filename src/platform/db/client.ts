import { Socket } from 'node:net';
import pg from 'pg';

/** Idle connections are probed by TCP, so that a dropped NAT entry is noticed. */
const keepAliveDelayMs = 5_000;

/** A client whose socket can be cut at once, without waiting for a peer that may be silent. */
export class DatabaseClient extends pg.Client {
  readonly #socket: Socket;
  /** Set by the driver when the server accepts the connection. */
  declare readonly processID: number | null;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    super({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      stream: () => socket,
    });
    this.#socket = socket;
  }

  get isCut(): boolean {
    return this.#socket.destroyed;
  }

  /** Whatever waits on this connection fails now. */
  cut(reason: string): void {
    this.#socket.destroy(new Error(`Connection terminated: ${reason}`));
  }
}
