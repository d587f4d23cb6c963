import { createHash, hkdfSync } from 'node:crypto';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import canonicalize from 'canonicalize';
import type { Clock } from '../platform/clock.ts';
import { type AtEnd, afterResult, type Transact, type Tx } from '../platform/db/transaction.ts';
import { type Claim, once, Replay, seal, unseal } from '../platform/http/idempotency.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { BoundRoute, RequestFacts } from '../platform/http/route.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import type { Log } from '../platform/log.ts';
import { type Bazaar, bazaarOf, shortBazaar } from './bazaar.ts';
import type { Chain, Outcome } from './chain.ts';
import { inUse, settlementUnknown } from './errors.ts';
import type { Facilitator, Settlement } from './facilitator.ts';
import { type Offer, paymentRequired, type Receipt, receiptHeader } from './offer.ts';
import { type Hold, HoldLost, type PaymentRecords } from './records.ts';
import { isTransactionOf, readPayment, type SignedPayment, tokenAccountOf } from './signed-payment.ts';
import type { Intent } from './tables.ts';
import { network, unitsOf, usdcMint } from './usdc.ts';

export interface PaidCall {
  readonly offer: Offer;
  readonly request: RequestFacts;
  readonly body: unknown;
  /** The public address of the service, without a path: never taken from what a caller sends. */
  readonly baseUrl: string;
  /** Whose request it is, where it needs a key: a payment does not pass from hand to hand. */
  readonly scope?: string;
  /** The answer holds a secret: kept encrypted, and given again to the same network alone. */
  readonly secret?: boolean;
  /** The request's idempotency record: one key is paid by one payment. */
  readonly claim?: Claim | undefined;
  setHeader(name: string, value: string): void;
}

interface PaymentParts {
  readonly transaction: Transact;
  readonly serverKey: ServerKey;
  readonly log: Log;
  readonly clock: Clock;
  readonly payee: string;
  readonly facilitator: Facilitator;
  readonly records: PaymentRecords;
  readonly chain: Chain;
}

/** Carries out what was bought, in the transaction that records it. */
export type PaidEffect<O> = (tx: Tx, order: O, receipt: Receipt) => Promise<object>;

/** Calls that are paid with x402, each payment for one call: verified, settled, and remembered until answered. */
export class Payments {
  readonly #parts: PaymentParts;
  readonly #effects = new Map<string, { effect: PaidEffect<never>; status: number }>();
  readonly #discovery = new Map<string, Bazaar>();

  constructor(parts: PaymentParts) {
    this.#parts = parts;
  }

  get payee(): string {
    return this.#parts.payee;
  }

  get chain(): Chain {
    return this.#parts.chain;
  }

  stop(): void {
    this.#parts.facilitator.stop();
    this.#parts.records.stop();
  }

  isPaid(request: RequestFacts): boolean {
    return request.headers['payment-signature'] !== undefined;
  }

  accepts(offer: Offer): Promise<PaymentRequirements> {
    return this.#parts.facilitator.requirements(this.#terms(offer));
  }

  async challenge(call: Pick<PaidCall, 'offer' | 'baseUrl' | 'request'>, refused?: string): Promise<Refusal> {
    const { offer, baseUrl, request } = call;
    const resource = {
      url: baseUrl + request.url,
      description: offer.does,
      mimeType: 'application/json',
      serviceName: 'kith',
    };
    const known = this.discovery(request.method, offer.route) ?? this.discovery('POST', offer.route);
    const bazaar = known && shortBazaar(known);
    return paymentRequired(offer, resource, [await this.accepts(offer)], { refused, bazaar });
  }

  /**
   * Tries the way of a payment as far as it goes without money: terms can be offered, the payee can be paid, and the
   * facilitator refuses a payment that nobody signed. Throws with what is wrong.
   */
  async examine(): Promise<void> {
    const { facilitator, chain } = this.#parts;
    const terms = { priceUsd: '0.001', payTo: this.payee, settleFirst: false };
    const accepted = await facilitator.requirements(terms);
    if (!(await chain.hasTokenAccount(this.payee)))
      throw new Error(`the payee ${this.payee} has no USDC token account`);
    const unsigned = { x402Version: 2, accepted, payload: { transaction: 'AAAA' } };
    if ((await facilitator.verify(unsigned as PaymentPayload, accepted)) === undefined)
      throw new Error('the facilitator accepts a payment that nobody signed');
  }

