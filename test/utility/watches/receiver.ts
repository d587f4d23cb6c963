import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { serveHttp } from '../../counterparts/servers.ts';

export interface Received {
  readonly path: string;
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies whose shape is what it tests
  readonly body: any;
}

type Manner = (response: ServerResponse, got: Received) => void;

/** Receives webhooks on loopback; each path may have its own behaviour. */
export class Receiver {
  readonly got: Received[] = [];
  readonly manners: Record<string, Manner> = {};
  port = 0;

  static async start(t: TestContext): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.port = (await serveHttp(t, (request, response) => receiver.#take(request, response))).port;
    return receiver;
  }

  at(path: string): string {
    return `http://hooks.test:${this.port}${path}`;
  }

  on(path: string): Received[] {
    return this.got.filter((each) => each.path === path);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    const headers = request.headers as Record<string, string>;
    const path = request.url ?? '';
    const got = { path, id: headers['webhook-id'] ?? '', headers, raw, body: JSON.parse(raw) };
    this.got.push(got);
    const manner = this.manners[path];
    if (manner) manner(response, got);
    else response.end('ok');
  }
}

/** The body, if the official library accepts the signature; otherwise it throws. */
export const verified = (secret: string, { raw, headers }: Received): unknown =>
  new Webhook(secret).verify(raw, headers);
