import { createHash } from 'node:crypto';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import canonicalize from 'canonicalize';
import type { Clock } from '../platform/clock.ts';
import { BadSetting } from '../platform/config/setting.ts';
import { type DeferredResult, mapResult, type Transact, type Tx } from '../platform/db/transaction.ts';
import type { Replay } from '../platform/http/idempotency.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { BoundRoute, RequestFacts } from '../platform/http/route.ts';
import type { IdempotencyRecord } from '../platform/http/tables.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import type { Log } from '../platform/log.ts';
import type { Dns } from '../platform/outbound/dns.ts';
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts';
import { version } from '../version.ts';
import { SolanaChain } from './chain.ts';
import { toUnits } from './currency.ts';
import { paymentInUse } from './errors.ts';
import { Facilitator } from './facilitator.ts';
import { type Bazaar, Challenges, type Offer, type PaidCall, type Receipt, receiptHeader } from './offer.ts';
import { type PaidEffect, Reconciler } from './reconciler.ts';
import { HoldLost, type PaymentHold, PaymentRecords, StoredResponses, toReceipt } from './records.ts';
import { Settlements } from './settlements.ts';
import { readPayment, type SignedPayment } from './signed-payment.ts';
import type { Intent } from './tables.ts';

interface PaymentDependencies {
  readonly transaction: Transact;
  readonly serverKey: ServerKey;
  readonly log: Log;
  readonly clock: Clock;
  readonly payee: string;
  readonly outbound: Outbound;
  readonly facilitator: Facilitator;
  readonly records: PaymentRecords;
  readonly chain: SolanaChain;
}

/**
 * Paid calls over x402, one payment per call: verified, settled, and recorded until the response is
 * delivered.
 */
export class Payments {
  readonly #deps: PaymentDependencies;
  readonly #challenges: Challenges;
  readonly #settlements: Settlements;
  readonly #reconciler: Reconciler;
  readonly #answers: StoredResponses;

  constructor(deps: PaymentDependencies) {
    this.#deps = deps;
    this.#challenges = new Challenges(deps);
    this.#settlements = new Settlements({ ...deps, challenges: this.#challenges });
    this.#answers = new StoredResponses(deps.serverKey);
    this.#reconciler = new Reconciler({ ...deps, answers: this.#answers });
  }

  get payee(): string {
    return this.#deps.payee;
  }

  get chain(): SolanaChain {
    return this.#deps.chain;
  }

  stop(): void {
    this.#deps.facilitator.stop();
    this.#deps.records.stop();
    this.#deps.outbound.close();
  }

  isPaid(request: RequestFacts): boolean {
    return request.headers['payment-signature'] !== undefined;
  }

  accepts(offer: Offer): Promise<PaymentRequirements> {
    return this.#challenges.accepts(offer);
  }

  challenge(call: Pick<PaidCall, 'offer' | 'baseUrl' | 'request'>, refused?: string): Promise<Refusal> {
    return this.#challenges.challenge(call, refused);
  }

  /**
   * Tests the payment path as far as possible without money: terms can be built, the payee can be paid, and
   * the facilitator refuses an unsigned payment. Throws with the problem.
   */
  async examine(): Promise<void> {
    const { facilitator, chain } = this.#deps;
    const terms = { priceUsd: '0.001', payTo: this.payee, settleFirst: false };
    const accepted = await facilitator.requirements(terms);
    if (!(await chain.hasTokenAccount(this.payee)))
      throw new Error(`the payee ${this.payee} has no USDC token account`);
    const unsigned: PaymentPayload = { x402Version: 2, accepted, payload: { transaction: 'AAAA' } };
    if ((await facilitator.verify(unsigned, accepted)) === undefined)
      throw new Error('the facilitator accepts an unsigned payment');
  }

  /** Registers the paid routes for discovery by crawlers. */
  describe(routes: readonly BoundRoute[]): void {
    this.#challenges.describe(routes);
  }

  discovery(method: string, path: string): Bazaar | undefined {
    return this.#challenges.discovery(method, path);
  }

