import { x402ResourceServer } from '@x402/core/server';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/server';
import { type Static, Type } from 'typebox';
import { jsonDecoder, type Unreadable, unreadable } from '../platform/decode.ts';
import { runForServer } from '../platform/fair-share.ts';
import type { Log } from '../platform/log.ts';
import { type Blame, OutboundError, type TimeSpent } from '../platform/outbound/error.ts';
import type { Outbound, OutboundResponse } from '../platform/outbound/outbound.ts';
import { network, toUnits, usdcMint } from './currency.ts';
import { unavailable } from './errors.ts';

const timeoutMs = 5_000;
const maxBytes = 256 * 1_024;

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const facts = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));

const verdict = Type.Object({
  isValid: Type.Boolean(),
  invalidReason: text,
  invalidMessage: text,
});
const settlement = Type.Object({
  success: Type.Boolean(),
  errorReason: text,
  errorMessage: text,
  payer: text,
  transaction: text,
  network: text,
});
const supported = Type.Object({
  kinds: Type.Array(
    Type.Object({
      x402Version: Type.Number(),
      scheme: Type.String(),
      network: Type.String(),
      extra: facts,
    }),
  ),
  extensions: Type.Optional(Type.Array(Type.String())),
  signers: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
});

export type PaymentVerdict = Static<typeof verdict>;
export type SettlementReply = Static<typeof settlement>;

const decodeVerdict = jsonDecoder(verdict);
const decodeSettlement = jsonDecoder(settlement);
const decodeSupported = jsonDecoder(supported);

const isCaip2 = (network: string): network is `${string}:${string}` => network.includes(':');

/** A facilitator's response with its HTTP status. */
export interface FacilitatorResponse<T> {
  readonly status: number;
  readonly response: T;
}

/** The facilitator did not respond, or unintelligibly; `reason` may be shown to a caller. */
class FacilitatorFailure extends Error {
  readonly reason: string;
  readonly blame: Blame;
  /** Where the time was spent, if there was no response at all. */
  readonly spent: TimeSpent | null;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'FacilitatorFailure';
    this.reason = reason;
    this.blame = cause instanceof OutboundError ? cause.blame : 'peer';
    this.spent = cause instanceof OutboundError ? cause.spent : null;
  }
}

/** The three calls of an x402 facilitator, made through the outbound client and decoded by schema. */
export class FacilitatorClient {
  readonly #url: string;
  readonly #outbound: Outbound;

  constructor({ url, outbound }: { url: string; outbound: Outbound }) {
    this.#url = url.replace(/\/+$/, '');
    this.#outbound = outbound;
  }

  async supported() {
    const response = await this.#call('supported');
    const { response: decoded } = read('supported', response, decodeSupported);
    // Networks of version 1 have names instead of CAIP-2 ids ("solana"); nothing is sold on them.
    const kinds = decoded.kinds.flatMap(({ extra, network, ...kind }) =>
      isCaip2(network) ? [{ ...kind, network, ...(extra && { extra }) }] : [],
    );
    return { kinds, extensions: decoded.extensions ?? [], signers: decoded.signers ?? {} };
  }

  async verify(
    payload: PaymentPayload,
    terms: PaymentRequirements,
  ): Promise<FacilitatorResponse<PaymentVerdict>> {
    return read('verify', await this.#call('verify', payload, terms), decodeVerdict);
  }

  async settle(
    payload: PaymentPayload,
    terms: PaymentRequirements,
  ): Promise<FacilitatorResponse<SettlementReply>> {
    return read('settle', await this.#call('settle', payload, terms), decodeSettlement);
  }

  async #call(
    operation: 'supported' | 'verify' | 'settle',
    payload?: PaymentPayload,
    terms?: PaymentRequirements,
  ): Promise<OutboundResponse> {
    const body = payload && {
      x402Version: payload.x402Version,
      paymentPayload: payload,
      paymentRequirements: terms,
    };
    try {
      return await this.#outbound.fetch(`${this.#url}/${operation}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        timeoutMs,
        maxBytes,
      });
    } catch (error) {
      throw new FacilitatorFailure(describeFailure(operation, error), error);
    }
  }
}

/** Describes whose failure it is: only failures of the peer count against the facilitator. */
function describeFailure(operation: string, error: unknown): string {
  if (!(error instanceof OutboundError)) return `no response to ${operation}`;
  if (error.blame === 'us') return 'too many payments are waiting here';
  if (error.blame === 'dns') return 'its name could not be resolved';
  return `no response to ${operation}`;
}

function read<T>(
  operation: string,
  { status, body }: OutboundResponse,
  decode: (body: Buffer) => T | Unreadable,
): FacilitatorResponse<T> {
  const decoded = decode(body);
  if (decoded !== unreadable) return { status, response: decoded };
  const excerpt = body.subarray(0, 400).toString().trim().replaceAll(/\s+/g, ' ').slice(0, 200);
  throw new FacilitatorFailure(`its response to ${operation} is invalid (status ${status}): ${excerpt}`);
}

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
