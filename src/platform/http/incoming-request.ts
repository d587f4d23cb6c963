import type { FastifyReply, FastifyRequest } from 'fastify';
import { disconnectSignal } from './disconnect-signal.ts';
import { toNetwork } from './network.ts';
import { type CallPayment, noteRequestPaid } from './paid-responses.ts';
import type { RequestFacts } from './route.ts';

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