  /** Verifies, runs, then settles; the response is released only after that. A failed run costs nothing. */
  async runThenSettle<T>(call: PaidCall, run: () => Promise<T>): Promise<T> {
    return this.#withHold(call, async (hold, payment) => {
      if (hold.state === 'held') {
        const terms = await this.#settlements.verify(call, payment);
        const answer = await run();
        await this.#deps.records.recordSettling(hold, terms, {
          answer: this.#answers.pack(hold, answer, call),
          message: payment.message.bytes,
        });
      }
      if (hold.state === 'settling') await this.#settlements.settle(call, hold, payment);
      return this.#answers.unpack<T>(call, hold);
    });
  }

  /** The response that the request's Idempotency-Key already paid for, so that a retry costs nothing. */
  async findEarlierPurchase<T>(call: PaidCall): Promise<T | undefined> {
    const bought = await this.showReceipt(call);
    if (!bought) return undefined;
    call.setHeader('idempotency-replayed', 'true');
    return this.#answers.unpack<T>(call, bought);
  }

  /** Adds the receipt of the payment that the request's Idempotency-Key used, for a response that is repeated. */
  async showReceipt(call: PaidCall) {
    if (!call.idempotency) return undefined;
    const bought = await this.#deps.records.findPurchase(call.idempotency.keyHash, hashRequest(call));
    if (bought) this.#setReceipt(call, toReceipt(bought));
    return bought;
  }

  /** Registers how orders of a route are executed, so that they complete even if the client never returns. */
  whenPaid<O extends object>(route: string, effect: PaidEffect<O>, status = 201): void {
    this.#reconciler.whenPaid(route, effect, status);
  }

  /**
   * Verifies, settles, then executes: the effect commits together with the record, so that it happens exactly
   * once despite crashes. `check` refuses impossible requests before they cost anything. With an `order`, the
   * reconciler executes the route's effect if this request dies after settlement.
   */
  async settleThenRun<T>(
    call: PaidCall,
    check: () => Promise<void>,
    effect: (tx: Tx, receipt: Receipt) => Promise<DeferredResult<T | Replay>>,
    order?: object,
  ): Promise<T> {
    const { records, transaction } = this.#deps;
    return this.#withHold(call, async (hold, payment) => {
      if (hold.state === 'held') {
        await check();
        await records.recordSettling(hold, await this.#settlements.verify(call, payment), {
          message: payment.message.bytes,
          intent: order
            ? { order, claim: toStoredRecord(call.idempotency), secret: call.secret === true }
            : null,
        });
      }
      if (hold.state === 'settling') await this.#settlements.settle(call, hold, payment);
      if (!hold.answer) {
        const answer = await transaction(async (tx) =>
          mapResult(await effect(tx, toReceipt(hold)), async (result) => {
            const packed = this.#answers.pack(hold, result, call);
            await records.recordResponse(tx, hold, packed);
            return packed;
          }),
        ).catch((error: unknown) => this.#paidButRefused(hold, error));
        hold.answer = answer;
      }
      return this.#answers.unpack<T>(call, hold);
    });
  }

  /** Holds the payment for this request while `work` runs, and releases it afterwards. */
  async #withHold<T>(
    call: PaidCall,
    work: (hold: PaymentHold, payment: SignedPayment) => Promise<T>,
  ): Promise<T> {
    const { records } = this.#deps;
    const payment = await this.#read(call);
    const { offer } = call;
    const hold = await records.take({
      id: payment.id,
      requestHash: hashRequest(call),
      route: offer.route,
      amount: toUnits(offer.priceUsd),
      payTo: this.#challenges.toTerms(offer).payTo,
      intentKey: call.idempotency?.keyHash,
    });
    if (hold === 'used')
      throw await this.challenge(call, 'this payment was already used: it pays for one call');
    try {
      const answer = await work(hold, payment);
      this.#setReceipt(call, toReceipt(hold));
      call.request.whenAnswered((whole) => this.#later(records.recordDelivery(hold, whole)));
      return answer;
    } catch (error) {
      if (error instanceof HoldLost) throw paymentInUse();
      await (hold.state === 'held' ? records.drop(hold) : records.release(hold)).catch((lost: unknown) =>
        this.#deps.log.warn({ err: lost }, 'a payment could not be released'),
      );
      throw error;
    }
  }

  #setReceipt({ offer, request, setHeader }: PaidCall, receipt: Receipt): void {
    setHeader('payment-response', receiptHeader(receipt));
    request.paidBy({ amount: offer.priceUsd, currency: 'USDC', transaction: receipt.transaction });
  }

  /** Completes payments abandoned by their request. Returns the number examined. */
  reconcile(): Promise<number> {
    return this.#reconciler.reconcile();
  }

  /** The wallet that this request's payment has paid, or may have paid, before. */
  async findPaidWallet(request: RequestFacts): Promise<string | undefined> {
    const header = request.headers['payment-signature'];
    if (header === undefined) return undefined;
    try {
      return await this.#deps.records.findPaidWallet(readPayment(String(header)).id);
    } catch {
      return undefined;
    }
  }

  #later(work: Promise<void>): void {
    work.catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a payment could not be closed'));
  }

  async #read(call: PaidCall): Promise<SignedPayment> {
    const header = call.request.headers['payment-signature'];
    if (header === undefined) throw await this.challenge(call);
    try {
      return readPayment(String(header));
    } catch {
      throw await this.challenge(call, 'PAYMENT-SIGNATURE is not an x402 v2 payment (base64 of its JSON)');
    }
  }

  /** The payment settled but the request was refused: the payment stays valid for a corrected request. */
  async #paidButRefused(hold: PaymentHold, error: unknown): Promise<never> {
    if (!(error instanceof Refusal) || error.kind.status >= 500) throw error;
    await this.#deps.records.release(hold, { request_hash: null });
    throw new Refusal(
      error.kind,
      error.message,
      `${error.hint} Your payment has settled and stays valid: send the corrected request with the same PAYMENT-SIGNATURE.`,
      { ...error.headers, 'payment-response': receiptHeader(toReceipt(hold)) },
    );
  }
}

