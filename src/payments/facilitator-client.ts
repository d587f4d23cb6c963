import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type Static, Type } from 'typebox';
import { jsonDecoder, type Unreadable, unreadable } from '../platform/decode.ts';
import { type Blame, OutboundError, type TimeSpent } from '../platform/outbound/error.ts';
import type { Outbound, OutboundResponse } from '../platform/outbound/outbound.ts';

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
export class FacilitatorFailure extends Error {
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
