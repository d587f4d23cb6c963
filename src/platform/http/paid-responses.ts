import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tx } from '../db/transaction.ts';
import type { CallPayment, IdempotencyRecord } from './tables.ts';

/** A paid call and its response, as bound by a receipt. */
export interface PaidResponse {
  readonly method: string;
  readonly path: string;
  /** Names and values of the query, in the order they were sent. */
  readonly query: readonly (readonly [string, string])[];
  /** The JSON body; null if there was none. */
  readonly body: unknown;
  readonly status: number;
  /** The response body, byte for byte. */
  readonly answer: string | Buffer;
  readonly payment: CallPayment;
  /** Its idempotency key: a retry gets the receipt of the first response. */
  readonly idempotency?: Pick<IdempotencyRecord, 'scope' | 'keyHash'> | undefined;
}

/** Issues the receipt of a paid response, for the `x-receipt` header. */
export interface Receipts {
  issue(paid: PaidResponse): Promise<string>;
}

const ofTransaction = new WeakMap<Tx, CallPayment>();
const ofRequest = new WeakMap<FastifyRequest, CallPayment>();
const idempotencyOfRequest = new WeakMap<FastifyRequest, IdempotencyRecord>();

/** Records how the effect of this transaction was paid. */
export function notePayment(tx: Tx, payment: CallPayment): void {
  ofTransaction.set(tx, payment);
}

export function paymentIn(tx: Tx): CallPayment | undefined {
  return ofTransaction.get(tx);
}

export function noteRequestPaid(request: FastifyRequest, payment: CallPayment): void {
  ofRequest.set(request, payment);
}

export function noteIdempotency(request: FastifyRequest, idempotency: IdempotencyRecord): void {
  idempotencyOfRequest.set(request, idempotency);
}

/**
 * Every successful paid call gets a receipt. If one cannot be issued, the call still succeeds: the failure is
 * ours.
 */
export function answerWithReceipts(
  app: FastifyInstance,
  receipts: Receipts,
  onError: (error: unknown) => void,
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const payment = ofRequest.get(request);
    if (!payment || reply.statusCode >= 400 || !(typeof payload === 'string' || Buffer.isBuffer(payload)))
      return done(null, payload);
    const [path = '', query = ''] = request.url.split('?', 2);
    const { method, body } = request;
    receipts
      .issue({
        method,
        path,
        query: [...new URLSearchParams(query)],
        body: body ?? null,
        status: reply.statusCode,
        answer: payload,
        payment,
        idempotency: idempotencyOfRequest.get(request),
      })
      .then((receipt) => void reply.header('x-receipt', receipt), onError)
      .then(() => done(null, payload));
  });
}
