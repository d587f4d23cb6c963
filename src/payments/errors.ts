import { errorKind, Refusal } from '../platform/http/refusal.ts';

/** Refusals of paid calls, besides the challenge itself. */
export const paymentErrors = {
  refused: errorKind(
    'payment_refused',
    402,
    'The payment is not valid; the error says why. Nothing was charged. The response has a new challenge.',
  ),
  inUse: errorKind('payment_in_use', 409, 'This payment is being used by a request that is still running.'),
  bound: errorKind(
    'payment_bound',
    409,
    'This payment was already sent for another request and pays for that one.',
  ),
  off: errorKind('payments_off', 409, 'This server accepts no payments.'),
  unavailable: errorKind(
    'payment_unavailable',
    503,
    'The payment facilitator cannot be reached; nothing was charged. Retry with the same payment.',
  ),
  unknown: errorKind(
    'settlement_unknown',
    503,
    'It is not known yet whether the payment settled. Retry with the same payment; do not sign a new one.',
  ),
} as const;

const retryHint =
  'Send the same request again, with the same PAYMENT-SIGNATURE if you signed one; do not sign another.';

export const paymentInUse = (): Refusal =>
  new Refusal(paymentErrors.inUse, 'this payment is in use by a request that is still running', retryHint, {
    'retry-after': '1',
  });

export const keyInUse = (): Refusal =>
  new Refusal(
    paymentErrors.inUse,
    'another payment is already being used for this Idempotency-Key; this one was not charged',
    'Send the same request again with the first PAYMENT-SIGNATURE, or without one after the first request has completed.',
    { 'retry-after': '1' },
  );

export const boundToOtherRequest = (): Refusal =>
  new Refusal(
    paymentErrors.bound,
    'this payment was sent for another request and is valid only for that one',
    'Repeat the first request exactly, or call without a PAYMENT-SIGNATURE to get a challenge for this one.',
  );

export const unavailable = (why: string): Refusal =>
  new Refusal(
    paymentErrors.unavailable,
    `the payment facilitator is not available (${why}); nothing was charged`,
    retryHint,
    { 'retry-after': '5', 'cache-control': 'no-store' },
  );

export const settlementUnknown = (why: string): Refusal =>
  new Refusal(paymentErrors.unknown, `it is not known yet whether the payment settled (${why})`, retryHint, {
    'retry-after': '2',
    'cache-control': 'no-store',
  });

export const paymentsOff = (hint: string): Refusal =>
  new Refusal(paymentErrors.off, 'this server accepts no payments', hint);
