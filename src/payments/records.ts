import { hkdfSync, randomBytes } from 'node:crypto';
import type { PaymentRequirements } from '@x402/core/types';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import { pruneRows } from '../platform/db/prune.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { dayMs } from '../platform/duration.ts';
import { Replay, sealResponse, unsealResponse } from '../platform/http/idempotency.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import { network } from './currency.ts';
import { boundToOtherRequest, keyInUse, paymentInUse } from './errors.ts';
import type { PaidCall, Receipt } from './offer.ts';
import type { Intent, PaymentRow, PaymentState } from './tables.ts';

/** A payment held by one request. Its writes take effect only while it holds the payment. */
export interface PaymentHold {
  readonly id: Buffer;
  readonly holder: string;
  readonly createdAt: Date;
  readonly route: string;
  readonly payTo: string;
  readonly message: Buffer | null;
  readonly searchedTo: string | null;
  readonly intent: Intent | null;
  /** An earlier request sent it to be settled without learning or returning the outcome. */
  readonly wasSettling: boolean;
  released: boolean;
  state: PaymentState;
  terms: PaymentRequirements | null;
  transaction: string | null;
  payer: string | null;
  answer: Buffer | null;
}

/** The hold was lost: another request took over the payment and will complete it. */
export class HoldLost extends Error {}

function toHold(row: PaymentRow, holder: string): PaymentHold {
  const { id, state, terms, transaction, payer, answer } = row;
  const wasSettling = state === 'settling';
  return {
    id,
    holder,
    createdAt: row.created_at,
    route: row.route,
    payTo: row.pay_to,
    message: row.message,
    searchedTo: row.searched_to,
    intent: row.intent,
    wasSettling,
    released: false,
    state,
    terms,
    transaction,
    payer,
    answer,
  };
}

export function toReceipt({ transaction, payer }: Pick<PaymentHold, 'transaction' | 'payer'>): Receipt {
  return { success: true, transaction: transaction ?? '', network, ...(payer && { payer }) };
}

/**
 * A dead process loses its lease after this; a live one renews in time. Uses the database clock, shared by
 * all.
 */
const leaseEnd = sql<Date>`clock_timestamp() + interval '6 seconds'`;
const renewIntervalMs = 2_000;

interface LeaseDependencies {
  readonly transaction: Transact;
  readonly onError: (error: unknown) => void;
}

