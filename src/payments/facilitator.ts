import { x402ResourceServer } from '@x402/core/server';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/server';
import { runForServer } from '../platform/fair-share.ts';
import type { Log } from '../platform/log.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { unavailable } from './errors.ts';
import { FacilitatorClient, FacilitatorFailure, type SettlementReply } from './facilitator-client.ts';
import { network, toUnits, usdcMint } from './usdc.ts';

/** The facilitator may change its fee payer, so it is refreshed this often, and this soon after a failure. */
const refreshMs = 180_000;
const retryMs = 2_000;
const maxTimeoutSeconds = 60;

/** Errors of a facilitator after which the transaction may still have landed or land later. */
const ambiguousReasons =
  /pending|duplicate|already|timeout|unexpected|simulation|transaction_failed|not_confirmed|no reason given/i;

export interface PaymentTerms {
  readonly priceUsd: string;
  readonly payTo: string;
  readonly settleFirst: boolean;
}

export type Settlement =
  | { readonly outcome: 'settled'; readonly transaction: string; readonly payer: string | undefined }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string };

type Supported = x402ResourceServer;

/**
 * Verifies and settles payments through a facilitator, and classifies its responses into known and unknown.
 */
export class Facilitator {
  readonly #client: FacilitatorClient;
  readonly #log: Log;
  #current: Supported | undefined;
  /** Keeps challenges valid that were issued just before a refresh. */
  #previous: Supported | undefined;
  #refreshing: Promise<void> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor({ url, outbound, log }: { url: string; outbound: Outbound; log: Log }) {
    this.#client = new FacilitatorClient({ url, outbound });
    this.#log = log;
  }

  /** Also resolves if the facilitator is down: paid calls get 503 until it is back. */
  async start(): Promise<void> {
    await this.#refresh();
    this.#timer = setInterval(() => void this.#refresh(), refreshMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The payment requirements that a payer signs for these terms. */
  async requirements(terms: PaymentTerms): Promise<PaymentRequirements> {
    return this.#build(await this.#requireSupported(), terms);
  }

  /** The requirements that a payment satisfies, if any. */
  async matching(terms: PaymentTerms, payload: PaymentPayload): Promise<PaymentRequirements | undefined> {
    await this.#requireSupported();
    for (const each of [this.#current, this.#previous]) {
      if (!each) continue;
      const found = each.findMatchingRequirements([await this.#build(each, terms)], payload);
      if (found) return found;
    }
    return undefined;
  }

  /** Undefined if the payment is valid, otherwise the reason. */
  async verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<string | undefined> {
    const { status, response: reply } = await this.#client
      .verify(payload, requirements)
      .catch((error: unknown) => {
        throw unavailable(this.#failure(error, 'the facilitator could not verify the payment'));
      });
    if (status < 300 && reply.isValid) return undefined;
    const reason = reasonOf(reply.invalidReason, reply.invalidMessage);
    if (status >= 500) throw unavailable(reason);
    await this.#refreshIfStale(reason);
    return reason;
  }

  /**
   * After a restart the facilitator may use another fee payer, which the next challenge must not miss. The
   * refresh costs one extra call, shared by all payments refused at the same time.
   */
  async #refreshIfStale(reason: string): Promise<void> {
    if (/fee_?payer/i.test(reason)) await this.#refresh();
  }

  /**
   * `refused` only if the facilitator says so; an unreadable or implausible response leaves the outcome
   * unknown.
   */
  async settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    try {
      const { status, response: reply } = await this.#client.settle(payload, requirements);
      const refused = parseRefusal(reply);
      if (status >= 500) return { outcome: 'unknown', reason: refused.reason };
      if (status >= 300 || !reply.success) return refused;
      // A success without a transaction, or on another network, proves nothing.
      if (!reply.transaction || reply.network !== network)
        return { outcome: 'unknown', reason: 'the facilitator returned no transaction' };
      return { outcome: 'settled', transaction: reply.transaction, payer: reply.payer ?? undefined };
    } catch (error) {
      return {
        outcome: 'unknown',
        reason: this.#failure(error, 'the facilitator did not settle the payment'),
      };
    }
  }

  /** Logs a failure and its source; returns the text for the caller. */
  #failure(error: unknown, what: string): string {
    const failure = error instanceof FacilitatorFailure ? error : new FacilitatorFailure('no answer', error);
    this.#log.warn({ err: error, blame: failure.blame, spent: failure.spent }, what);
    return reasonOf(failure.reason, undefined);
  }

  async #build(
    from: Supported,
    { priceUsd, payTo, settleFirst }: PaymentTerms,
  ): Promise<PaymentRequirements> {
    const [built] = await from.buildPaymentRequirements({
      scheme: 'exact',
      network,
      payTo,
      price: `$${priceUsd}`,
      maxTimeoutSeconds,
      ...(settleFirst && { extra: { paymentFlow: 'upfront' } }),
    });
    if (built?.amount !== String(toUnits(priceUsd)) || built.asset !== usdcMint)
      throw new Error(`the price ${priceUsd} became ${built?.amount} of ${built?.asset}`);
    return built;
  }

  async #requireSupported(): Promise<Supported> {
    if (!this.#current && performance.now() - this.#failedAt > retryMs) await this.#refresh();
    if (!this.#current) throw unavailable('it cannot be reached');
    return this.#current;
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= runForServer(() => this.#load()).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /**
   * A new instance each time: the package's own refresh would leave it empty while the request is in flight.
   */
  async #load(): Promise<void> {
    try {
      const supported = await this.#client.supported();
      const next = new x402ResourceServer({
        verify: throwUnused,
        settle: throwUnused,
        // Fetched here and passed in: the package would report a failure to the console instead of our log.
        getSupported: async () => supported,
      }).register(network, new ExactSvmScheme());
      await next.initialize();
      const kind = next.getSupportedKind(2, network, 'exact');
      if (typeof kind?.extra?.feePayer !== 'string')
        throw new Error(`the facilitator offers no fee payer for exact on ${network}`);
      [this.#previous, this.#current] = [this.#current ?? next, next];
    } catch (error) {
      this.#failedAt = performance.now();
      const blame = error instanceof FacilitatorFailure ? error.blame : 'peer';
      this.#log.warn({ err: error, blame }, 'the payment facilitator cannot be reached');
    }
  }
}

/** The package only builds requirements here; the client above verifies and settles payments. */
const throwUnused = async (): Promise<never> => {
  throw new Error('the package is not asked to verify or settle');
};

function parseRefusal(reply: SettlementReply): Settlement & { outcome: 'refused' | 'unknown' } {
  const reason = reasonOf(reply.errorReason, reply.errorMessage);
  return { outcome: reply.transaction || ambiguousReasons.test(reason) ? 'unknown' : 'refused', reason };
}

/** A facilitator's text is passed on to callers: short, and on one line. */
function reasonOf(reason: string | null | undefined, message: string | null | undefined): string {
  const words = [reason ?? 'no reason given', message].filter(Boolean).join(': ');
  return words.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
}
