import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log.ts';
import type { Task } from '../../platform/scheduler/task-kind.ts';
import type { VideoJob } from './job.ts';
import type { JobStage } from './tables.ts';

const beatMs = 2_000;

interface ProgressDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes a render's progress to its job every few seconds; a job without recent progress is not being rendered. */
export class RenderProgress {
  readonly #deps: ProgressDependencies;
  readonly #task: Task;
  readonly #id: string;
  readonly #attempt: string;
  /** How far earlier attempts got, until this one got further. */
  #before: number | undefined;
  readonly #timer: NodeJS.Timeout;
  #now: { stage: JobStage; progress: number } | undefined;
  readonly #lost = new AbortController();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: ProgressDependencies, task: Task, { id, progress }: VideoJob, attempt: string) {
    this.#deps = deps;
    this.#task = task;
    this.#id = id;
    this.#before = progress;
    this.#attempt = attempt;
    this.#timer = setInterval(() => this.#write(), beatMs);
  }

  at(stage: JobStage, progress: number): void {
    const isNew = stage !== this.#now?.stage;
    this.#now = { stage, progress: Math.min(1, Math.max(progress, this.#now?.progress ?? 0)) };
    if (isNew) this.#write();
  }

  /** Aborts once the job is no longer this attempt's: it was cancelled, or another attempt has taken over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
  }

  /** Only for its own attempt: after another attempt has taken over, nothing more is written. */
  #write(): void {
    const { transaction, clock, log } = this.#deps;
    this.#writing = this.#writing
      .then(() =>
        transaction(async (tx) => {
          const now = this.#now;
          // The column has single precision.
          if (now && this.#before !== undefined && Math.fround(now.progress) > this.#before) {
            await this.#task.restoreAttempts(tx);
            this.#before = undefined;
          }
          return tx
            .updateTable('video_job')
            .set({
              beat_at: clock.now(),
              ...(now && {
                stage: now.stage,
                // An attempt that begins again does not set the job back.
                progress: sql<number>`greatest(progress, ${now.progress}::real)`,
              }),
            })
            .where('id', '=', this.#id)
            .where('attempt', '=', this.#attempt)
            .where('status', '=', 'rendering')
            .executeTakeFirst();
        }),
      )
      .then(({ numUpdatedRows }) => {
        if (numUpdatedRows === 0n) this.#lost.abort(new Error('the video was cancelled'));
      })
      .catch((error: unknown) =>
        log.warn({ err: error, job: this.#id }, 'the progress of a render was not saved'),
      );
  }
}
