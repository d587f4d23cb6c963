import { randomBytes } from 'node:crypto';
import type { PaymentRequirements } from '@x402/core/types';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { bound, inUse, keyInUse } from './errors.ts';
import type { Intent, PaymentRow, PaymentState } from './tables.ts';

/** A process that died lets go after this; a live one renews in time. By the database's clock, which all share. */
const leaseEnd = sql<Date>`clock_timestamp() + interval '6 seconds'`;
const renewMs = 2_000;
/** As long as an idempotency record is kept: then its key may pay for something else. */
const intentKeptMs = 24 * 3_600_000;

export interface Purchase {
  readonly id: Buffer;
  readonly requestHash: Buffer;
  readonly route: string;
  readonly amount: bigint;
  readonly payTo: string;
  /** Hash of the Idempotency-Key, if there is one. */
  readonly intentKey?: Buffer | undefined;
}

/** A payment in one request's hands. Whatever it writes counts only while it holds it. */
export interface Hold {
  readonly id: Buffer;
  readonly holder: string;
  readonly createdAt: Date;
  readonly route: string;
  readonly payTo: string;
  readonly sought: { readonly blockhash: string | null; readonly source: string | null };
  readonly intent: Intent | null;
  /** It was sent to be settled before, by a request that did not learn or tell what became of it. */
  readonly asked: boolean;
  released: boolean;
  state: PaymentState;
  terms: PaymentRequirements | null;
  transaction: string | null;
  payer: string | null;
  answer: Buffer | null;
}

interface Settling {
  /** The answer that it will buy, where there is one already. */
  readonly answer?: Buffer | null;
  readonly sought: { readonly blockhash: string; readonly source: string | undefined };
  readonly intent?: Intent | null;
}

/** The hold was lost: another request took the payment over and will bring it to its end. */
export class HoldLost extends Error {}

/**
 * One payment buys one call. The record is the one place where that is decided, for all processes: a payment is in
 * the hands of one request at a time, stays with the request it was first sent for, and is used up once answered.
 */
