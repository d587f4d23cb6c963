import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listeningPort } from '../platform/listening-port.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';

export interface ConsoleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Whether it carries the token of the dev dir. */
  readonly isOwner: boolean;
}

export type ConsoleResponse = { readonly status: number; readonly json?: unknown; readonly html?: string };
type Handler = (request: ConsoleRequest) => Promise<ConsoleResponse> | ConsoleResponse;

/** The loopback server of `kith dev`: chain, facilitator, webhooks and clock, each under its own path. */
export class DevConsole {
  readonly #handlers = new Map<string, Handler>();
  readonly #token: Buffer;
  readonly #server = createServer((request, response) => {
    this.#answer(request).then(
      (answer) => send(response, answer),
      (error: unknown) => send(response, errorResponse(error)),
    );
  });

  constructor(token: string) {
    this.#token = Buffer.from(`Bearer ${token}`);
  }

  on(prefix: string, handler: Handler): void {
    this.#handlers.set(prefix, handler);
  }

  async listen(port: number): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${listeningPort(this.#server)}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage): Promise<ConsoleResponse> {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const [, first = ''] = path.split('/');
    const handler = this.#handlers.get(`/${first}`);
    if (!handler) return { status: 404, json: { error: `kith dev has no ${path}`, hint: 'GET /' } };
    const credentials = Buffer.from(request.headers.authorization ?? '');
    const isOwner = credentials.length === this.#token.length && timingSafeEqual(credentials, this.#token);
    return handler({
      method: request.method ?? 'GET',
      path: path.slice(first.length + 1),
      headers: request.headers,
      body: await text(request),
      isOwner,
    });
  }
}

function errorResponse(error: unknown): ConsoleResponse {
  const message = error instanceof Error ? error.message : String(error);
  const isCallerError = error instanceof OperatorProblem || error instanceof SyntaxError;
  return { status: isCallerError ? 400 : 500, json: { error: message } };
}

function send(response: ServerResponse, { status, json, html }: ConsoleResponse): void {
  if (html !== undefined)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  else if (json === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(jsonText(json));
}

/** Solana packages use bigints, which their wire format encodes as strings. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each));
