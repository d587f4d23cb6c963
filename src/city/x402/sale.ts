import { paymentErrors, paymentsOff } from '../../payments/errors.ts';
import type { Offer, Receipt } from '../../payments/offer.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { errors as paying } from '../../platform/http/errors.ts';
import { findReplay, type Replay, runOnce } from '../../platform/http/idempotency.ts';
import { notePayment } from '../../platform/http/paid-responses.ts';
import type { RequestFacts } from '../../platform/http/route.ts';
import type { IdempotencyRecord } from '../../platform/http/tables.ts';

export interface SaleDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly urls: { readonly city: string };
  /** Undefined if this deployment takes no payments. */
  readonly payments: Payments | undefined;
}

export const saleErrors = [
  paying.paymentRequired,
  paymentErrors.refused,
  paymentErrors.inUse,
  paymentErrors.bound,
  paymentErrors.off,
  paymentErrors.unavailable,
  paymentErrors.unknown,
];

interface Buyer {
  readonly caller: { readonly subject: string } | undefined;
  readonly request: RequestFacts;
  readonly body: unknown;
  readonly idempotency: IdempotencyRecord | undefined;
  setHeader(name: string, value: string): void;
}

interface Sale<T> {
  readonly offer: Omit<Offer, 'settleFirst'>;
  readonly secret?: boolean;
  /** Refuses an impossible order before any payment. */
  check(): Promise<void>;
  /** What to execute if this request dies after payment; unset if the response matters only to the client. */
  readonly order?: object;
  effect(tx: Tx, receipt: Receipt): Promise<T>;
}

/**
 * Sells something for USDC: settles first, then executes in one transaction, once per payment and once per
 * idempotency key. A retry with the key is answered without another payment; until then the payment's record
 * holds the key.
 */
export async function sell<T>(deps: SaleDependencies, buyer: Buyer, sale: Sale<T>): Promise<T | Replay> {
  const { payments } = deps;
  const { idempotency, caller, ...rest } = buyer;
  if (!payments) throw paymentsOff('Every other call works without payment: GET /llms.txt lists them.');
  const call = {
    ...rest,
    idempotency,
    offer: { ...sale.offer, settleFirst: true },
    baseUrl: deps.urls.city,
    ...(caller && { scope: caller.subject }),
    ...(sale.secret && { secret: true }),
  };
  const first = idempotency && (await findReplay(deps.read, idempotency));
  if (first) {
    await payments.showReceipt(call);
    return first;
  }
  return payments.settleThenRun(
    call,
    sale.check,
    (tx, receipt) => {
      notePayment(tx, {
        amount: sale.offer.priceUsd,
        currency: 'USDC',
        transaction: receipt.transaction,
      });
      return runOnce(tx, idempotency, 201, () => sale.effect(tx, receipt));
    },
    sale.order,
  );
}
