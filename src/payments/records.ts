import { randomBytes } from 'node:crypto';
import type { PaymentRequirements } from '@x402/core/types';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { HoldLost, type PaymentHold, toHold } from './hold.ts';
import { Leases, leaseEnd } from './leases.ts';
import { holdPayment, type Purchase } from './purchase.ts';
import type { Intent, PaymentRow } from './tables.ts';

type StoredPurchase = Pick<PaymentRow, 'id' | 'intent' | 'transaction' | 'payer'> & {
  readonly answer: Buffer;
};

interface Settling {
  /** The response that it will buy, if already known. */
  readonly answer?: Buffer | null;
  readonly sought: { readonly blockhash: string; readonly source: string | undefined };
  readonly intent?: Intent | null;
}

/**
 * One payment buys one call. The record decides that for all processes: a payment is held by one request at a
 * time, stays bound to its first request, and is used up once the response was delivered.
 */
export class PaymentRecords {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #leases: Leases;

  constructor(deps: { transaction: Transact; clock: Clock; onError: (error: unknown) => void }) {
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
    this.#leases = new Leases(deps);
  }

  /** `used` if the payment has already bought its call. */
  async take(purchase: Purchase): Promise<PaymentHold | 'used'> {
    const holder = randomBytes(12).toString('hex');
    const hold = await this.#transaction((tx) =>
      holdPayment(tx, purchase, { holder, now: this.#clock.now() }),
    );
    if (hold !== 'used') this.#leases.keep(holder);
    return hold;
  }

  /** Takes over unfinished payments that no request holds, oldest first. */
  async adopt(most: number): Promise<PaymentHold[]> {
    const adopter = randomBytes(8).toString('hex');
    const rows = await this.#transaction(async (tx) => {
      const open = await tx
        .selectFrom('payment')
        .select('id')
        .where((where) =>
          where.or([
            where('state', '=', sql.lit('settling' as const)),
            where.and([
              where('state', '=', sql.lit('settled' as const)),
              where('answer', 'is', null),
              where('answered_at', 'is', null),
              where('intent', 'is not', null),
              where('request_hash', 'is not', null),
            ]),
          ]),
        )
        .where(sql<boolean>`coalesce(held_until < clock_timestamp(), true)`)
        .orderBy('created_at')
        .limit(most)
        .forUpdate()
        .skipLocked()
        .execute();
      if (open.length === 0) return [];
      return tx
        .updateTable('payment')
        .set({ holder: sql`${adopter} || encode(substring(id FROM 1 FOR 8), 'hex')`, held_until: leaseEnd })
        .where(
          'id',
          'in',
          open.map((row) => row.id),
        )
        .returningAll()
        .execute();
    });
    return rows.map((row) => {
      const holder = row.holder ?? '';
      this.#leases.keep(holder);
      return toHold(row, holder);
    });
  }

  /** Deletes the record, as if the payment had never been sent. */
  async drop(hold: PaymentHold): Promise<void> {
    this.#leases.end(hold.holder);
    await this.#transaction((tx) =>
      tx.deleteFrom('payment').where('id', '=', hold.id).where('holder', '=', hold.holder).execute(),
    );
  }

  /** Records durably what a payment is for, before it is sent for settlement. */
  async recordSettling(
    hold: PaymentHold,
    terms: PaymentRequirements,
    { answer = null, sought, intent = null }: Settling,
  ): Promise<void> {
    const facts = { blockhash: sought.blockhash, source: sought.source ?? null };
    const state = 'settling' as const;
    await this.#transaction((tx) => this.#write(tx, hold, { state, terms, answer, intent, ...facts }));
    Object.assign(hold, { state, terms, answer, sought: facts, intent });
  }

  async recordSettled(hold: PaymentHold, transaction: string | null, payer: string | null): Promise<void> {
    const now = this.#clock.now();
    await this.#transaction((tx) =>
      this.#write(tx, hold, { state: 'settled', transaction, payer, settled_at: now }),
    );
    Object.assign(hold, { state: 'settled', transaction, payer });
  }

  /** In the transaction of the purchase. */
  async recordResponse(tx: Tx, hold: PaymentHold, answer: Buffer): Promise<void> {
    await this.#write(tx, hold, { answer });
  }

  /** Releases an unfinished payment; a retry resumes it. */
  async release(hold: PaymentHold, changes: Partial<Pick<PaymentRow, 'answered_at' | 'request_hash'>> = {}) {
    if (hold.released) return;
    hold.released = true;
    this.#leases.end(hold.holder);
    await this.#transaction((tx) => this.#write(tx, hold, { ...changes, holder: null, held_until: null }));
  }

  /** Records delivery: a complete response uses up the payment; otherwise a retry gets the response. */
  async recordDelivery(hold: PaymentHold, isComplete: boolean): Promise<void> {
    await this.release(hold, isComplete ? { answered_at: this.#clock.now() } : {});
  }

  async #write(tx: Tx, hold: PaymentHold, changes: Partial<PaymentRow>): Promise<void> {
    const { terms, intent, ...rest } = changes;
    const update = await tx
      .updateTable('payment')
      .set({
        ...rest,
        ...(terms && { terms: JSON.stringify(terms) }),
        ...(intent && { intent: JSON.stringify(intent) }),
      })
      .where('id', '=', hold.id)
      .where('holder', '=', hold.holder)
      .executeTakeFirst();
    if (update.numUpdatedRows === 1n) return;
    this.#leases.end(hold.holder);
    throw new HoldLost('another request holds this payment now');
  }

  /** What the payment of an idempotency key bought for this request, while the response is stored. */
  async findPurchase(intentKey: Buffer, requestHash: Buffer): Promise<StoredPurchase | undefined> {
    return this.#transaction(async (tx) => {
      const row = await tx
        .selectFrom('payment')
        .select(['id', 'intent', 'answer', 'transaction', 'payer'])
        .where('intent_key', '=', intentKey)
        .where('request_hash', '=', requestHash)
        .where('state', '=', 'settled')
        .executeTakeFirst();
      return row?.answer ? { ...row, answer: row.answer } : undefined;
    });
  }

  /** The wallet that a payment has paid, or may have paid already. */
  async findPaidWallet(id: Buffer): Promise<string | undefined> {
    return this.#transaction(async (tx) => {
      const row = await tx
        .selectFrom('payment')
        .select('pay_to')
        .where('id', '=', id)
        .where('state', '<>', 'held')
        .executeTakeFirst();
      return row?.pay_to;
    });
  }

  stop(): void {
    this.#leases.stop();
  }
}
