import { ACCEPT_ENCODING } from './body.ts';
import { OutboundError } from './error.ts';
import { parseTarget, type Target } from './target.ts';

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request about to be sent, with a parsed but not yet resolved target. */
export interface OutboundRequest {
  readonly target: Target;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** Headers that frame the message or belong to the connection: set by the client, never by a caller. */
const MANAGED_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The only headers that another origin receives. A list of secret ones would always miss the next
 * `x-api-key`.
 */
const PLAIN_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The parts of a request that a caller may choose. */
export interface RequestOptions {
  readonly method?: Method;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export function createRequest(input: string | URL, options: RequestOptions): OutboundRequest {
  const callerHeaders = Object.entries(options.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !MANAGED_HEADERS.has(name));
  return {
    target: parseTarget(input),
    method: options.method ?? 'GET',
    headers: { accept: '*/*', 'accept-encoding': ACCEPT_ENCODING, ...Object.fromEntries(callerHeaders) },
    body: options.body ?? null,
  };
}

/** The target of a redirect, or null if there is none. */
export function redirectLocation(status: number, location: string | string[] | undefined): string | null {
  if (!REDIRECTS.has(status) || location === undefined) return null;
  if (Array.isArray(location)) {
    throw new OutboundError('bad_response', 'The server returned more than one Location header.');
  }
  // Header bytes arrive as Latin-1; servers that send a raw path mean UTF-8.
  const utf8 = Buffer.from(location, 'latin1').toString('utf8');
  return utf8.includes('\ufffd') ? location : utf8;
}

/**
 * The next request by the Fetch standard: method, body and headers. The new target is checked from scratch.
 */
export function followRedirect(request: OutboundRequest, status: number, location: string): OutboundRequest {
  const url = URL.parse(location, request.target.url.href);
  if (url === null) throw new OutboundError('bad_url', 'The server redirects to an invalid URL.');
  if (url.hash === '') url.hash = request.target.url.hash;
  const target = parseTarget(url);
  const becomesGet =
    (status === 303 && request.method !== 'GET' && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const sameOrigin = target.url.origin === request.target.url.origin;
  const keptHeaders = Object.entries(request.headers).filter(
    ([name]) => (sameOrigin || PLAIN_HEADERS.has(name)) && !(becomesGet && name.startsWith('content-')),
  );
  return {
    target,
    method: becomesGet ? 'GET' : request.method,
    headers: Object.fromEntries(keptHeaders),
    body: becomesGet ? null : request.body,
  };
}