const toStoredRecord = (idempotency: IdempotencyRecord | undefined): Intent['claim'] =>
  idempotency && !idempotency.seal
    ? {
        scope: idempotency.scope,
        keyHash: idempotency.keyHash.toString('hex'),
        requestHash: idempotency.requestHash.toString('hex'),
      }
    : null;

/** A payment buys one request: this method, URL and body, by this caller if a key is needed. */
function hashRequest({ request, body, scope = '', secret }: PaidCall): Buffer {
  const from =
    secret && scope === '' ? [request.network, String(request.headers['idempotency-key'] ?? '')] : [];
  const content = canonicalize([request.method, request.url, body ?? null, scope, ...from]) ?? '';
  return createHash('sha256').update(content).digest();
}

interface OpenDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly log: Log;
  readonly serverKey: ServerKey;
  readonly dns: Dns;
  readonly onError: (error: unknown) => void;
  readonly payee: string;
  readonly facilitatorUrl: string;
  readonly rpcUrl: string;
}

/**
 * Starts accepting payments. A facilitator that is down does not abort the start; a payee that cannot be paid
 * does.
 */
export async function openPayments(deps: OpenDependencies): Promise<Payments> {
  const { dns, log, payee, facilitatorUrl, rpcUrl } = deps;
  const upstreams = [facilitatorUrl, rpcUrl];
  const outbound = createOutbound({ dns, userAgent: `kith/${version}`, upstreams });
  const chain = new SolanaChain({ url: rpcUrl, outbound });
  const facilitator = new Facilitator({ url: facilitatorUrl, outbound, log });
  const [isPayable] = await Promise.all([checkPayable(chain, payee, log), facilitator.start()]);
  if (!isPayable) {
    facilitator.stop();
    outbound.close();
    throw new BadSetting(
      `KITH_PAYEE_WALLET ${payee} has no USDC token account, so it cannot be paid: send it any USDC once, or create the account with: spl-token create-account EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v --owner ${payee}`,
    );
  }
  return new Payments({ ...deps, outbound, facilitator, chain, records: new PaymentRecords(deps) });
}

async function checkPayable(chain: SolanaChain, payee: string, log: Log): Promise<boolean> {
  try {
    return await chain.hasTokenAccount(payee);
  } catch (error) {
    log.warn({ err: error }, 'Solana cannot be reached: whether the payee can be paid is not known');
    return true;
  }
}
