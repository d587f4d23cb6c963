import type { Clock } from '../platform/clock.ts';
import { atEnd, type Transact, type Tx, violates } from '../platform/db/transaction.ts';
import { errors } from '../platform/http/errors.ts';
import type { Replay } from '../platform/http/idempotency.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { listedAtOnce, listWholeBlocks } from './account-lists.ts';
import { type Posting, writeBatch } from './batch.ts';
import { AlreadyMoved } from './movement.ts';
import type { LedgerEntry } from './proof/entry.ts';
import { anyWaiting, ChainEnd, readWaiting, sealRows } from './seal.ts';

const maxBatch = 500;
const maxQueued = 10_000;
const sealAtMost = 2_000;
/** How long entries of business transactions are batched before they are sealed. */
const gatherMs = 20;
/** Entries left unsealed (their process died, or its wake-up was lost) are found within this time. */
const lookMs = 500;

/** Published by a process that wrote entries and has no sealer of its own. */
export const unsealedTopic = 'ledger.unsealed';

interface Waiting extends Posting {
  resolve(outcome: object | Replay): void;
  reject(error: unknown): void;
}

/**
 * The only place where the chain grows. While one transaction is in flight, callers queue; the next takes
 * them all, so one commit and one lock of a busy account serve many. Each posting succeeds or fails alone,
 * its idempotency record commits with it, and it has its seq when its caller gets the response. Across
 * processes, the lock on the chain's end makes them take turns.
 */
export class Sequencer {
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #onSealed: (entries: readonly LedgerEntry[]) => void;
  #beside: (tx: Tx, entries: readonly LedgerEntry[]) => void = () => {};
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #stopped = false;
  /**
   * Number of blocks known to be complete; none at first, so that blocks left unlisted by another process are
   * found.
   */
  #wholeBlocks = -1;
  #listing: Promise<void> | undefined;

  constructor(parts: {
    transaction: Transact;
    clock: Clock;
    onError: (error: unknown) => void;
    onSealed: (entries: readonly LedgerEntry[]) => void;
  }) {
    this.#transaction = parts.transaction;
    this.#clock = parts.clock;
    this.#onError = parts.onError;
    this.#onSealed = parts.onSealed;
  }

  /** Registers work that commits together with the sealing of entries, or not at all. */
  whenSealing(beside: (tx: Tx, entries: readonly LedgerEntry[]) => void): void {
    this.#beside = beside;
  }

  post(posting: Posting): Promise<object | Replay> {
    if (this.#queue.length >= maxQueued) {
      const busy = new Refusal(errors.overloaded, 'too many movements at once', 'Retry in a second.', {
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
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      void this.seal().catch(this.#onError);
    }, gatherMs);
  }

  /** Polls for unsealed entries whose process died before it could seal them. */
  watch(): void {
    this.#looking = setInterval(() => void this.seal().catch(this.#onError), lookMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#gathering);
    clearInterval(this.#looking);
    await this.#running;
    await this.seal().catch(this.#onError);
    await this.#listing;
  }

  /**
   * Seals waiting entries. If another process is sealing, tries again: it may have read before our commit.
   */
  async seal(): Promise<void> {
    let sealed: LedgerEntry[] | undefined;
    do {
      sealed = await this.#transaction(async (tx) => {
        // A lock is a write: an idle city must not write twice per second.
        if (!(await anyWaiting(tx))) return [];
        const [end, waiting] = await Promise.all([
          ChainEnd.lock(tx, { wait: false }),
          readWaiting(tx, sealAtMost),
        ]);
        if (!end) return undefined;
        const entries = sealRows(tx, end, waiting);
        if (entries.length > 0) {
          end.write(tx);
          this.#beside(tx, entries);
        }
        return entries;
      });
      if (!sealed) this.sealSoon();
      else this.#tell(sealed);
    } while (sealed?.length === sealAtMost);
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
        await this.#commitApart(batch, error);
      }
    }
  }

  /**
   * Two postings with the same idempotency key must not be in one statement: the second waits for the next
   * batch.
   */
  #takeBatch(): Waiting[] {
    const [batch, later]: [Waiting[], Waiting[]] = [[], []];
    const keys = new Set<string>();
    for (const waiting of this.#queue) {
      const full = batch.length >= maxBatch || (waiting.claim && keys.has(waiting.claim.id));
      (full ? later : batch).push(waiting);
      if (waiting.claim) keys.add(waiting.claim.id);
    }
    this.#queue = later;
    return batch;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const { outcomes, sealed } = await this.#transaction(async () =>
      atEnd(async (tx) => {
        const written = await writeBatch(tx, batch, this.#clock);
        if (written.sealed.length > 0) this.#beside(tx, written.sealed);
        return written;
      }),
    );
    const answer = () => {
      for (const waiting of batch) {
        const outcome = outcomes.get(waiting)!;
        if (outcome instanceof Error) waiting.reject(outcome);
        else waiting.resolve(outcome);
      }
      this.#tell(sealed);
    };
    // The statements of the next batch go out first: the server works on it while these responses are written.
    if (this.#queue.length > 0) setImmediate(answer);
    else answer();
  }

  #tell(sealed: readonly LedgerEntry[]): void {
    const last = sealed.at(-1);
    if (!last) return;
    this.#onSealed(sealed);
    const whole = Math.floor(last.seq / listedAtOnce);
    if (whole === this.#wholeBlocks) return;
    this.#wholeBlocks = whole;
    // Not awaited: unlisted entries are found anyway.
    this.#listing ??= listWholeBlocks(this.#transaction)
      .catch(this.#onError)
      .finally(() => {
        this.#listing = undefined;
      });
  }

  /**
   * A cause that has already moved its AP fails its whole batch; retried separately, each posting gets its
   * own outcome.
   */
  async #commitApart(batch: readonly Waiting[], error: unknown): Promise<void> {
    const isDouble = violates(error, 'ledger_entry_ref');
    if (!isDouble || batch.length === 1) {
      for (const { transfer, reject } of batch) reject(isDouble ? new AlreadyMoved(transfer.ref) : error);
      return;
    }
    for (const waiting of batch)
      await this.#commit([waiting]).catch((each) => this.#commitApart([waiting], each));
  }
}
