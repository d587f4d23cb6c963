import type { Socket } from 'node:net';
import { inSpan, outgoingTraceparent, type Span } from '../tracing/trace.ts';
import type { Network } from './address.ts';
import { Admission, type OutboundLimits, publicLimits, upstreamLimits } from './admission.ts';
import type { Body, BodyLimits } from './body.ts';
import { IdleConnections } from './connection.ts';
import { CookieJar } from './cookie-jar.ts';
import type { Deadline } from './deadline.ts';
import { dial } from './dial.ts';
import type { Dns } from './dns.ts';
import { type Hop, OutboundError } from './error.ts';
import { type Exchange, exchange, type Headers, receive } from './exchange.ts';
import { createGuard } from './guard.ts';
import { createRequest, followRedirect, type OutboundRequest, type RequestOptions } from './request.ts';
import { parseHost, parseTarget } from './target.ts';
import type { TlsFacts } from './tls.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 5 * 1_024 * 1_024;
const DEFAULT_MAX_REDIRECTS = 5;

export interface OutboundOptions {
  readonly dns: Dns;
  /** Default User-Agent: `kith/<version> (+<public url>)`. */
  readonly userAgent: string;
  /** Networks that may be reached although they are not public. */
  readonly allow?: readonly Network[];
  /**
   * URLs configured by the operator: their origins may be on private addresses; their redirects are checked
   * like any other URL. Such a client has its own connection limits. Never pass it a URL named by a caller.
   */
  readonly upstreams?: readonly string[];
  readonly limits?: OutboundLimits;
}

export interface FetchOptions extends RequestOptions {
  /**
   * Limit for DNS, connecting, all redirects, headers and body together, without the time in our own queue.
   */
  readonly timeoutMs?: number;
  /** Limit of the decoded body. */
  readonly maxBytes?: number;
  /** 0 returns a redirect as the response. */
  readonly maxRedirects?: number;
  readonly onOversize?: 'refuse' | 'truncate';
  /** Cookies set by redirects are sent on the following hops, and discarded with the call. */
  readonly keepCookies?: boolean;
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  /** Lower-case names; a repeated header is a list. */
  readonly headers: Headers;
  /** URL of this response, after redirects. */
  readonly url: string;
  /** Every response of the call; the last is this one. */
  readonly hops: readonly Hop[];
  readonly body: Buffer;
  readonly truncated: boolean;
  /** IP address of the server that sent this response. */
  readonly address: string;
  /** DNS and first byte of the last hop; total of the whole call. */
  readonly timings: { readonly dnsMs: number; readonly ttfbMs: number; readonly totalMs: number };
  readonly tls: TlsFacts | null;
}

