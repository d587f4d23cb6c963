import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const json = 'application/json; charset=utf-8';

/** An answer that is given later, perhaps to thousands at once. The route has done its checks; what is left is to wait. */
export class Later {
  readonly take: (waiting: Waiting) => void;

  constructor(take: (waiting: Waiting) => void) {
    this.take = take;
  }
}

/** Whoever keeps those who wait: told of one who left before the answer. */
export interface Keeper {
  gone(waiting: Waiting): void;
}

const place = Symbol('waiting');
type Held = ServerResponse & { [place]?: Waiting };

/**
 * A request that waits. It is as small as it can be, because there are thousands: no promise, no timer, no closure of
 * its own. The answer is a 200 with bytes that all who get the same answer share.
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
    // It may have left while the route was at its checks.
    if (this.#response.destroyed) onClose.call(this.#response);
  }

  /** `last` ends the connection with it: the server is going. */
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

/** One function for all. A response closes after its answer too; then nobody keeps it any more. */
function onClose(this: Held): void {
  this[place]?.left();
}

export function answerLater(later: Later, reply: FastifyReply): FastifyReply {
  later.take(new Waiting(reply));
  return reply.hijack();
}
