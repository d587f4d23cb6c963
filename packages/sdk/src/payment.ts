/**
 * The challenge of a 402 response, by x402 version 2: any one of `accepts` suffices. The official clients accept it
 * unchanged.
 */
export interface Challenge {
  x402Version: number;
  resource: { url: string; description?: string; mimeType?: string };
  accepts: PaymentWay[];
  /** Sent back by the payer with its payment, as the official clients do. */
  extensions?: Record<string, unknown>;
}

export interface PaymentWay {
  scheme: string;
  network: `${string}:${string}`;
  asset: string;
  /** In the smallest unit of the asset; millionths for USDC. */
  amount: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Record<string, unknown>;
}

/**
 * Signs a payment for a challenge and returns its headers (`PAYMENT-SIGNATURE` for x402 v2), or undefined to decline.
 * It is called once per call: every retry carries the same payment, so that a lost response is not paid for twice.
 */
export type Payer = (
  challenge: Challenge,
  call?: PaidCall,
) => Promise<Readonly<Record<string, string>> | undefined>;

/** The call to pay for, as it was made: a challenge may name any URL. */
export interface PaidCall {
  /** URL of the called service. */
  readonly url: string;
}

/** Refusals of a paid call after which exactly the same payment must be sent again, never another. */
export const samePaymentCodes: readonly string[] = [
  'payment_in_use',
  'payment_unavailable',
  'settlement_unknown',
];

/** The challenge in the body of a 402, if any. */
export function challengeIn(body: unknown): Challenge | undefined {
  const { x402Version, resource, accepts, extensions } = (body ?? {}) as Partial<Challenge>;
  return typeof x402Version === 'number' && resource && Array.isArray(accepts)
    ? { x402Version, resource, accepts, ...(extensions && { extensions }) }
    : undefined;
}