export class PaymentRecords {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #live = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: { transaction: Transact; clock: Clock; onError: (error: unknown) => void }) {
    this.#transaction = parts.transaction;
    this.#clock = parts.clock;
    this.#onError = parts.onError;
  }

  /** `used` where the payment has bought its call already. */
  async take(purchase: Purchase): Promise<Hold | 'used'> {
    const holder = randomBytes(12).toString('hex');
    const hold = await this.#transaction(async (tx) => {
      const now = this.#clock.now();
      const lease = { holder, held_until: leaseEnd };
      await this.#freeOldKey(tx, purchase, now);
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
      if (created) return holdOf(created, holder);
      const row = await tx
        .selectFrom('payment')
        .selectAll()
        .select(sql<boolean>`coalesce(held_until > clock_timestamp(), false)`.as('is_held'))
        .where('id', '=', purchase.id)
        .forUpdate()
        .executeTakeFirst();
      // Another payment pays for this Idempotency-Key, or this one was dropped between the two statements.
      if (!row) throw purchase.intentKey ? keyInUse() : inUse();
      if (!isFor(row, purchase)) throw bound();
      if (row.answered_at) return 'used';
      if (row.is_held) throw inUse();
      await tx
        .updateTable('payment')
        .set({ ...lease, request_hash: purchase.requestHash })
        .where('id', '=', purchase.id)
        .execute();
      return holdOf(row, holder);
    });
    if (hold !== 'used') this.#renewWhileHeld(holder);
    return hold;
  }

  /** An idempotency key that is a day old may be used for something new. */
  async #freeOldKey(tx: Tx, { intentKey, id }: Purchase, now: Date): Promise<void> {
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

  /** Takes up payments that nobody holds and that are not at their end; the oldest first. */
  async adopt(most: number): Promise<Hold[]> {
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
      this.#renewWhileHeld(holder);
      return holdOf(row, holder);
    });
  }

  /** Nothing came of it: the payment is as if it had never been sent. */
  async drop(hold: Hold): Promise<void> {
    this.#live.delete(hold.holder);
    await this.#transaction((tx) =>
      tx.deleteFrom('payment').where('id', '=', hold.id).where('holder', '=', hold.holder).execute(),
    );
  }

  /** Before it is sent to be settled: the durable intent of what it pays for. */
  async settling(
    hold: Hold,
    terms: PaymentRequirements,
    { answer = null, sought, intent = null }: Settling,
  ): Promise<void> {
    const facts = { blockhash: sought.blockhash, source: sought.source ?? null };
    const state = 'settling' as const;
    await this.#transaction((tx) => this.#write(tx, hold, { state, terms, answer, intent, ...facts }));
    Object.assign(hold, { state, terms, answer, sought: facts, intent });
  }

  async settled(hold: Hold, transaction: string | null, payer: string | null): Promise<void> {
    const now = this.#clock.now();
    await this.#transaction((tx) =>
      this.#write(tx, hold, { state: 'settled', transaction, payer, settled_at: now }),
    );
    Object.assign(hold, { state: 'settled', transaction, payer });
  }

  /** In the transaction of what was bought. */
  async bought(tx: Tx, hold: Hold, answer: Buffer): Promise<void> {
    await this.#write(tx, hold, { answer });
  }

  /** Lets go of a payment that is not at its end; a retry takes it up where it stands. */
  async release(hold: Hold, changes: Partial<Pick<PaymentRow, 'answered_at' | 'request_hash'>> = {}) {
    if (hold.released) return;
    hold.released = true;
    this.#live.delete(hold.holder);
    await this.#transaction((tx) => this.#write(tx, hold, { ...changes, holder: null, held_until: null }));
  }

  /** What became of the answer: gone out whole, the payment is used up; lost on the way, a retry gets it. */
  async answered(hold: Hold, whole: boolean): Promise<void> {
    await this.release(hold, whole ? { answered_at: this.#clock.now() } : {});
  }

  async #write(tx: Tx, hold: Hold, changes: Partial<PaymentRow>): Promise<void> {
    const { terms, intent, ...rest } = changes;
    const written = await tx
      .updateTable('payment')
      .set({
        ...rest,
        ...(terms && { terms: JSON.stringify(terms) }),
        ...(intent && { intent: JSON.stringify(intent) }),
      })
      .where('id', '=', hold.id)
      .where('holder', '=', hold.holder)
      .executeTakeFirst();
    if (written.numUpdatedRows === 1n) return;
    this.#live.delete(hold.holder);
    throw new HoldLost('another request holds this payment now');
  }

  #renewWhileHeld(holder: string): void {
    this.#live.add(holder);
    this.#timer ??= setInterval(() => void this.#renew().catch(this.#onError), renewMs);
  }

  async #renew(): Promise<void> {
    if (this.#live.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    await this.#transaction((tx) =>
      tx
        .updateTable('payment')
        .set({ held_until: leaseEnd })
        .where((where) => where('holder', '=', where.fn.any(where.val([...this.#live]))))
        .execute(),
    );
  }

  /** The wallet that a payment has paid, or may have paid already. */
  async paidWallet(id: Buffer): Promise<string | undefined> {
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
    clearInterval(this.#timer);
  }
}

function isFor(row: PaymentRow, { requestHash, route, amount, payTo }: Purchase): boolean {
  const same = row.route === route && BigInt(row.amount) === amount && row.pay_to === payTo;
  return same && (row.request_hash === null || row.request_hash.equals(requestHash));
}

function holdOf(row: PaymentRow, holder: string): Hold {
  const { id, state, terms, transaction, payer, answer } = row;
  const asked = state === 'settling';
  return {
    id,
    holder,
    createdAt: row.created_at,
    route: row.route,
    payTo: row.pay_to,
    sought: { blockhash: row.blockhash, source: row.source },
    intent: row.intent,
    asked,
    released: false,
    state,
    terms,
    transaction,
    payer,
    answer,
  };
}

const answersKeptMs = 24 * 3_600_000;

const answersAtOnce = 1_000;

/** The records stay, as an operator's books; what was answered does not. Batches keep every lock short. */
export async function forgetPaidAnswers(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - answersKeptMs);
  for (;;) {
    const { numAffectedRows = 0n } = await transaction((tx) =>
      sql`UPDATE payment SET answer = NULL, answered_at = coalesce(answered_at, ${clock.now()})
        WHERE id = ANY (ARRAY (
          SELECT id FROM payment WHERE answer IS NOT NULL AND created_at < ${before}
          LIMIT ${answersAtOnce} FOR UPDATE SKIP LOCKED))`.execute(tx),
    );
    if (numAffectedRows < answersAtOnce) return;
  }
}
