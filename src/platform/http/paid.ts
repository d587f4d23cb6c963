import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tx } from '../db/transaction.ts';
import type { Claim } from './idempotency.ts';

/** What a call was paid with. */
export interface Payment {
  /** An exact decimal. */
  readonly amount: string;
  readonly currency: 'AP' | 'USDC';
  /** Names the payment where it was made: the transaction on its chain, or the ref of its ledger entry. */
  readonly transaction: string;
}

/** A paid call and its answer, as a receipt binds them. */
export interface PaidAnswer {
  readonly method: string;
  readonly path: string;
  /** Names and values of the query in the order they were sent. */
  readonly query: readonly (readonly [string, string])[];
  /** The JSON body; null where there was none. */
  readonly body: unknown;
  readonly status: number;
  /** The body of the answer, byte for byte. */
  readonly answer: string | Buffer;
  readonly payment: Payment;
  /** The idempotency key it came under: a retry gets the receipt of the first answer. */
  readonly claim?: Pick<Claim, 'scope' | 'keyHash'> | undefined;
}

/** Makes the receipt of a paid answer, as the header `x-receipt` carries it. */
export interface Receipts {
  issue(paid: PaidAnswer): Promise<string>;
}

const ofTransaction = new WeakMap<Tx, Payment>();
const ofRequest = new WeakMap<FastifyRequest, Payment>();
const claimOfRequest = new WeakMap<FastifyRequest, Claim>();

/** Says what the effect of this transaction was paid with. */
export function notePayment(tx: Tx, payment: Payment): void {
  ofTransaction.set(tx, payment);
}

export function paymentIn(tx: Tx): Payment | undefined {
  return ofTransaction.get(tx);
}

export function noteRequestPaid(request: FastifyRequest, payment: Payment): void {
  ofRequest.set(request, payment);
}

export function noteRequestClaim(request: FastifyRequest, claim: Claim): void {
  claimOfRequest.set(request, claim);
}

/** Every paid call that went well is answered with a receipt. One that cannot be made is our loss, not the buyer's. */
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
        claim: claimOfRequest.get(request),
      })
      .then((receipt) => void reply.header('x-receipt', receipt), onError)
      .then(() => done(null, payload));
  });
}
