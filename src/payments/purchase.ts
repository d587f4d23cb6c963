import { sql } from 'kysely';
import type { Tx } from '../platform/db/transaction.ts';
import { dayMs } from '../platform/duration.ts';
import { boundToOtherRequest, keyInUse, paymentInUse } from './errors.ts';
import { type PaymentHold, toHold } from './hold.ts';
import { leaseEnd } from './leases.ts';
import type { PaymentRow } from './tables.ts';

/** Equals the retention of idempotency records: afterwards a key may pay for something else. */
const intentKeptMs = dayMs;

export interface Purchase {
  readonly id: Buffer;
  readonly requestHash: Buffer;
  readonly route: string;
  readonly amount: bigint;
  readonly payTo: string;
  /** Hash of the Idempotency-Key, if any. */
  readonly intentKey?: Buffer | undefined;
}

/** Holds a payment for a purchase, creating or resuming its row; `used` if it has already bought its call. */
export async function holdPayment(
  tx: Tx,
  purchase: Purchase,
  { holder, now }: { holder: string; now: Date },
): Promise<PaymentHold | 'used'> {
  const lease = { holder, held_until: leaseEnd };
  await freeOldKey(tx, purchase, now);
  await freeAbandonedKey(tx, purchase);
  const created = await tx
    .insertInto('payment')
    .values({
      id: purchase.id,
      state: 'held',
      request_hash: purchase.requestHash,
      route: purchase.route,
      amount: Number(purchase.amount),
      pay_to: purchase.payTo,
      payer: null,
      terms: null,
      transaction: null,
      answer: null,
      created_at: now,
      settled_at: null,
      answered_at: null,
      intent_key: purchase.intentKey ?? null,
      blockhash: null,
      source: null,
      intent: null,
      ...lease,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) return toHold(created, holder);
  const row = await tx
    .selectFrom('payment')
    .selectAll()
    .select(sql<boolean>`coalesce(held_until > clock_timestamp(), false)`.as('is_held'))
    .where('id', '=', purchase.id)
    .forUpdate()
    .executeTakeFirst();
  // Another payment already uses this Idempotency-Key, or this one was dropped between the two statements.
  if (!row) throw purchase.intentKey ? keyInUse() : paymentInUse();
  if (!isFor(row, purchase)) throw boundToOtherRequest();
  if (row.answered_at) return 'used';
  if (row.is_held) throw paymentInUse();
  await tx
    .updateTable('payment')
    .set({ ...lease, request_hash: purchase.requestHash })
    .where('id', '=', purchase.id)
    .execute();
  return toHold(row, holder);
}

/** Releases an idempotency key older than a day for new use. */
async function freeOldKey(tx: Tx, { intentKey, id }: Purchase, now: Date): Promise<void> {
  if (!intentKey) return;
  await tx
    .updateTable('payment')
    .set({ intent_key: null })
    .where('intent_key', '=', intentKey)
    .where('id', '<>', id)
    .where('answered_at', 'is not', null)
    .where('created_at', '<', new Date(now.getTime() - intentKeptMs))
    .execute();
}

/**
 * The process that held this payment died before sending it for settlement: the client may pay with another payment, and the
 * first is never charged. If that process was only paused, it loses its hold before it settles.
 */
async function freeAbandonedKey(tx: Tx, { intentKey, id }: Purchase): Promise<void> {
  if (!intentKey) return;
  await tx
    .deleteFrom('payment')
    .where('intent_key', '=', intentKey)
    .where('id', '<>', id)
    .where('state', '=', 'held')
    .where('held_until', '<', sql<Date>`clock_timestamp()`)
    .execute();
}

function isFor(row: PaymentRow, { requestHash, route, amount, payTo }: Purchase): boolean {
  const same = row.route === route && BigInt(row.amount) === amount && row.pay_to === payTo;
  return same && (row.request_hash === null || row.request_hash.equals(requestHash));
}
