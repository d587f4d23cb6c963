import type { PaymentRequirements } from '@x402/core/types';
import { errors } from '../platform/http/errors.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Bazaar } from './bazaar.ts';
import { paymentErrors } from './errors.ts';

/** Something for sale. */
export interface Offer {
  /** The route's path: a payment is valid for it alone. */
  readonly route: string;
  readonly does: string;
  /** An exact decimal, such as '0.003'. */
  readonly priceUsd: string;
  /** Defaults to the operator's wallet. */
  readonly payTo?: string;
  /** Settle before executing, for effects that cannot be undone. */
  readonly settleFirst: boolean;
  /** How to get it without paying, if possible. */
  readonly orElse?: string;
}

interface PaidResource {
  readonly url: string;
  readonly description: string;
  readonly mimeType: string;
  readonly serviceName: string;
}

const toBase64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** The challenge: in the header, as in x402 version 2, and in the body, for clients that read it there. */
export function paymentRequired(
  offer: Offer,
  resource: PaidResource,
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
    { 'payment-required': toBase64Json(challenge), 'cache-control': 'no-store' },
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

export const receiptHeader = (receipt: Receipt): string => toBase64Json(receipt);
