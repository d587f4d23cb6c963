import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { noteRequestPaid } from './paid-responses.ts';
import type { RequestFacts } from './route.ts';
import type { CallPayment } from './tables.ts';

/** Facts about a request, computed only when a handler reads them. */
export class IncomingRequest implements RequestFacts {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #disconnected: AbortSignal | undefined;
  #network: string | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
  }
  get id() {
    return this.#request.id;
  }
  get method() {
    return this.#request.method;
  }
  get url() {
    return this.#request.url;
  }
  get ip() {
    return this.#request.ip;
  }
  get host() {
    return this.#request.host;
  }
  get network() {
    this.#network ??= toNetwork(this.#request.ip);
    return this.#network;
  }
  get headers() {
    return this.#request.headers;
  }
  get signal() {
    this.#disconnected ??= disconnectSignal(this.#reply.raw);
    return this.#disconnected;
  }
  readonly setHeader = (name: string, value: string) => void this.#reply.header(name, value);
  paidBy(payment: CallPayment) {
    noteRequestPaid(this.#request, payment);
  }
  whenAnswered(listener: (whole: boolean) => void) {
    const { raw } = this.#reply;
    const notify = () => listener(raw.writableFinished && raw.statusCode < 400);
    if (raw.closed) notify();
    else raw.once('close', notify);
  }
}

/** All unreadable addresses count as one network, so that malformed input never gets a fresh limit. */
const unknownNetwork = 'unknown';

/** Cache of recently seen addresses: parsing an address is slower than a lookup. */
const networks = new Map<string, string>();
const maxKnown = 4_096;
/** Upper bound on the length of an address, including what proxies add. */
const maxKnownLength = 64;

/**
 * The subject of limits per network: one IPv4 address, or the /64 that every IPv6 customer has at least.
 * Proxies may write the address with a port, in brackets or with a zone; all of these are the same network.
 */
export function toNetwork(ip: string): string {
  const cached = networks.get(ip);
  if (cached !== undefined) return cached;
  const network = readNetwork(ip);
  if (networks.size >= maxKnown) networks.clear();
  if (ip.length <= maxKnownLength) networks.set(ip, network);
  return network;
}

function readNetwork(ip: string): string {
  const address = parseAddress(ip);
  if (address === undefined) return unknownNetwork;
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = address.toByteArray().fill(0, 8);
  return `${ipaddr.fromByteArray(prefix).toString()}/64`;
}

function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const text = ip.trim().replaceAll('"', '');
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const withoutZone = bare.split('%', 1)[0] ?? '';
  // Only four decimal numbers: the library also accepts "1", "0x7f.1" and "010.0.0.1", each another spelling.
  if (ipaddr.IPv4.isValidFourPartDecimal(withoutZone)) return ipaddr.IPv4.parse(withoutZone);
  return ipaddr.IPv6.isValid(withoutZone) ? ipaddr.process(withoutZone) : undefined;
}

/** Shared: a new error for every aborted call would capture a stack that is never read. */
const disconnected = new DOMException('The client is gone.', 'AbortError');

/** Whether work ended because the client left, which is no failure. */
export const isDisconnect = (error: unknown): boolean => error === disconnected;

/** Aborts when the client disconnects before the response is complete, or has already done so. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // 'close' is emitted once: a listener added after it would wait forever.
  if (response.closed || response.destroyed || response.socket?.destroyed) controller.abort(disconnected);
  // On the response, not the socket: a kept-alive socket would accumulate one listener per request.
  else response.once('close', () => controller.abort(disconnected));
  return controller.signal;
}
