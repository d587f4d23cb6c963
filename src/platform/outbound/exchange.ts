import { LARGE_BODY_BYTES } from './admission.ts';
import { type Body, type BodyLimits, bodyTooLarge, decoderFor, readBody } from './body.ts';
import { type IdleConnections, OutboundConnection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { codeOf, type Hop, OutboundError } from './error.ts';
import { type OutboundRequest, redirectLocation } from './request.ts';

/** Lower-case names; a repeated header is a list. */
export type Headers = Readonly<Record<string, string | string[]>>;

/** A response whose body has not been read yet. */
export interface Exchange {
  readonly hop: Hop;
  readonly headers: Headers;
  readonly body: AsyncIterable<Buffer>;
  /** Whether the response cannot have a body. */
  readonly bodyless: boolean;
  readonly connection: OutboundConnection;
  readonly dnsMs: number;
  readonly ttfbMs: number;
}

/** Resolved and checked addresses, and how long that took. */
export interface Resolved {
  readonly addresses: readonly string[];
  readonly dnsMs: number;
}

/** One request and its response: connects to a checked address, sends, and waits for the headers. */
export async function exchange(
  request: OutboundRequest,
  { addresses, dnsMs }: Resolved,
  idle: IdleConnections,
  deadline: Deadline,
): Promise<Exchange> {
  const { target } = request;
  const startedAt = performance.now();

  const over = async (connection: OutboundConnection): Promise<Exchange> => {
    try {
      const pendingResponse = connection.request({
        path: `${target.url.pathname}${target.url.search}`,
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: deadline.signal,
      });
      // The client honours the signal only once it has started writing; the race works in any case.
      const { statusCode: status, body, ...response } = await deadline.race(pendingResponse);
      const headers = presentHeaders(response.headers);
      const hop = { url: target.url.href, status, location: redirectLocation(status, headers.location) };
      const ttfbMs = dnsMs + performance.now() - startedAt;
      const bodyless = request.method === 'HEAD' || status === 304;
      return { hop, headers, body, bodyless, connection, dnsMs, ttfbMs };
    } catch (error) {
      connection.destroy();
      throw toOutboundError(error);
    }
  };

  // A server may close an idle connection at any moment. Retrying is harmless for GET and HEAD; anything else
  // must not arrive twice, so it always gets a new connection.
  const isRetryable = request.method === 'GET' || request.method === 'HEAD';
  const idleConnection = isRetryable ? idle.take(target.url.origin, addresses) : null;
  if (idleConnection !== null) {
    try {
      return await over(idleConnection);
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason !== 'bad_response') throw error;
    }
  }
  return over(await OutboundConnection.open(target, addresses, deadline.signal));
}

/** Reads the body within the limits and, if it ended cleanly, keeps the connection for the next request. */
export async function receive(answer: Exchange, idle: IdleConnections, limits: BodyLimits): Promise<Body> {
  const { headers, bodyless, connection } = answer;
  try {
    const announced = Number(headers['content-length'] ?? 0);
    if (!bodyless && limits.onOversize === 'refuse' && announced > limits.maxBytes) {
      throw bodyTooLarge(limits.maxBytes);
    }
    if (!bodyless && announced >= LARGE_BODY_BYTES) await limits.onLarge();
    const decoder = bodyless ? null : decoderFor(headers['content-encoding']);
    const body = await readBody(withOutboundErrors(answer.body), decoder, limits);
    if (body.truncated) connection.destroy();
    else idle.put(connection);
    return body;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

function presentHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  // Without a prototype: a server chooses these names, and `constructor` must not be found unless it was
  // sent.
  const present: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) present[name] = value;
  return present;
}

async function* withOutboundErrors(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw toOutboundError(error);
  }
}

/** Converts a failure after the connection was established. */
function toOutboundError(error: unknown): unknown {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  // An invalid header or method is a bug of the calling code, not of the server.
  if (code === 'UND_ERR_INVALID_ARG') return error;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new OutboundError('too_large', 'The response headers are too large.', error);
  }
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return new OutboundError('tls_failed', `The TLS connection failed (${code}).`, error);
  }
  return new OutboundError('bad_response', `The server returned an invalid HTTP response (${code}).`, error);
}
