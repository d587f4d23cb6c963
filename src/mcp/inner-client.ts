import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import inject, { type Response } from 'light-my-request';
import { invalidField, notFound } from '../platform/http/errors.ts';
import type { BoundRoute, RequestFacts } from '../platform/http/route.ts';

export interface InnerRequest {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Additional to those of the request: a payment, an idempotency key. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Response of a route of the service. */
export interface InnerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** The only headers passed on, about identity and client. Never host or forwarding headers. */
const forwardedHeaders = [
  'authorization',
  'x-ally-key',
  'idempotency-key',
  'payment-signature',
  'x-max-ap',
  'user-agent',
  'cf-ray',
];

/** Calls routes of the service in-process through the same server, so that every rule of a route applies. */
export class InnerClient {
  readonly #routes: ReadonlyMap<string, BoundRoute>;
  readonly #app: () => FastifyInstance;
  /** Calls with a key that no tool can make: files and long lists. */
  readonly httpOnly: readonly BoundRoute[];

  constructor(routes: readonly BoundRoute[], app: () => FastifyInstance) {
    this.#routes = new Map(routes.filter(isReadable).map((each) => [each.name, each]));
    this.#app = app;
    this.httpOnly = routes.filter(
      (each) =>
        !(isReadable(each) && isCallable(each)) &&
        !['none', 'admin'].includes(each.auth) &&
        each.path !== '/mcp',
    );
  }

  /** The routes that a tool can call. */
  get routes(): BoundRoute[] {
    return [...this.#routes.values()].filter(isCallable);
  }

  async call(name: string, input: InnerRequest, from: RequestFacts): Promise<InnerResponse> {
    const route = this.#routes.get(name);
    if (!route) throw notFound(`there is no call ${name.slice(0, 60)}`, 'find_call {} lists all calls.');
    const app = this.#app();
    let response: ServerResponse | undefined;
    const abort = () => response?.destroy();
    from.signal.addEventListener('abort', abort, { once: true });
    try {
      const injected = await inject(
        (request, into) => {
          response = into as unknown as ServerResponse;
          reportFinish(response, from.signal);
          app.routing(request as never, response);
        },
        {
          method: route.method,
          url: buildPath(route, input),
          // Limits count the caller's network, so the inner request must come from it too.
          remoteAddress: from.ip,
          headers: buildHeaders(from, input, route),
          ...(route.method !== 'GET' && input.body && { payload: JSON.stringify(input.body) }),
        },
      );
      return {
        status: injected.statusCode,
        headers: flattenHeaders(injected.headers),
        text: injected.payload,
      };
    } finally {
      from.signal.removeEventListener('abort', abort);
    }
  }
}

/**
 * A response without a socket cannot report that it was sent, but a payment is used up only once its response
 * was delivered. It counts as delivered if it ended while the client was still connected.
 */
function reportFinish(response: ServerResponse, signal: AbortSignal): void {
  let isFinished = false;
  response.once('finish', () => {
    isFinished = !signal.aborted;
  });
  Object.defineProperty(response, 'writableFinished', { get: () => isFinished });
}

/** Routes that return JSON, or a line of it for each item that was sent. Texts are read as resources. */
const isCallable = ({ response: { types = ['application/json'] }, body }: BoundRoute): boolean =>
  types.includes('application/json') || (types.includes('application/x-ndjson') && body !== undefined);

/** Files, streams and sockets are left to HTTP, and MCP does not call itself. */
const isReadable = (route: BoundRoute): boolean =>
  !route.stream &&
  route.response.status !== 101 &&
  route.path !== '/mcp' &&
  (isCallable(route) || route.area === 'documents');

function buildPath(route: BoundRoute, { params = {}, query = {} }: InnerRequest): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = toText(params[name] ?? '');
    // Path segments that consist of dots would change the path, even when encoded.
    if (value === '' || value === '.' || value === '..')
      throw invalidField(
        `params.${name} ${value === '' ? 'is missing' : `cannot be "${value}"`}`,
        `${route.name} is ${route.method} ${route.path}: send params {"${name}":…}.`,
      );
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.append(name, toText(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

const toText = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();

function buildHeaders(from: RequestFacts, input: InnerRequest, route: BoundRoute): Record<string, string> {
  const headers: Record<string, string> = {
    host: 'mcp.invalid',
    accept: 'application/json',
    ...(route.method !== 'GET' && input.body && { 'content-type': 'application/json' }),
  };
  for (const name of forwardedHeaders) {
    const value = from.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  return headers;
}

function flattenHeaders(headers: Response['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}
