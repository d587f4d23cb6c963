import type { Clock } from '../platform/clock.ts';
import { deferResult, type Transact, type Tx, violatesConstraint } from '../platform/db/transaction.ts';
import { errors } from '../platform/http/errors.ts';
import type { Replay } from '../platform/http/idempotency.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { entriesPerBlock, indexCompleteBlocks } from './account-index.ts';
import { type LockSpendingLimits, type Posting, writeBatch } from './batch.ts';
import { DuplicateTransfer } from './movement.ts';
import type { LedgerEntry } from './proof/entry.ts';
import { ChainHead, hasUnsealed, readUnsealed, sealRows } from './seal.ts';

const maxBatch = 500;
const maxQueued = 10_000;
const sealBatchSize = 2_000;
/** How long entries of business transactions are batched before they are sealed. */
const sealDelayMs = 20;
/** Entries left unsealed (their process died, or its wake-up was lost) are found within this time. */
const pollMs = 500;

/** Published by a process that wrote entries and has no sealer of its own. */
export const unsealedEntryTopic = 'ledger.unsealed';

interface QueuedPosting extends Posting {
  resolve(outcome: object | Replay): void;
  reject(error: unknown): void;
}

/**
 * The only place where the chain grows. While one transaction is in flight, callers queue; the next takes
 * them all, so one commit and one lock of a busy account serve many. Each posting succeeds or fails alone,
 * its idempotency record commits with it, and it has its seq when its caller gets the response. Across
 * processes, the lock on the chain's head makes them take turns.
 */
export class Sequencer {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #onSealed: (entries: readonly LedgerEntry[]) => void;
  #onSealing: (tx: Tx, entries: readonly LedgerEntry[]) => void = () => {};
  #lockLimits: LockSpendingLimits | undefined;
  #queue: QueuedPosting[] = [];
  #running: Promise<void> | undefined;
  #sealTimer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  /**
   * Number of blocks known to be complete; none at first, so that blocks left unlisted by another process are
   * found.
   */
  #completeBlocks = -1;
  #indexing: Promise<void> | undefined;

  constructor(deps: {
    transaction: Transact;
    clock: Clock;
    onError: (error: unknown) => void;
    onSealed: (entries: readonly LedgerEntry[]) => void;
  }) {
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
    this.#onSealed = deps.onSealed;
  }

  /** Registers work that commits together with the sealing of entries, or not at all. */
  addToSealing(onSealing: (tx: Tx, entries: readonly LedgerEntry[]) => void): void {
    this.#onSealing = onSealing;
  }

  /** Registers what decides, in the transaction of a transfer, how much a limited key may spend. */
  limitSpending(lock: LockSpendingLimits): void {
    this.#lockLimits = lock;
  }

  post(posting: Posting): Promise<object | Replay> {
    if (this.#queue.length >= maxQueued) {
      const busy = new Refusal(errors.overloaded, 'too many transfers at once', 'Retry in a second.', {
        'retry-after': '1',
      });
      return Promise.reject(busy);
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...posting, resolve, reject });
      this.#run();
    });
  }

  /** Must be called after committing entries that were written unsealed. */
  sealSoon(): void {
    if (this.#stopped) return;
    this.#sealTimer ??= setTimeout(() => {
      this.#sealTimer = undefined;
      void this.seal().catch(this.#onError);
    }, sealDelayMs);
  }

  /** Polls for unsealed entries whose process died before it could seal them. */
  watch(): void {
    this.#pollTimer = setInterval(() => void this.seal().catch(this.#onError), pollMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#sealTimer);
    clearInterval(this.#pollTimer);
    await this.#running;
    await this.seal().catch(this.#onError);
    await this.#indexing;
  }

  /**
   * Seals waiting entries. If another process is sealing, it retries, because that process may have read before our
   * commit.
   */
  async seal(): Promise<void> {
    let sealed: LedgerEntry[] | undefined;
    do {
      sealed = await this.#transaction(async (tx) => {
        // A lock is a write: an idle city must not write twice per second.
        if (!(await hasUnsealed(tx))) return [];
        const [head, unsealed] = await Promise.all([
          ChainHead.lock(tx, { wait: false }),
          readUnsealed(tx, sealBatchSize),
        ]);
        if (!head) return undefined;
        const entries = sealRows(tx, head, unsealed);
        if (entries.length > 0) {
          head.write(tx);
          this.#onSealing(tx, entries);
        }
        return entries;
      });
      if (!sealed) this.sealSoon();
      else this.#reportSealed(sealed);
    } while (sealed?.length === sealBatchSize);
  }

  #run(): void {
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
      if (this.#queue.length > 0) this.#run();
    });
  }

  async #drain(): Promise<void> {
    // Callers in the same turn of the event loop share a batch.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const batch = this.#takeBatch();
      try {
        await this.#commit(batch);
      } catch (error) {
        await this.#commitIndividually(batch, error);
      }
    }
  }

  /**
   * Two postings with the same idempotency key must not be in one statement: the second waits for the next
   * batch.
   */
  #takeBatch(): QueuedPosting[] {
    const [batch, later]: [QueuedPosting[], QueuedPosting[]] = [[], []];
    const keys = new Set<string>();
    for (const waiting of this.#queue) {
      const full = batch.length >= maxBatch || (waiting.idempotency && keys.has(waiting.idempotency.id));
      (full ? later : batch).push(waiting);
      if (waiting.idempotency) keys.add(waiting.idempotency.id);
    }
    this.#queue = later;
    return batch;
  }

  async #commit(batch: readonly QueuedPosting[]): Promise<void> {
    const { outcomes, sealed } = await this.#transaction(async () =>
      deferResult(async (tx) => {
        const written = await writeBatch(tx, batch, this.#clock, this.#lockLimits);
        if (written.sealed.length > 0) this.#onSealing(tx, written.sealed);
        return written;
      }),
    );
    const answer = () => {
      for (const waiting of batch) {
        const outcome = outcomes.get(waiting)!;
        if (outcome instanceof Error) waiting.reject(outcome);
        else waiting.resolve(outcome);
      }
      this.#reportSealed(sealed);
    };
    // Sends the next batch first, so that the database works on it while these responses are written.
    if (this.#queue.length > 0) setImmediate(answer);
    else answer();
  }

  #reportSealed(sealed: readonly LedgerEntry[]): void {
    const last = sealed.at(-1);
    if (!last) return;
    this.#onSealed(sealed);
    const completeBlocks = Math.floor(last.seq / entriesPerBlock);
    if (completeBlocks === this.#completeBlocks) return;
    this.#completeBlocks = completeBlocks;
    // Not awaited: unlisted entries are found anyway.
    this.#indexing ??= indexCompleteBlocks(this.#transaction)
      .catch(this.#onError)
      .finally(() => {
        this.#indexing = undefined;
      });
  }

  /**
   * A cause that has already moved its AP fails its whole batch; retried separately, each posting gets its
   * own outcome.
   */
  async #commitIndividually(batch: readonly QueuedPosting[], error: unknown): Promise<void> {
    const isDouble = violatesConstraint(error, 'ledger_entry_ref');
    if (!isDouble || batch.length === 1) {
      for (const { transfer, reject } of batch)
        reject(isDouble ? new DuplicateTransfer(transfer.ref) : error);
      return;
    }
    for (const waiting of batch)
      await this.#commit([waiting]).catch((each) => this.#commitIndividually([waiting], each));
  }
}
