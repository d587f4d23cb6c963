import { mapResult, type Transact, type Tx } from '../platform/db/transaction.ts';
import { runOnce } from '../platform/http/idempotency.ts';
import type { IdempotencyRecord } from '../platform/http/idempotency-record.ts';
import type { Log } from '../platform/log.ts';
import type { SolanaChain } from './chain.ts';
import { HoldLost, type PaymentHold, toReceipt } from './hold.ts';
import type { Receipt } from './offer.ts';
import type { PaymentRecords } from './records.ts';
import type { StoredResponses } from './stored-responses.ts';
import type { Intent } from './tables.ts';

const reconcileBatchSize = 50;

interface ReconcilerDependencies {
  readonly transaction: Transact;
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

  /** Looks up settlements on the chain and executes paid orders. Returns the number examined. */
  async reconcile(): Promise<number> {
    const { records, log } = this.#deps;
    const holds = await records.adopt(reconcileBatchSize);
    for (const hold of holds) {
      try {
        if (hold.state === 'settling') await this.#resolve(hold);
        if (hold.state === 'settled' && !hold.answer && hold.intent) await this.#execute(hold, hold.intent);
      } catch (error) {
        log.warn({ err: error, payment: hold.id.toString('hex') }, 'a payment could not be reconciled');
      }
      await records.release(hold).catch((error: unknown) => {
        if (!(error instanceof HoldLost)) throw error;
      });
    }
    return holds.length;
  }

  async #resolve(hold: PaymentHold): Promise<void> {
    const { records, chain, log } = this.#deps;
    const { blockhash, source } = hold.sought;
    if (blockhash === null) return;
    const sought = { id: hold.id, blockhash, source: source ?? undefined };
    const outcome = await chain.findOutcome(sought, hold.payTo, hold.createdAt);
    log.info({ payment: hold.id.toString('hex'), outcome: outcome.is }, 'reconciled a payment');
    if (outcome.is === 'paid') await records.recordSettled(hold, outcome.transaction, null);
    // Never landed and never will: as if it had not been sent.
    if (outcome.is === 'never') await records.drop(hold);
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