  /** Tells crawlers how the routes that cost something are called. */
  describe(routes: readonly BoundRoute[]): void {
    for (const route of routes)
      if (route.price) this.#discovery.set(`${route.method} ${route.path}`, bazaarOf(route));
  }

  discovery(method: string, path: string): Bazaar | undefined {
    return this.#discovery.get(`${method} ${path}`);
  }

  /** Verified, run, settled; the answer is released only then. What fails in the run costs nothing. */
  async runThenSettle<T>(call: PaidCall, run: () => Promise<T>): Promise<T> {
    return this.#held(call, async (hold, payment) => {
      if (hold.state === 'held') {
        const terms = await this.#verified(call, payment);
        const answer = await run();
        await this.#parts.records.settling(hold, terms, {
          answer: this.#kept(call, answer),
          sought: soughtOf(payment),
        });
      }
      if (hold.state === 'settling') await this.#settle(call, hold, payment);
      return this.#answerOf<T>(call, hold);
    });
  }

  /** Says how an order of a route is carried out, so that it can be done whether or not the client comes back. */
  whenPaid<O extends object>(route: string, effect: PaidEffect<O>, status = 201): void {
    this.#effects.set(route, { effect, status });
  }

  /**
   * Verified, settled, done: the effect is one transaction with the record, so what was paid for is done once,
   * whatever dies. `check` refuses beforehand what could not be done, while that still costs nothing. With an `order`,
   * the effect of the route is done by the reconciler if this request dies after the settlement.
   */
  async settleThenRun<T>(
    call: PaidCall,
    check: () => Promise<void>,
    effect: (tx: Tx, receipt: Receipt) => Promise<AtEnd<T | Replay>>,
    order?: object,
  ): Promise<T> {
    const { records, transaction } = this.#parts;
    return this.#held(call, async (hold, payment) => {
      if (hold.state === 'held') {
        await check();
        await records.settling(hold, await this.#verified(call, payment), {
          sought: soughtOf(payment),
          intent: order ? { order, claim: keptClaim(call.claim) } : null,
        });
      }
      if (hold.state === 'settling') await this.#settle(call, hold, payment);
      if (!hold.answer) {
        const answer = await transaction(async (tx) =>
          afterResult(await effect(tx, receiptOf(hold)), async (given) => {
            const kept = this.#kept(call, given);
            await records.bought(tx, hold, kept);
            return kept;
          }),
        ).catch((error: unknown) => this.#paidButRefused(hold, error));
        hold.answer = answer;
      }
      return this.#answerOf<T>(call, hold);
    });
  }

  /** The payment in this request's hands for as long as `work` takes, and in nobody's afterwards. */
  async #held<T>(call: PaidCall, work: (hold: Hold, payment: SignedPayment) => Promise<T>): Promise<T> {
    const { records } = this.#parts;
    const payment = await this.#read(call);
    const { offer } = call;
    const hold = await records.take({
      id: payment.id,
      requestHash: hashOf(call),
      route: offer.route,
      amount: unitsOf(offer.priceUsd),
      payTo: this.#terms(offer).payTo,
      intentKey: call.claim?.keyHash,
    });
    if (hold === 'used') throw await this.challenge(call, 'this payment was used before: it buys one call');
    try {
      const answer = await work(hold, payment);
      call.setHeader('payment-response', receiptHeader(receiptOf(hold)));
      call.request.paidBy({
        amount: offer.priceUsd,
        currency: 'USDC',
        transaction: receiptOf(hold).transaction,
      });
      call.request.whenAnswered((whole) => this.#later(records.answered(hold, whole)));
      return answer;
    } catch (error) {
      if (error instanceof HoldLost) throw inUse();
      await (hold.state === 'held' ? records.drop(hold) : records.release(hold)).catch((lost: unknown) =>
        this.#parts.log.warn({ err: lost }, 'a payment was not let go'),
      );
      throw error;
    }
  }

  /**
   * Brings payments that their request left behind to an end: asks the chain what became of a settlement, and carries
   * out what was paid for. Returns how many were looked at.
   */
  async reconcile(): Promise<number> {
    const { records, log } = this.#parts;
    const holds = await records.adopt(reconciledAtOnce);
    for (const hold of holds) {
      try {
        if (hold.state === 'settling') await this.#resolve(hold);
        if (hold.state === 'settled' && !hold.answer && hold.intent) await this.#carryOut(hold, hold.intent);
      } catch (error) {
        log.warn({ err: error, payment: hold.id.toString('hex') }, 'a payment could not be reconciled');
      }
      await records.release(hold).catch((error: unknown) => {
        if (!(error instanceof HoldLost)) throw error;
      });
    }
    return holds.length;
  }

  async #resolve(hold: Hold): Promise<void> {
    const { records, chain, log } = this.#parts;
    const { blockhash, source } = hold.sought;
    if (blockhash === null) return;
    const sought = { id: hold.id, blockhash, source: source ?? undefined };
    const outcome = await chain.outcomeOf(sought, hold.payTo, hold.createdAt);
    log.info({ payment: hold.id.toString('hex'), outcome: outcome.is }, 'reconciled a payment');
    if (outcome.is === 'paid') await records.settled(hold, outcome.transaction, null);
    // Never landed and never will: as if it had not been sent.
    if (outcome.is === 'never') await records.drop(hold);
  }

  async #carryOut(hold: Hold, { order, claim }: Intent): Promise<void> {
    const { records, transaction } = this.#parts;
    const known = this.#effects.get(hold.route);
    if (!known) return;
    const { effect, status } = known;
    await transaction(async (tx) => {
      const given = await once(tx, claimOf(claim), status, () => effect(tx, order as never, receiptOf(hold)));
      return afterResult(given, (answer) => records.bought(tx, hold, Buffer.from(jsonOf(answer))));
    });
  }

  /** The wallet that this request's payment has paid, or may have paid, before. */
  async walletPaid(request: RequestFacts): Promise<string | undefined> {
    const header = request.headers['payment-signature'];
    if (header === undefined) return undefined;
    try {
      return await this.#parts.records.paidWallet(readPayment(String(header)).id);
    } catch {
      return undefined;
    }
  }

  #later(work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.log.warn({ err: error }, 'a payment was not closed'));
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

  #terms({ priceUsd, payTo = this.payee, settleFirst }: Offer) {
    return { priceUsd, payTo, settleFirst };
  }

  /** What was agreed to, once the payment is what was asked for and would go through. */
  async #verified(call: PaidCall, { payload, transfer }: SignedPayment): Promise<PaymentRequirements> {
    const { facilitator } = this.#parts;
    const terms = await facilitator.matching(this.#terms(call.offer), payload);
    if (!terms) throw await this.challenge(call, 'the payment accepts other terms than these');
    // Looked at here as well: no facilitator need be believed for what can be read from the transaction.
    const wrong = transfer && (await wrongWith(transfer, terms));
    if (wrong) throw await this.challenge(call, wrong);
    const refused = await facilitator.verify(payload, terms);
    if (refused !== undefined) throw await this.challenge(call, `the payment is not valid: ${refused}`);
    return terms;
  }

  async #settle(call: PaidCall, hold: Hold, payment: SignedPayment): Promise<void> {
    const { facilitator, records, log } = this.#parts;
    if (!hold.terms) throw new Error('a payment is being settled without terms');
    const said = believable(await facilitator.settle(payment.payload, hold.terms), payment);
    if (said.outcome === 'settled') return records.settled(hold, said.transaction, said.payer ?? null);
    // A settlement that was asked for once may have landed, whatever is said now: the chain decides.
    const inDoubt = said.outcome === 'unknown' || hold.asked;
    const outcome: Outcome = inDoubt ? await this.#onChain(hold, payment) : { is: 'never' };
    const told = { payment: hold.id.toString('hex'), reason: said.reason, outcome: outcome.is };
    log.warn(told, 'a settlement did not go through as it should');
    if (outcome.is === 'paid') return records.settled(hold, outcome.transaction, null);
    if (outcome.is === 'open') throw settlementUnknown(said.reason);
    hold.state = 'held';
    const refusal = await this.challenge(call, `the payment did not settle: ${said.reason}`);
    const receipt = { success: false, errorReason: said.reason, transaction: '', network };
    throw new Refusal(
      refusal.kind,
      refusal.message,
      refusal.hint,
      { ...refusal.headers, 'payment-response': receiptHeader(receipt) },
      refusal.more,
    );
  }

  async #onChain(hold: Hold, payment: SignedPayment): Promise<Outcome> {
    try {
      return await this.#parts.chain.outcomeOf(
        { id: payment.id, ...soughtOf(payment) },
        hold.terms?.payTo ?? this.payee,
        hold.createdAt,
      );
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the chain could not be asked for a settlement in doubt');
      return { is: 'open' };
    }
  }

  /** The money has moved and nothing was given: the payment stays good for a corrected request. */
  async #paidButRefused(hold: Hold, error: unknown): Promise<never> {
    if (!(error instanceof Refusal) || error.kind.status >= 500) throw error;
    await this.#parts.records.release(hold, { request_hash: null });
    throw new Refusal(
      error.kind,
      error.message,
      `${error.hint} Your payment has settled and stays good: send the corrected request with the same PAYMENT-SIGNATURE.`,
      { ...error.headers, 'payment-response': receiptHeader(receiptOf(hold)) },
    );
  }

  #kept(call: PaidCall, answer: unknown): Buffer {
    const json = jsonOf(answer);
    return call.secret ? seal(this.#sealKey(call), json) : Buffer.from(json);
  }

  #answerOf<T>(call: PaidCall, hold: Hold): T {
    if (!hold.answer) throw new Error('a payment settled without an answer kept for it');
    return JSON.parse(call.secret ? unseal(this.#sealKey(call), hold.answer) : hold.answer.toString()) as T;
  }

  #sealKey({ request }: PaidCall): Buffer {
    const secret = String(request.headers['idempotency-key'] ?? request.headers['payment-signature']);
    const salt = this.#parts.serverKey.derive('payment');
    return Buffer.from(hkdfSync('sha256', secret, salt, 'answer', 32));
  }
}

