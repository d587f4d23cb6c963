/** What a 402 asks for, by x402 version 2: any one of `accepts` will do. The official clients take it as it is. */
export interface Challenge {
  x402Version: number;
  resource: { url: string; description?: string; mimeType?: string };
  accepts: PaymentWay[];
  /** What a payer sends back with its payment; the official clients do. */
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
 * Signs a payment for a challenge and gives the headers that carry it, `PAYMENT-SIGNATURE` for one of x402 v2; or
 * undefined, where it will not pay. It is asked once a call: every retry carries the same payment, so that an answer
 * which was lost is not paid for twice.
 */
export type Payer = (
  challenge: Challenge,
  call?: PaidCall,
) => Promise<Readonly<Record<string, string>> | undefined>;

/** The call that is paid for, as it was made: a challenge may name any address. */
export interface PaidCall {
  /** The address of the service that was called. */
  readonly url: string;
}

/** Refusals of a paid call after which the very same payment must be sent again, never another. */
export const samePaymentCodes: readonly string[] = [
  'payment_in_use',
  'payment_unavailable',
  'settlement_unknown',
];

/** The challenge in the body of a 402, if it holds one. */
export function challengeIn(body: unknown): Challenge | undefined {
  const { x402Version, resource, accepts, extensions } = (body ?? {}) as Partial<Challenge>;
  return typeof x402Version === 'number' && resource && Array.isArray(accepts)
    ? { x402Version, resource, accepts, ...(extensions && { extensions }) }
    : undefined;
}
