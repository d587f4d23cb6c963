import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server';
import { type PaymentPayload, type PaymentRequirements, SettleError, VerifyError } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/server';
import type { Log } from '../platform/log.ts';
import { unavailable } from './errors.ts';
import { network, unitsOf, usdcMint } from './usdc.ts';

const timeoutMs = 5_000;
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

/** Whoever verifies and settles for us, by the official client; what it says is sorted into known and not known. */
export class Facilitator {
  readonly #client: HTTPFacilitatorClient;
  readonly #log: Log;
  #current: Supported | undefined;
  /** A challenge given just before a refresh is still good. */
  #previous: Supported | undefined;
  #refreshing: Promise<void> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { url: string; log: Log }) {
    this.#client = new HTTPFacilitatorClient({ url: options.url, timeoutMs });
    this.#log = options.log;
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
    try {
      const said = await this.#client.verify(payload, requirements);
      return said.isValid ? undefined : this.#invalid(said);
    } catch (error) {
      if (error instanceof VerifyError && error.statusCode < 500) return this.#invalid(error);
      this.#log.warn({ err: error }, 'the facilitator did not verify');
      throw unavailable(reasonIn(error) ?? 'no answer to verify');
    }
  }

  /**
   * After a restart it may pay fees with another key: the challenge that follows must not name the old one. Asking costs one
   * call more than the one that was refused, shared by all who are refused at once.
   */
  async #invalid(said: {
    invalidReason?: string | undefined;
    invalidMessage?: string | undefined;
  }): Promise<string> {
    const reason = reasonOf(said.invalidReason, said.invalidMessage);
    if (/fee_?payer/i.test(reason)) await this.#refresh();
    return reason;
  }

  async settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement> {
    try {
      const said = await this.#client.settle(payload, requirements);
      if (!said.success) return failed(said);
      // A success that names no transaction, or another network's, proves nothing.
      if (!said.transaction || said.network !== network)
        return { outcome: 'unknown', reason: 'the facilitator answered without a transaction' };
      return { outcome: 'settled', transaction: said.transaction, payer: said.payer };
    } catch (error) {
      if (error instanceof SettleError && error.statusCode < 500) return failed(error);
      this.#log.warn({ err: error }, 'the facilitator did not settle');
      return { outcome: 'unknown', reason: reasonIn(error) ?? 'no answer to settle' };
    }
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
    this.#refreshing ??= this.#load().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** A new one each time: asked again, the package's own would be empty for as long as its question is out. */
  async #load(): Promise<void> {
    try {
      const supported = await this.#client.getSupported();
      const next = new x402ResourceServer({
        verify: (payload, requirements) => this.#client.verify(payload, requirements),
        settle: (payload, requirements) => this.#client.settle(payload, requirements),
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
      this.#log.warn({ err: error }, 'the payment facilitator is not reached');
    }
  }
}

function failed(said: {
  errorReason?: string | undefined;
  errorMessage?: string | undefined;
  transaction?: string | undefined;
}): Settlement {
  const reason = reasonOf(said.errorReason, said.errorMessage);
  return { outcome: said.transaction || doubtful.test(reason) ? 'unknown' : 'refused', reason };
}

/** What a facilitator that answered says about its failure; undefined where it did not answer at all. */
function reasonIn(error: unknown): string | undefined {
  if (error instanceof VerifyError) return reasonOf(error.invalidReason, error.invalidMessage);
  if (error instanceof SettleError) return reasonOf(error.errorReason, error.errorMessage);
  const message = error instanceof Error ? error.message : '';
  return message.startsWith('Facilitator ') ? reasonOf(message, undefined) : undefined;
}

/** A facilitator's words go to a caller: short, and one line. */
function reasonOf(reason: string | undefined, message: string | undefined): string {
  const words = [reason ?? 'no reason given', message].filter(Boolean).join(': ');
  return words.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
}