/** Renews the leases of this process's holders while they are working. */
export class Leases {
  readonly #deps: LeaseDependencies;
  readonly #live = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: LeaseDependencies) {
    this.#deps = deps;
  }

  keep(holder: string): void {
    this.#live.add(holder);
    this.#timer ??= setInterval(() => void this.#renew().catch(this.#deps.onError), renewIntervalMs);
  }

  end(holder: string): void {
    this.#live.delete(holder);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    if (this.#live.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    await this.#deps.transaction((tx) =>
      tx
        .updateTable('payment')
        .set({ held_until: leaseEnd })
        .where((where) => where('holder', '=', where.fn.any(where.val([...this.#live]))))
        .execute(),
    );
  }
}

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
async function holdPayment(
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
      message: null,
      searched_to: null,
      due_at: new Date(now.getTime() + firstPauseMs),
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

type StoredPurchase = Pick<PaymentRow, 'id' | 'intent' | 'transaction' | 'payer'> & {
  readonly answer: Buffer;
};

interface Settling {
  /** The response that it will buy, if already known. */
  readonly answer?: Buffer | null;
  readonly message: Uint8Array;
  readonly intent?: Intent | null;
}

/** Pauses of the reconciler for one payment double from the first to the longest. */
const firstPauseMs = 30_000;
const maxPauseMs = 15 * 60_000;
const maxDoublings = Math.ceil(Math.log2(maxPauseMs / firstPauseMs));

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

  /**
   * Takes over unfinished payments that are due and that no request holds, longest due first. The next time each is
   * due is written with it, so that no error and no crash can keep one at the front.
   */
  async adopt(state: 'settling' | 'settled', most: number): Promise<PaymentHold[]> {
    const adopter = randomBytes(8).toString('hex');
    const now = this.#clock.now();
    const unfinished =
      state === 'settling'
        ? sql<boolean>`state = 'settling'`
        : sql<boolean>`state = 'settled' AND answer IS NULL AND answered_at IS NULL
            AND intent IS NOT NULL AND request_hash IS NOT NULL`;
    const pauseS = sql`least(${maxPauseMs / 1_000}, ${firstPauseMs / 1_000} * 2 ^ least(attempts, ${maxDoublings}))`;
    const rows = await this.#transaction(async (tx) => {
      const open = await tx
        .selectFrom('payment')
        .select('id')
        .where(unfinished)
        .where('due_at', '<=', now)
        .where(sql<boolean>`coalesce(held_until < clock_timestamp(), true)`)
        .orderBy('due_at')
        .limit(most)
        .forUpdate()
        .skipLocked()
        .execute();
      if (open.length === 0) return [];
      return tx
        .updateTable('payment')
        .set({
          holder: sql`${adopter} || encode(substring(id FROM 1 FOR 8), 'hex')`,
          held_until: leaseEnd,
          attempts: sql`attempts + 1`,
          due_at: sql`${now}::timestamptz + make_interval(secs => ${pauseS})`,
        })
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
    hold.released = true;
    this.#leases.end(hold.holder);
    await this.#transaction((tx) =>
      tx.deleteFrom('payment').where('id', '=', hold.id).where('holder', '=', hold.holder).execute(),
    );
  }

  /** Records durably what a payment is for, before it is sent for settlement. */
  async recordSettling(
    hold: PaymentHold,
    terms: PaymentRequirements,
    { answer = null, message, intent = null }: Settling,
  ): Promise<void> {
    const changes = { state: 'settling', terms, answer, message: Buffer.from(message), intent } as const;
    await this.#transaction((tx) => this.#write(tx, hold, changes));
    Object.assign(hold, changes);
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
  async release(
    hold: PaymentHold,
    changes: Partial<Pick<PaymentRow, 'answered_at' | 'request_hash' | 'searched_to' | 'due_at'>> = {},
  ) {
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

/** Truncated to the millisecond, the precision of the URL cursor. */
const createdAt = sql<Date>`date_trunc('milliseconds', created_at)`;

/** Payments sent with unknown outcome, or settled without a response yet; oldest first. */
export function paymentsInDoubt(
  read: Reader,
  limit: number,
  after?: { readonly at: Date; readonly id: Buffer },
) {
  return (
    read
      .selectFrom('payment')
      .select(['id', 'state', 'route', 'amount', 'payer', 'transaction', 'created_at', 'settled_at'])
      // Literals, so that the planner matches the condition of the partial index.
      .where(
        sql<boolean>`(state = 'settling' OR (state = 'settled' AND answer IS NULL AND answered_at IS NULL))`,
      )
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(${createdAt}, id) > (${after?.at}::timestamptz, ${after?.id}::bytea)`),
      )
      .orderBy(createdAt)
      .orderBy('id')
      .limit(limit)
      .execute()
  );
}

const retentionMs = dayMs;

const batchSize = 1_000;

/**
 * Records stay as the operator's books; the responses are pruned a day after their payment settled. Batches keep every
 * lock short.
 */
export async function prunePaidResponses(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionMs);
  for (;;) {
    const { numAffectedRows = 0n } = await transaction((tx) =>
      sql`UPDATE payment SET answer = NULL, answered_at = coalesce(answered_at, ${clock.now()})
        WHERE id = ANY (ARRAY (
          SELECT id FROM payment WHERE state = 'settled' AND answer IS NOT NULL AND settled_at < ${before}
          LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`.execute(tx),
    );
    if (numAffectedRows < batchSize) return;
  }
}

/**
 * Deletes the records of payments whose process died before sending them for settlement. Nobody was charged: a payment is
 * recorded as settling before it is sent, and a process that was only paused loses its hold before that.
 */
export async function pruneUnsentPayments(transaction: Transact, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionMs);
  const isUnsent = sql<boolean>`state = 'held' AND created_at < ${before} AND held_until < clock_timestamp()`;
  await pruneRows(transaction, 'payment', isUnsent);
}

type Paid = Pick<PaymentHold, 'id' | 'intent'>;

/**
 * Stores responses with their payment until they were delivered completely. A secret response can only be
 * decrypted with the caller's request; one that the reconciler may write without that request uses the
 * server's key.
 */
export class StoredResponses {
  readonly #salt: Buffer;

  constructor(serverKey: ServerKey) {
    this.#salt = serverKey.derive('payment');
  }

  pack(paid: Paid, answer: unknown, call?: PaidCall): Buffer {
    const [json, key] = [toJson(answer), this.#sealKey(paid, call)];
    return key ? sealResponse(key, json) : Buffer.from(json);
  }

  unpack<T>(call: PaidCall, paid: Paid & Pick<PaymentHold, 'answer'>): T {
    const { answer } = paid;
    if (!answer) throw new Error('a payment settled without a stored response');
    const key = this.#sealKey(paid, call);
    return JSON.parse(key ? unsealResponse(key, answer) : answer.toString());
  }

  #sealKey({ id, intent }: Paid, call: PaidCall | undefined): Buffer | undefined {
    if (intent) return intent.secret ? this.#derive(id, 'reconcilable answer') : undefined;
    if (!call?.secret) return undefined;
    const { headers } = call.request;
    return this.#derive(String(headers['idempotency-key'] ?? headers['payment-signature']), 'answer');
  }

  #derive(secret: string | Buffer, purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', secret, this.#salt, purpose, 32));
  }
}

const toJson = (answer: unknown): string => (answer instanceof Replay ? answer.json : JSON.stringify(answer));
