import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Hook {
  readonly id: string;
  readonly body: string;
}

/** A server with pages to watch and an endpoint for webhooks. */
export class Pages {
  /** All received webhooks, including retries. */
  readonly hooks: Hook[] = [];
  content = 'Nothing has happened yet.';
  #url = '';
  readonly #server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      this.hooks.push({ id: String(request.headers['webhook-id']), body: await text(request) });
      response.writeHead(204).end();
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      const page = `<p>${this.content} This page is watched by the fault rounds, and says what they have come to.</p>`;
      response.end(`<!doctype html><title>Page</title><main><h1>Page</h1>${page}</main>`);
    }
  });

  async listen(address = '127.0.0.1'): Promise<void> {
    this.#server.listen(0, address);
    await once(this.#server, 'listening');
    this.#url = `http://${address}:${(this.#server.address() as AddressInfo).port}`;
  }

  url(path: string): string {
    return `${this.#url}/${path}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
