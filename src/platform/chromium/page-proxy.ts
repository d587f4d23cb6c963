import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { listeningPort } from '../listening-port.ts';
import { createServer, request } from '../node-http.ts';
import { OutboundError } from '../outbound/error.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { parseTarget, type Target } from '../outbound/target.ts';

const maxRequests = 1_000;
/** Hop-by-hop headers. */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface ProxyOptions {
  readonly outbound: Outbound;
  /** Limit on all bytes that the page sends and receives, as counted on the wire. */
  readonly maxBytes: number;
  /** Maximum lifetime of a connection. */
  readonly timeoutMs: number;
  readonly onTooManyBytes: () => void;
  /** A page that the proxy serves itself, for a check without the network. */
  readonly ownPage?: { readonly host: string; readonly html: string } | undefined;
}

/** The only way out for one browser: a proxy on loopback whose connections go through the outbound client. */
export class PageProxy {
  readonly credentials = { username: 'page', password: randomBytes(24).toString('base64url') };
  readonly #server: Server;
  readonly #options: ProxyOptions;
  readonly #expectedCredentials: Buffer;
  readonly #sockets = new Set<Duplex>();
  readonly #failures = new Map<string, OutboundError>();
  readonly #addresses = new Map<string, string>();
  readonly #ended = new AbortController();
  #bytes = 0;
  #requests = 0;

  static async open(options: ProxyOptions): Promise<PageProxy> {
    const proxy = new PageProxy(options);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  private constructor(options: ProxyOptions) {
    this.#options = options;
    const { username, password } = this.credentials;
    this.#expectedCredentials = Buffer.from(
      `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    );
    this.#server = createServer({ keepAlive: true })
      .on('connection', (socket) => this.#trackSocket(socket))
      .on('request', (incoming, outgoing) => void this.#forward(incoming, outgoing))
      .on('connect', (incoming, socket, head) => void this.#tunnel(incoming, socket, head))
      .on('upgrade', (_incoming, socket) => socket.destroy());
  }

  get port(): number {
    return listeningPort(this.#server);
  }

  /** Why the last connection to this URL's server failed. */
  findFailure(url: string): OutboundError | undefined {
    return this.#failures.get(serverOf(url));
  }

  /** The IP address at which this URL's server was last reached. */
  findAddress(url: string): string | undefined {
    return this.#addresses.get(serverOf(url));
  }

  close(): void {
    this.#ended.abort();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  /** http: the request is forwarded over a separate connection. */
  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (!this.#isAuthorized(incoming)) {
      outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="kith"', 'content-length': '0' }).end();
      return;
    }
    try {
      const target = parseTarget(incoming.url ?? '');
      const own = this.#options.ownPage;
      if (own && target.host === own.host) {
        outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(own.html);
        return;
      }
      const socket = await this.#connect(target);
      if (target.secure || outgoing.destroyed) {
        socket.destroy();
        return;
      }
      const upstream = request({
        createConnection: () => socket,
        method: incoming.method,
        path: `${target.url.pathname}${target.url.search}`,
        headers: { ...endToEnd(incoming.headers), connection: 'close' },
        setHost: false,
      });
      upstream.on('error', (error) => {
        this.#fail(
          target,
          new OutboundError('bad_response', 'The server returned an invalid HTTP response.', error),
        );
        incoming.socket.destroy();
      });
      upstream.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, endToEnd(response.headersDistinct));
        this.#count(response);
        response.on('error', () => outgoing.destroy());
        response.pipe(outgoing);
      });
      outgoing.on('close', () => upstream.destroy());
      this.#count(incoming);
      incoming.pipe(upstream);
    } catch (error) {
      this.#refuse(incoming.url ?? '', error);
      // No response at all: a page must not learn anything about a target it may not reach.
      incoming.socket.destroy();
    }
  }

  /** https and WebSockets: the bytes are counted but not read. */
  async #tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => {});
    if (!this.#isAuthorized(incoming)) {
      client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="kith"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
      return;
    }
    const url = `https://${incoming.url ?? ''}/`;
    try {
      const upstream = await this.#connect(parseTarget(url));
      if (client.destroyed) {
        upstream.destroy();
        return;
      }
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) upstream.write(head);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#count(from);
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
    } catch (error) {
      this.#refuse(url, error);
      client.destroy();
    }
  }

  async #connect(target: Target): Promise<Socket> {
    if (++this.#requests > maxRequests)
      throw new OutboundError('overloaded', 'The page makes too many requests.');
    const { outbound, timeoutMs } = this.#options;
    const socket = await outbound.connect(target.host, target.port, {
      timeoutMs,
      signal: this.#ended.signal,
    });
    this.#trackSocket(socket);
    if (socket.remoteAddress) this.#addresses.set(serverOf(target.url.href), socket.remoteAddress);
    this.#failures.delete(serverOf(target.url.href));
    return socket;
  }

  #refuse(url: string, error: unknown): void {
    if (error instanceof OutboundError) this.#failures.set(serverOf(url), error);
  }

  #fail(target: Target, error: OutboundError): void {
    this.#failures.set(serverOf(target.url.href), error);
  }

  #trackSocket(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #count(stream: NodeJS.EventEmitter): void {
    stream.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes <= this.#options.maxBytes || this.#ended.signal.aborted) return;
      this.close();
      this.#options.onTooManyBytes();
    });
  }

  /** Only the browser that this proxy was opened for has the password. */
  #isAuthorized({ headers }: IncomingMessage): boolean {
    const sentCredentials = Buffer.from(headers['proxy-authorization'] ?? '');
    return (
      sentCredentials.length === this.#expectedCredentials.length &&
      timingSafeEqual(sentCredentials, this.#expectedCredentials)
    );
  }
}

type HeaderValues = NodeJS.Dict<string | string[]>;

const endToEnd = (headers: HeaderValues): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || connectionHeaders.has(name) ? [] : [[name, value]],
    ),
  );

function serverOf(url: string): string {
  const { protocol, hostname, port } = URL.parse(url) ?? { protocol: '', hostname: url, port: '' };
  return `${hostname}:${port || (protocol === 'http:' || protocol === 'ws:' ? '80' : '443')}`;
}
