import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const json = 'application/json; charset=utf-8';

/** A response that is sent later, perhaps to thousands of clients at once. The route has finished its checks and only waits. */
export class DelayedResponse {
  readonly take: (pending: PendingResponse) => void;

  constructor(take: (pending: PendingResponse) => void) {
    this.take = take;
  }
}

/** Holds pending responses, and is notified if one disconnects before its response. */
export interface PendingResponseHolder {
  gone(pending: PendingResponse): void;
}

const pendingKey = Symbol('pending');
type HeldResponse = ServerResponse & { [pendingKey]?: PendingResponse };

/**
 * A pending response. It is as small as possible, because there are thousands: no promise, timer or closure of
 * its own. The response is a 200 whose bytes all recipients share.
 */
export class PendingResponse {
  readonly #response: HeldResponse;
  readonly #headers: string[];
  #holder: PendingResponseHolder | undefined;

  constructor(reply: FastifyReply) {
    this.#response = reply.raw;
    this.#headers = [];
    for (const [name, value] of Object.entries(reply.getHeaders())) this.#headers.push(name, String(value));
  }

  setHolder(holder: PendingResponseHolder): void {
    this.#holder = holder;
    this.#response[pendingKey] = this;
    this.#response.on('close', onClose);
    // The client may have disconnected during the route's checks.
    if (this.#response.destroyed) onClose.call(this.#response);
  }

  /** `last` also closes the connection: the server is stopping. */
  send(body: Buffer, last = false): void {
    this.#holder = undefined;
    const headers = this.#headers;
    headers.push('content-type', json, 'content-length', String(body.length));
    if (last) headers.push('connection', 'close');
    this.#response.writeHead(200, headers);
    this.#response.end(body);
  }

  onDisconnect(): void {
    this.#holder?.gone(this);
    this.#holder = undefined;
  }
}

/** One function for all. A response also closes after it was sent; then no holder has it any more. */
function onClose(this: HeldResponse): void {
  this[pendingKey]?.onDisconnect();
}

export function sendDelayed(delayed: DelayedResponse, reply: FastifyReply): FastifyReply {
  delayed.take(new PendingResponse(reply));
  return reply.hijack();
}
