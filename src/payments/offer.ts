import type { PaymentRequirements } from '@x402/core/types';
import { errors } from '../platform/http/errors.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Bazaar } from './bazaar.ts';
import { paymentErrors } from './errors.ts';

/** What is for sale. */
export interface Offer {
  /** The route's own path: a payment is good for it alone. */
  readonly route: string;
  readonly does: string;
  /** An exact decimal: '0.003'. */
  readonly priceUsd: string;
  /** The operator's wallet unless told. */
  readonly payTo?: string;
  /** Settled before it is done, where doing it cannot be taken back. */
  readonly settleFirst: boolean;
  /** How to come by it without paying, where there is a way. */
  readonly orElse?: string;
}

interface Resource {
  readonly url: string;
  readonly description: string;
  readonly mimeType: string;
  readonly serviceName: string;
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** The challenge: in the header, as version 2 of x402 has it, and in the body, for clients that look there. */
export function paymentRequired(
  offer: Offer,
  resource: Resource,
  accepts: readonly PaymentRequirements[],
  { refused, bazaar }: { readonly refused?: string | undefined; readonly bazaar?: Bazaar | undefined } = {},
): Refusal {
  const error = refused ?? `this call costs ${offer.priceUsd} USD`;
  const extensions = bazaar && { extensions: { bazaar } };
  const challenge = { x402Version: 2, error, resource, accepts, ...extensions };
  const next = 'Sign accepts[0] with any x402 v2 client and call again with the header PAYMENT-SIGNATURE';
  return new Refusal(
    refused === undefined ? errors.paymentRequired : paymentErrors.refused,
    error,
    offer.orElse ? `${next}; ${offer.orElse}` : `${next}.`,
    { 'payment-required': encoded(challenge), 'cache-control': 'no-store' },
    { x402Version: 2, resource, accepts, ...extensions },
  );
}

export interface Receipt {
  readonly success: boolean;
  readonly transaction: string;
  readonly network: string;
  readonly payer?: string | undefined;
  readonly errorReason?: string;
}

export const receiptHeader = (receipt: Receipt): string => encoded(receipt);
