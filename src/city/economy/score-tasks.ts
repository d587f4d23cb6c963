import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { establishDue, recordEstablished } from './introductions.ts';
import { countSealed, entriesPerBatch } from './ledger-scores.ts';
import { type Settle, scheduleCheck, settleDue } from './pending-grants.ts';
import type { MintPolicy } from './policy.ts';

const intervalMs = 60_000;
const pauseMs = 150;

interface ScoreParts {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly policy: MintPolicy;
  readonly ledger: Ledger;
  readonly settle: Settle;
  readonly onError: (error: unknown) => void;
}

/**
 * Follows the ledger: scores, standing and grants due to them are updated moments after an entry is sealed.
 */
export class ScoreKeeper {
  readonly #parts: ScoreParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  readonly #unsubscribe: () => void;

  constructor(parts: ScoreParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bus.subscribe('ledger.sealed', () => this.#scheduleCount());
  }

  /** Counts all entries sealed so far. */
  async catchUp(): Promise<void> {
    const { transaction, clock, policy, ledger } = this.#parts;
    while ((await countSealed(transaction, policy)) === entriesPerBatch);
    await transaction(async (tx) => {
      const now = clock.now();
      await scheduleCheck(tx, await establishDue(tx, policy, now), now);
      await recordEstablished(tx, ledger);
    });
    await settleDue(this.#parts);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #scheduleCount(): void {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#running.then(() => this.catchUp()).catch(this.#parts.onError);
    }, pauseMs);
  }
}

/** Runs once per minute too, so that a lost event delays nothing for long. */
export function scoreTasks(keeper: ScoreKeeper, { transaction }: Pick<ScoreParts, 'transaction'>): TaskKind {
  return recurringTask('count scores', intervalMs, async (task) => {
    await keeper.catchUp();
    await transaction((tx) => task.finish(tx));
  });
}