const reconciledAtOnce = 50;

const jsonOf = (answer: unknown): string => (answer instanceof Replay ? answer.json : JSON.stringify(answer));

const soughtOf = ({ blockhash, transfer }: SignedPayment) => ({ blockhash, source: transfer?.source });

const keptClaim = (claim: Claim | undefined): Intent['claim'] =>
  claim && !claim.seal
    ? {
        scope: claim.scope,
        keyHash: claim.keyHash.toString('hex'),
        requestHash: claim.requestHash.toString('hex'),
      }
    : null;

function claimOf(kept: Intent['claim']): Claim | undefined {
  if (!kept) return undefined;
  const { scope, keyHash, requestHash } = kept;
  return {
    id: keyHash,
    scope,
    keyHash: Buffer.from(keyHash, 'hex'),
    requestHash: Buffer.from(requestHash, 'hex'),
    seal: undefined,
  };
}

/** A transaction that is not this payment's proves nothing, whoever says that it settled it. */
function believable(said: Settlement, payment: SignedPayment): Settlement {
  if (said.outcome !== 'settled' || isTransactionOf(payment, said.transaction)) return said;
  return { outcome: 'unknown', reason: 'the facilitator named a transaction that is not of this payment' };
}

function receiptOf({ transaction, payer }: Hold): Receipt {
  return { success: true, transaction: transaction ?? '', network, ...(payer && { payer }) };
}

/** A payment buys one request: this method, address and body, of this caller where it needs one. */
function hashOf({ request, body, scope = '', secret }: PaidCall): Buffer {
  const from = secret ? [request.network, String(request.headers['idempotency-key'] ?? '')] : [];
  const content = canonicalize([request.method, request.url, body ?? null, scope, ...from]) ?? '';
  return createHash('sha256').update(content).digest();
}

async function wrongWith(
  transfer: NonNullable<SignedPayment['transfer']>,
  { amount, payTo }: PaymentRequirements,
): Promise<string | undefined> {
  if (transfer.mint !== usdcMint) return `the transaction moves another token than USDC (${usdcMint})`;
  if (String(transfer.amount) !== amount)
    return `the transaction moves ${transfer.amount} units, not ${amount}`;
  if (transfer.destination !== (await tokenAccountOf(payTo, usdcMint)))
    return `the transaction does not pay the wallet ${payTo}`;
  return undefined;
}