export interface ConnectOptions {
  /** Maximum lifetime of the socket, including connecting. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The only way out: it reaches public addresses, and networks that the operator has allowed. */
export interface Outbound {
  fetch(url: string | URL, options?: FetchOptions): Promise<OutboundResponse>;
  /** Whether the URL may be requested at the moment, without requesting it; throws what `fetch` would. */
  check(url: string | URL, options?: ConnectOptions): Promise<void>;
  /** A plain TCP connection for protocols such as WHOIS. kith chooses the port, never a caller. */
  connect(host: string, port: number, options?: ConnectOptions): Promise<Socket>;
  /** Aborts running calls and rejects later ones. */
  close(): void;
}

export function createOutbound({
  dns,
  userAgent,
  allow = [],
  upstreams,
  limits = upstreams ? upstreamLimits : publicLimits,
}: OutboundOptions): Outbound {
  const guard = createGuard(dns, allow);
  const idle = new IdleConnections();
  const admission = new Admission(limits);
  const trusted = new Set(upstreams?.map((url) => new URL(url).origin));

  function fetch(input: string | URL, options: FetchOptions = {}): Promise<OutboundResponse> {
    const method = options.method ?? 'GET';
    return inSpan(method, 'client', async (span) => {
      if (span) describeCall(span, method, input);
      const response = await fetchWhole(input, options);
      span?.set('http.response.status_code', response.status);
      if (response.hops.length > 1) span?.set('kith.redirects', response.hops.length - 1);
      return response;
    });
  }

  async function fetchWhole(input: string | URL, options: FetchOptions): Promise<OutboundResponse> {
    const startedAt = performance.now();
    const maxRedirects = options.maxRedirects ?? DEFAULT_MAX_REDIRECTS;
    const deadline = admission.begin(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
    const hops: Hop[] = [];
    const jar = options.keepCookies ? new CookieJar() : null;
    let at = String(input);

    /** Sends one request and records the hop; only the last response's body is read. */
    async function hop(request: OutboundRequest): Promise<OutboundResponse | OutboundRequest> {
      const { host, url } = request.target;
      const leaveHost = await admission.enterHost(host, deadline);
      let leaveAddress = () => {};
      try {
        const resolvingAt = performance.now();
        const addresses = await deadline.resolving(() => guard(host, deadline, trusted.has(url.origin)));
        const dnsMs = performance.now() - resolvingAt;
        leaveAddress = await admission.enterAddress(addresses, deadline);
        const cookie = jar?.headerFor(request.target.url);
        const headers = cookie ? { ...request.headers, cookie } : request.headers;
        const answer = await exchange({ ...request, headers }, { addresses, dnsMs }, idle, deadline);
        jar?.take(request.target.url, answer.headers['set-cookie']);
        hops.push(answer.hop);
        if (answer.hop.location === null || maxRedirects === 0) {
          const onLarge = () => admission.enterLargeBody(deadline);
          const body = await receive(answer, idle, { ...toLimits(options), onLarge });
          return toResponse(answer, body, hops, performance.now() - startedAt);
        }
        // The body of a redirect is not worth waiting for.
        answer.connection.destroy();
        at = URL.parse(answer.hop.location, at)?.href ?? answer.hop.location;
        if (hops.length > maxRedirects) {
          throw new OutboundError('too_many_redirects', `More than ${maxRedirects} redirects.`);
        }
        return followRedirect(request, answer.hop.status, answer.hop.location);
      } finally {
        leaveAddress();
        leaveHost();
      }
    }

    try {
      const traceparent = outgoingTraceparent();
      const headers = { 'user-agent': userAgent, ...(traceparent && { traceparent }), ...options.headers };
      let next: OutboundResponse | OutboundRequest = createRequest(input, { ...options, headers });
      while ('target' in next) {
        at = next.target.url.href;
        next = await hop(next);
      }
      return next;
    } catch (error) {
      throw withLocation(error, at, hops, deadline);
    } finally {
      admission.end(deadline);
    }
  }

  function connect(host: string, port: number, options: ConnectOptions = {}): Promise<Socket> {
    return inSpan('connect', 'client', (span) => {
      span?.set('server.address', host);
      span?.set('server.port', port);
      return openSocket(host, port, options);
    });
  }

  async function openSocket(host: string, port: number, options: ConnectOptions): Promise<Socket> {
    const deadline = admission.begin(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
    let leaveHost = () => {};
    let leaveAddress = () => {};
    const end = () => {
      leaveAddress();
      leaveHost();
      admission.end(deadline);
    };
    try {
      const name = parseHost(host);
      leaveHost = await admission.enterHost(name, deadline);
      const addresses = await deadline.resolving(() => guard(name, deadline));
      leaveAddress = await admission.enterAddress(addresses, deadline);
      const { socket } = await dial(addresses, port, deadline.signal);
      deadline.signal.addEventListener('abort', () => socket.destroy(deadline.signal.reason), { once: true });
      socket.once('close', end);
      return socket;
    } catch (error) {
      end();
      throw withLocation(error, host, [], deadline);
    }
  }

  async function check(url: string | URL, options: ConnectOptions = {}): Promise<void> {
    const deadline = admission.begin(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
    try {
      const { host } = parseTarget(url);
      await deadline.resolving(() => guard(host, deadline));
    } catch (error) {
      throw withLocation(error, String(url), [], deadline);
    } finally {
      admission.end(deadline);
    }
  }

  function close(): void {
    admission.close();
    idle.close();
  }

  return { fetch, check, connect, close };
}

/** Only the server: paths and queries may contain secrets. */
function describeCall(span: Span, method: string, input: string | URL): void {
  const url = URL.parse(String(input));
  span.set('http.request.method', method);
  if (!url) return;
  span.set('url.scheme', url.protocol.slice(0, -1));
  span.set('server.address', url.hostname);
  if (url.port) span.set('server.port', Number(url.port));
}

function toLimits({
  maxBytes = DEFAULT_MAX_BYTES,
  onOversize = 'refuse',
}: FetchOptions): Omit<BodyLimits, 'onLarge'> {
  return { maxBytes, onOversize };
}

function toResponse(answer: Exchange, body: Body, hops: readonly Hop[], totalMs: number): OutboundResponse {
  return {
    status: answer.hop.status,
    headers: answer.headers,
    url: answer.hop.url,
    hops,
    body: body.bytes,
    truncated: body.truncated,
    address: answer.connection.address,
    timings: { dnsMs: answer.dnsMs, ttfbMs: answer.ttfbMs, totalMs },
    tls: answer.connection.tls,
  };
}

/** Adds where the call failed, without a password that the URL may contain. */
function withLocation(error: unknown, at: string, hops: readonly Hop[], { spent }: Deadline): unknown {
  if (!(error instanceof OutboundError)) return error;
  error.spent = spent;
  const url = URL.parse(at);
  if (url !== null) {
    url.username = '';
    url.password = '';
  }
  error.url = url?.href ?? at;
  error.hops = hops;
  return error;
}
