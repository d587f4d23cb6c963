import { Socket } from 'node:net';
import pg from 'pg';
import { findPrimary, splitHosts } from './hosts.ts';

/** Idle connections are probed by TCP, so that a dropped NAT entry is detected. */
const keepAliveDelayMs = 5_000;

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * A client that connects to the primary if several hosts are given, and whose socket can be destroyed
 * immediately, without waiting for a peer that may be silent.
 */
export class DatabaseClient extends pg.Client {
  readonly #socket: Socket;
  /** Set if the connection string names several hosts. */
  readonly #hosts: string | undefined;
  /** Set by the driver when the server accepts the connection. */
  declare readonly processID: number | null;
  #isCorked = false;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    const [first = '', ...others] = splitHosts(config.connectionString ?? '');
    super({
      ...config,
      ...(config.connectionString && { connectionString: first }),
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      stream: () => socket,
    });
    this.#socket = socket;
    this.#hosts = others.length > 0 ? config.connectionString : undefined;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    if (this.#hosts === undefined) {
      if (!callback) return super.connect();
      super.connect(callback);
      return undefined;
    }
    const connected = this.#connectToPrimary(this.#hosts);
    if (!callback) return connected;
    // The driver's pool passes a callback and treats a missing error as success.
    connected.then(
      (client) => (callback as (error: null, client: pg.Client) => void)(null, client),
      callback as (error: Error) => void,
    );
    return undefined;
  }

  async #connectToPrimary(connectionString: string): Promise<pg.Client> {
    const { hostname, port } = new URL(await findPrimary(connectionString));
    Object.assign(this, { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 5432) });
    return super.connect();
  }

  /** Sends everything until the end of this turn of the event loop in one write. */
  sendInOneWrite(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  get isDisconnected(): boolean {
    return this.#socket.destroyed;
  }

  /** Fails all pending queries of this connection. */
  disconnect(reason: string): void {
    this.#socket.destroy(new Error(`Connection terminated: ${reason}`));
  }
}
