import { x402ResourceServer } from '@x402/core/server';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/server';
import { onOwnBehalf } from '../platform/fair-share.ts';
import type { Log } from '../platform/log.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { unavailable } from './errors.ts';
import { FacilitatorClient, FacilitatorFailure, type SettlementReply } from './facilitator-client.ts';
import { network, unitsOf, usdcMint } from './usdc.ts';

/** The fee payer is the facilitator's to change: asked for again this often, and this soon after a failure. */
const refreshMs = 180_000;
const retryMs = 2_000;
const maxTimeoutSeconds = 60;

/** Words of a facilitator after which the transaction may have landed, or land yet, all the same. */
const doubtful =
  /pending|duplicate|already|timeout|unexpected|simulation|transaction_failed|not_confirmed|no reason given/i;

export interface Terms {
  readonly priceUsd: string;
  readonly payTo: string;
  readonly settleFirst: boolean;
}

export type Settlement =
  | { readonly outcome: 'settled'; readonly transaction: string; readonly payer: string | undefined }
  | { readonly outcome: 'refused' | 'unknown'; readonly reason: string };

type Supported = x402ResourceServer;

/** Whoever verifies and settles for us; what it says is sorted into known and not known. */
export class Facilitator {
  readonly #client: FacilitatorClient;
  readonly #log: Log;
  #current: Supported | undefined;
  /** A challenge given just before a refresh is still good. */
  #previous: Supported | undefined;
  #refreshing: Promise<void> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor({ url, door, log }: { url: string; door: Outbound; log: Log }) {
    this.#client = new FacilitatorClient({ url, door });
    this.#log = log;
  }

  /** Comes back also where the facilitator is down: paid calls answer 503 until it is there. */
  async start(): Promise<void> {
    await this.#refresh();
    this.#timer = setInterval(() => void this.#refresh(), refreshMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What is to be signed for these terms. */
  async requirements(terms: Terms): Promise<PaymentRequirements> {
    return this.#build(await this.#reached(), terms);
  }

  /** What a payment answers to, if it is what was asked for. */
  async matching(terms: Terms, payload: PaymentPayload): Promise<PaymentRequirements | undefined> {
    await this.#reached();
    for (const each of [this.#current, this.#previous]) {
      if (!each) continue;
      const found = each.findMatchingRequirements([await this.#build(each, terms)], payload);
      if (found) return found;
    }
    return undefined;
  }

  /** Undefined when the payment is good, else why it is not. */
  async verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<string | undefined> {
    const { status, said } = await this.#client.verify(payload, requirements).catch((error: unknown) => {
      throw unavailable(this.#failure(error, 'the facilitator did not verify'));
    });
    if (status < 300 && said.isValid) return undefined;
    const reason = reasonOf(said.invalidReason, said.invalidMessage);
    if (status >= 500) throw unavailable(reason);
    await this.#refreshIfStale(reason);
    return reason;
  }

  /**
   * After a restart it may pay fees with another key: the challenge that follows must not name the old one. Asking costs one
   * call more than the one that was refused, shared by all who are refused at once.
   */
  async #refreshIfStale(reason: string): Promise<void> {
    if (/fee_?payer/i.test(reason)) await this.#refresh();
  }

  /** Refused only where it says so; whatever cannot be read or believed leaves the outcome unknown. */
  async settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    try {
      const { status, said } = await this.#client.settle(payload, requirements);
      const refused = refusalIn(said);
      if (status >= 500) return { outcome: 'unknown', reason: refused.reason };
      if (status >= 300 || !said.success) return refused;
      // A success that names no transaction, or another network's, proves nothing.
      if (!said.transaction || said.network !== network)
        return { outcome: 'unknown', reason: 'the facilitator answered without a transaction' };
      return { outcome: 'settled', transaction: said.transaction, payer: said.payer ?? undefined };
    } catch (error) {
      return { outcome: 'unknown', reason: this.#failure(error, 'the facilitator did not settle') };
    }
  }

  /** Logs a failure with whose it is; gives the words for the caller. */
  #failure(error: unknown, what: string): string {
    const failure = error instanceof FacilitatorFailure ? error : new FacilitatorFailure('no answer', error);
    this.#log.warn({ err: error, blame: failure.blame, spent: failure.spent }, what);
    return reasonOf(failure.reason, undefined);
  }

  async #build(from: Supported, { priceUsd, payTo, settleFirst }: Terms): Promise<PaymentRequirements> {
    const [built] = await from.buildPaymentRequirements({
      scheme: 'exact',
      network,
      payTo,
      price: `$${priceUsd}`,
      maxTimeoutSeconds,
      ...(settleFirst && { extra: { paymentFlow: 'upfront' } }),
    });
    if (built?.amount !== String(unitsOf(priceUsd)) || built.asset !== usdcMint)
      throw new Error(`the price ${priceUsd} became ${built?.amount} of ${built?.asset}`);
    return built;
  }

  async #reached(): Promise<Supported> {
    if (!this.#current && performance.now() - this.#failedAt > retryMs) await this.#refresh();
    if (!this.#current) throw unavailable('it is not reached');
    return this.#current;
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= onOwnBehalf(() => this.#load()).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** A new one each time: asked again, the package's own would be empty for as long as its question is out. */
  async #load(): Promise<void> {
    try {
      const supported = await this.#client.supported();
      const next = new x402ResourceServer({
        verify: notAsked,
        settle: notAsked,
        // Asked here and handed over: the package's own question would tell the console of a failure, not our log.
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
      this.#log.warn({ err: error, blame }, 'the payment facilitator is not reached');
    }
  }
}

/** The package only builds terms here; payments are verified and settled by the client above. */
const notAsked = async (): Promise<never> => {
  throw new Error('the package is not asked to verify or settle');
};

function refusalIn(said: SettlementReply): Settlement & { outcome: 'refused' | 'unknown' } {
  const reason = reasonOf(said.errorReason, said.errorMessage);
  return { outcome: said.transaction || doubtful.test(reason) ? 'unknown' : 'refused', reason };
}

/** A facilitator's words go to a caller: short, and one line. */
function reasonOf(reason: string | null | undefined, message: string | null | undefined): string {
  const words = [reason ?? 'no reason given', message].filter(Boolean).join(': ');
  return words.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
}
