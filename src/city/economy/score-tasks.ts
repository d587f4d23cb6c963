import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { recurringTask, type TaskKind } from '../../platform/scheduler/task-kind.ts';
import { establishDue, recordEstablished } from './introductions.ts';
import { countSealed, entriesPerBatch } from './ledger-scores.ts';
import type { MintPolicy } from './policy.ts';
import { updateRanks } from './ranks.ts';
import { type Settle, scheduleCheck, settleDue } from './welcome.ts';

const intervalMs = 60_000;
const minRestMs = 150;
const maxRestMs = 2_000;
/** After a large batch, pause for four times as long as it took, so that requests get most of the core. */
const restPerWork = 4;
const manyEntries = 200;

interface ScoreDependencies {
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
  readonly #deps: ScoreDependencies;
  /** Set from the moment a count is scheduled until it has ended. */
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #restMs = minRestMs;
  #hasUncounted = false;
  #stopped = false;
  readonly #unsubscribe: () => void;

  constructor(deps: ScoreDependencies) {
    this.#deps = deps;
    this.#unsubscribe = deps.bus.subscribe('ledger.sealed', () => this.#scheduleCount());
  }

  /** Counts all entries sealed so far. Returns how many. */
  async catchUp(): Promise<number> {
    const { transaction, clock, policy, ledger } = this.#deps;
    let counted = 0;
    let batch: number;
    do {
      batch = await countSealed(transaction, policy);
      counted += batch;
    } while (batch === entriesPerBatch);
    await transaction(async (tx) => {
      const now = clock.now();
      await scheduleCheck(tx, await establishDue(tx, policy, now), now);
      await recordEstablished(tx, ledger);
    });
    await settleDue(this.#deps);
    await updateRanks(transaction);
    return counted;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #scheduleCount(): void {
    this.#hasUncounted = true;
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => {
      this.#running = this.#countOnce();
    }, this.#restMs);
  }

  async #countOnce(): Promise<void> {
    this.#hasUncounted = false;
    const startedMs = performance.now();
    const counted = (await this.catchUp().catch(this.#deps.onError)) ?? 0;
    const restMs = counted < manyEntries ? minRestMs : restPerWork * (performance.now() - startedMs);
    this.#restMs = Math.min(maxRestMs, Math.max(minRestMs, restMs));
    this.#timer = undefined;
    if (this.#hasUncounted) this.#scheduleCount();
  }
}

/** Runs once per minute too, so that a lost event delays nothing for long. */
export function scoreTasks(
  keeper: ScoreKeeper,
  { transaction }: Pick<ScoreDependencies, 'transaction'>,
): TaskKind {
  return recurringTask('count scores', intervalMs, async (task) => {
    await keeper.catchUp();
    await transaction((tx) => task.finish(tx));
  });
}
