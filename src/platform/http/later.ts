import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const json = 'application/json; charset=utf-8';

/**
 * A response that is sent later, perhaps to thousands of clients at once. The route has done its checks; it
 * only remains to wait.
 */
export class Later {
  readonly take: (waiting: Waiting) => void;

  constructor(take: (waiting: Waiting) => void) {
    this.take = take;
  }
}

/** Holds waiting requests, and is notified if one disconnects before its response. */
export interface Keeper {
  gone(waiting: Waiting): void;
}

const place = Symbol('waiting');
type Held = ServerResponse & { [place]?: Waiting };

/**
 * A waiting request. It is as small as possible, because there are thousands: no promise, timer or closure of
 * its own. The response is a 200 whose bytes all recipients share.
 */
export class Waiting {
  readonly #response: Held;
  readonly #headers: string[];
  #keeper: Keeper | undefined;

  constructor(reply: FastifyReply) {
    this.#response = reply.raw;
    this.#headers = [];
    for (const [name, value] of Object.entries(reply.getHeaders())) this.#headers.push(name, String(value));
  }

  keptBy(keeper: Keeper): void {
    this.#keeper = keeper;
    this.#response[place] = this;
    this.#response.on('close', onClose);
    // The client may have disconnected during the route's checks.
    if (this.#response.destroyed) onClose.call(this.#response);
  }

  /** `last` also closes the connection: the server is stopping. */
  answer(body: Buffer, last = false): void {
    this.#keeper = undefined;
    const headers = this.#headers;
    headers.push('content-type', json, 'content-length', String(body.length));
    if (last) headers.push('connection', 'close');
    this.#response.writeHead(200, headers);
    this.#response.end(body);
  }

  left(): void {
    this.#keeper?.gone(this);
    this.#keeper = undefined;
  }
}

/** One function for all. A response also closes after it was sent; then no keeper holds it any more. */
function onClose(this: Held): void {
  this[place]?.left();
}

export function answerLater(later: Later, reply: FastifyReply): FastifyReply {
  later.take(new Waiting(reply));
  return reply.hijack();
}
