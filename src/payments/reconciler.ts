import type { Clock } from '../platform/clock.ts';
import { mapResult, type Transact, type Tx } from '../platform/db/transaction.ts';
import { runOnce } from '../platform/http/idempotency.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { IdempotencyRecord } from '../platform/http/tables.ts';
import type { Log } from '../platform/log.ts';
import { recurringTask, type TaskKind } from '../platform/scheduler/task-kind.ts';
import type { SolanaChain } from './chain.ts';
import type { Receipt } from './offer.ts';
import {
  HoldLost,
  type PaymentHold,
  type PaymentRecords,
  type StoredResponses,
  toReceipt,
} from './records.ts';
import { readMessage } from './signed-payment.ts';
import type { Intent } from './tables.ts';

/** Payments examined at once: fewer than the connections to the database. */
const concurrency = 4;
/** The next round continues where this one ends. */
const maxRoundMs = 45_000;
/** A longer history is read in several turns, so that others have theirs. */
const maxPages = 20;

interface ReconcilerDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly log: Log;
  readonly records: PaymentRecords;
  readonly chain: SolanaChain;
  readonly answers: StoredResponses;
}

/** Executes an order in the transaction that records it. */
export type PaidEffect<O> = (tx: Tx, order: O, receipt: Receipt) => Promise<object>;

/** Completes payments abandoned by their request, whether or not the client returns. */
export class Reconciler {
  readonly #deps: ReconcilerDependencies;
  readonly #effects = new Map<string, { effect: PaidEffect<never>; status: number }>();

  constructor(deps: ReconcilerDependencies) {
    this.#deps = deps;
  }

  /** Registers how orders of a route are executed. */
  whenPaid<O extends object>(route: string, effect: PaidEffect<O>, status: number): void {
    this.#effects.set(route, { effect, status });
  }

  /** Executes paid orders and looks up settlements on the chain. Returns the number examined. */
  async reconcile(): Promise<number> {
    let examined = 0;
    const end = performance.now() + maxRoundMs;
    // Orders need only the database: they do not wait behind lookups.
    for (const state of ['settled', 'settling'] as const) {
      while (performance.now() < end) {
        const holds = await this.#deps.records.adopt(state, concurrency);
        if (holds.length === 0) break;
        await Promise.all(holds.map((hold) => this.#examine(hold)));
        examined += holds.length;
      }
    }
    return examined;
  }

  /** Never throws: an error about one payment must not end the work on others. */
  async #examine(hold: PaymentHold): Promise<void> {
    const { records, log } = this.#deps;
    const logged = (error: unknown, text: string) =>
      log.warn({ err: error, payment: hold.id.toString('hex') }, text);
    let changes = {};
    try {
      if (hold.state === 'settling') changes = await this.#resolve(hold);
      if (hold.state === 'settled' && !hold.answer && hold.intent) await this.#execute(hold, hold.intent);
    } catch (error) {
      logged(error, 'a payment could not be reconciled');
      // As for a request: the payment stays valid for a corrected one.
      if (hold.state === 'settled' && error instanceof Refusal && error.kind.status < 500)
        changes = { request_hash: null };
    }
    await records.release(hold, changes).catch((error: unknown) => {
      if (!(error instanceof HoldLost)) logged(error, 'a payment was left held until its lease ends');
    });
  }

  /** Asks the chain. Returns what to record if it does not know yet. */
  async #resolve(hold: PaymentHold) {
    const { records, chain, clock, log } = this.#deps;
    if (!hold.message) throw new Error('a payment is settling without its message');
    const outcome = await chain.findOutcome({
      message: readMessage(hold.message),
      payTo: hold.payTo,
      since: hold.createdAt,
      now: clock.now(),
      maxPages,
      searchedTo: hold.searchedTo,
    });
    log.info({ payment: hold.id.toString('hex'), outcome: outcome.is }, 'reconciled a payment');
    if (outcome.is === 'paid') await records.recordSettled(hold, outcome.transaction, null);
    // Never landed and never will: as if it had not been sent.
    if (outcome.is === 'never') await records.drop(hold);
    const searchedTo = outcome.is === 'open' ? outcome.searchedTo : undefined;
    return searchedTo === undefined ? {} : { searched_to: searchedTo, due_at: clock.now() };
  }

  async #execute(hold: PaymentHold, { order, claim }: Intent): Promise<void> {
    const { records, transaction, answers } = this.#deps;
    const handler = this.#effects.get(hold.route);
    if (!handler) return;
    const { effect, status } = handler;
    await transaction(async (tx) => {
      const result = await runOnce(tx, fromStoredRecord(claim), status, () =>
        effect(tx, order as never, toReceipt(hold)),
      );
      return mapResult(result, (answer) => records.recordResponse(tx, hold, answers.pack(hold, answer)));
    });
  }
}

function fromStoredRecord(stored: Intent['claim']): IdempotencyRecord | undefined {
  if (!stored) return undefined;
  const { scope, keyHash, requestHash } = stored;
  return {
    id: keyHash,
    scope,
    keyHash: Buffer.from(keyHash, 'hex'),
    requestHash: Buffer.from(requestHash, 'hex'),
    seal: undefined,
  };
}

const intervalMs = 60_000;

/** Completes payments whose request died or gave up, whether or not the client returns. */
export function reconcileTask(payments: Pick<Reconciler, 'reconcile'>, transaction: Transact): TaskKind {
  return recurringTask('payments reconcile', intervalMs, async (task) => {
    await payments.reconcile();
    await transaction((tx) => task.finish(tx));
  });
}
