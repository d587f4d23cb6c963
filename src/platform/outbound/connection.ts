import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { dial } from './dial.ts';
import type { Target } from './target.ts';
import { startTls, type TlsFacts, tlsFacts } from './tls.ts';

const MAX_HEADER_BYTES = 64 * 1_024;
const IDLE_MS = 4_000;
/** Cap on a server's keep-alive header. */
const MAX_IDLE_MS = 10_000;

type Opened = { socket: Socket; address: string; tls: TlsFacts | null };

/**
 * One socket to one checked address, with one request at a time. The HTTP client inside gets that socket once
 * and cannot connect by itself, so it can never reach another address.
 */
export class OutboundConnection {
  readonly origin: string;
  readonly address: string;
  readonly tls: TlsFacts | null;
  readonly #socket: Socket;
  readonly #client: Client;

  static async open(
    target: Target,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<OutboundConnection> {
    const { socket, address } = await dial(addresses, target.port, signal);
    if (!target.secure) return new OutboundConnection(target.url.origin, { socket, address, tls: null });
    const secured = await startTls(socket, target.host, signal);
    return new OutboundConnection(target.url.origin, { socket: secured, address, tls: tlsFacts(secured) });
  }

  private constructor(origin: string, { socket, address, tls }: Opened) {
    this.origin = origin;
    this.address = address;
    this.tls = tls;
    this.#socket = socket;
    let spent = false;
    this.#client = new Client(origin, {
      connect: (_options, callback) => {
        if (spent || socket.destroyed) return callback(new Error('This connection is closed.'), null);
        spent = true;
        // Deferred: the client misses a callback that fires during its own call.
        queueMicrotask(() => callback(null, socket));
      },
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The deadline of the call is the only timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
    });
    socket.once('close', () => this.destroy());
  }

  get usable(): boolean {
    return !this.#socket.destroyed && !this.#client.destroyed;
  }

  async request(options: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<Dispatcher.ResponseData> {
    const response = await this.#client.request(options);
    // Destroying the connection ends the body with an error that may have no other listener.
    response.body.on('error', () => {});
    return response;
  }

  destroy(): void {
    this.#socket.destroy();
    if (!this.#client.destroyed) this.#client.destroy().catch(() => {});
  }
}

const MAX_IDLE = 64;

/**
 * Connections kept alive for another request to the same origin; the oldest is closed if there are too many.
 */
export class IdleConnections {
  readonly #idle = new Set<OutboundConnection>();

  /** Only one whose address has just been checked again: a name may have moved since it was opened. */
  take(origin: string, addresses: readonly string[]): OutboundConnection | null {
    for (const connection of this.#idle) {
      if (connection.origin !== origin || !addresses.includes(connection.address)) continue;
      this.#idle.delete(connection);
      if (connection.usable) return connection;
    }
    return null;
  }

  put(connection: OutboundConnection): void {
    for (const other of this.#idle) if (!other.usable) this.#idle.delete(other);
    if (connection.usable) this.#idle.add(connection);
    for (const oldest of this.#idle) {
      if (this.#idle.size <= MAX_IDLE) break;
      this.#idle.delete(oldest);
      oldest.destroy();
    }
  }

  close(): void {
    for (const connection of this.#idle) connection.destroy();
    this.#idle.clear();
  }
}
