import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * A TCP relay in front of a server. It can stop forwarding without closing connections, like a dead route.
 */
export class Relay {
  readonly #pairs = new Set<Pair>();
  readonly #target: NetConnectOpts;
  readonly #server = createServer({ allowHalfOpen: false }, (client) => this.#accept(client));
  #refusesNew = false;

  constructor(target: NetConnectOpts) {
    this.#target = target;
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops all traffic on open connections; new ones work unless `all`. */
  blackHole({ all = false } = {}): void {
    this.#refusesNew = all;
    for (const { client, server } of this.#pairs) {
      client.unpipe(server).pause();
      server.unpipe(client).pause();
    }
  }

  /** Makes new connections work again and resets the silenced ones, like a host that lost their state. */
  heal(): void {
    this.#refusesNew = false;
    for (const pair of this.#pairs) if (pair.client.isPaused()) this.#end(pair);
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) this.#end(pair);
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    const server = connect(this.#target);
    const pair = { client, server };
    this.#pairs.add(pair);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        this.#pairs.delete(pair);
        other.destroy();
      });
    }
    if (this.#refusesNew) {
      client.pause();
      server.pause();
      return;
    }
    client.pipe(server);
    server.pipe(client);
  }

  #end({ client, server }: Pair): void {
    client.destroy();
    server.destroy();
  }
}
