import { randomBytes } from 'node:crypto';
import type { PaymentRequirements } from '@x402/core/types';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { bound, inUse } from './errors.ts';
import type { PaymentState, PaymentTable } from './tables.ts';

/** A process that died lets go after this; one that lives renews in time. */
const leaseMs = 6_000;
const renewMs = 2_000;

export interface Purchase {
  readonly id: Buffer;
  readonly requestHash: Buffer;
  readonly route: string;
  readonly amount: bigint;
  readonly payTo: string;
}

/** A payment in one request's hands. Whatever it writes counts only while it holds it. */
export interface Hold {
  readonly id: Buffer;
  readonly holder: string;
  readonly createdAt: Date;
  /** It was sent to be settled before, by a request that did not learn or tell what became of it. */
  readonly asked: boolean;
  released: boolean;
  state: PaymentState;
  terms: PaymentRequirements | null;
  transaction: string | null;
  payer: string | null;
  answer: Buffer | null;
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
      const lease = { holder, held_until: new Date(now.getTime() + leaseMs) };
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
          ...lease,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (created) return holdOf(created, holder);
      const row = await tx
        .selectFrom('payment')
        .selectAll()
        .where('id', '=', purchase.id)
        .forUpdate()
        .executeTakeFirst();
      // Let go of between the two statements, for nothing had come of it.
      if (!row) throw inUse();
      if (!isFor(row, purchase)) throw bound();
      if (row.answered_at) return 'used';
      if (row.held_until && row.held_until > now) throw inUse();
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

  /** Nothing came of it: the payment is as if it had never been sent. */
  async drop(hold: Hold): Promise<void> {
    this.#live.delete(hold.holder);
    await this.#transaction((tx) =>
      tx.deleteFrom('payment').where('id', '=', hold.id).where('holder', '=', hold.holder).execute(),
    );
  }

  /** Before it is sent to be settled, with the answer that it will buy where there is one already. */
  async settling(hold: Hold, terms: PaymentRequirements, answer: Buffer | null): Promise<void> {
    await this.#transaction((tx) => this.#write(tx, hold, { state: 'settling', terms, answer }));
    Object.assign(hold, { state: 'settling', terms, answer });
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
  async release(hold: Hold, changes: Partial<Pick<PaymentTable, 'answered_at' | 'request_hash'>> = {}) {
    if (hold.released) return;
    hold.released = true;
    this.#live.delete(hold.holder);
    await this.#transaction((tx) => this.#write(tx, hold, { ...changes, holder: null, held_until: null }));
  }

  /** What became of the answer: gone out whole, the payment is used up; lost on the way, a retry gets it. */
  async answered(hold: Hold, whole: boolean): Promise<void> {
    await this.release(hold, whole ? { answered_at: this.#clock.now() } : {});
  }

  async #write(tx: Tx, hold: Hold, changes: Partial<PaymentTable>): Promise<void> {
    const { terms, ...rest } = changes;
    const written = await tx
      .updateTable('payment')
      .set({ ...rest, ...(terms && { terms: JSON.stringify(terms) as never }) })
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
    const held_until = new Date(this.#clock.now().getTime() + leaseMs);
    await this.#transaction((tx) =>
      tx
        .updateTable('payment')
        .set({ held_until })
        .where((where) => where('holder', '=', where.fn.any(where.val([...this.#live]))))
        .execute(),
    );
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function isFor(row: PaymentTable, { requestHash, route, amount, payTo }: Purchase): boolean {
  const same = row.route === route && BigInt(row.amount) === amount && row.pay_to === payTo;
  return same && (row.request_hash === null || row.request_hash.equals(requestHash));
}

function holdOf(row: PaymentTable, holder: string): Hold {
  const { id, state, terms, transaction, payer, answer } = row;
  const asked = state === 'settling';
  return {
    id,
    holder,
    createdAt: row.created_at,
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

/** The records stay, as an operator's books; what was answered does not. */
export async function forgetPaidAnswers(tx: Tx, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - answersKeptMs);
  await tx
    .updateTable('payment')
    .set({ answer: null, answered_at: sql`coalesce(answered_at, ${clock.now()})` })
    .where('answer', 'is not', null)
    .where('created_at', '<', before)
    .execute();
}
