import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { TaskFailure, tooSlow, toTaskFailure } from './failure.ts';
import type { TaskMessage } from './tasks.ts';
import { threadCpuMs } from './thread-cpu.ts';
import type { TaskResult, TaskStart, WorkerSettings } from './worker.ts';

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** How long the caller waits, in the queue and for a core; then the server is busy. */
  readonly waitMs?: number;
  /** CPU time that the task may use, once its code is loaded; a task that exceeds it is terminated. */
  readonly timeoutMs?: number;
  /** Size of the input. */
  readonly bytes?: number;
  /** What the task is about (a page's hash): a thread that has it parsed is preferred. */
  readonly about?: string;
  /**
   * Buffers of the input that are moved to the worker instead of copied; the caller can no longer read them.
   */
  readonly transfer?: readonly ArrayBuffer[];
}

/** A task beyond these limits is terminated; its heap is separate from the server's. */
const limits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 };
/** Number of pages tracked per worker, about as many as it keeps parsed. */
const remembered = 8;
const lowNiceness = 10;
/** A task that takes more CPU time than this goes on at low priority: how much a page costs is not known before. */
const maxUsualCpuMs = 500;
const minCheckMs = 20;

/** One worker thread, which runs one task at a time and can be terminated mid-task. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #seen: string[] = [];
  #current: PromiseWithResolvers<unknown> | null = null;
  #gone = false;
  #budgetMs = 0;
  #usedMs = 0;
  #budgetTimer: NodeJS.Timeout | undefined;

  #low: boolean;

  constructor(low: boolean, onGone: (thread: WorkerThread) => void) {
    this.#low = low;
    const workerData: WorkerSettings = { niceness: low ? lowNiceness : 0 };
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: limits,
      workerData,
    });
    this.#worker.unref();
    this.#worker.on('message', (message: TaskStart | TaskResult) => this.#receive(message));
    this.#worker.on('error', (error) => {
      // No task may be assigned to it between the error and its exit event.
      this.#gone = true;
      this.#fail(toTaskFailure(error));
    });
    this.#worker.on('exit', () => {
      this.#gone = true;
      this.#fail(new TaskFailure('busy', 'A worker ended in the middle of its task.'));
      onGone(this);
    });
  }

  /** At low priority, for heavy work and for owners who have much of it. */
  get low(): boolean {
    return this.#low;
  }

  get idle(): boolean {
    return this.#current === null && !this.#gone;
  }

  /** CPU time of its last task; 0 if the thread was ended for another reason than that time. */
  get usedMs(): number {
    return this.#usedMs;
  }

  /** Whether it has worked on this before, and may still have it parsed. */
  hasSeen(about: string | undefined): boolean {
    return about !== undefined && this.#seen.includes(about);
  }

  runTask(
    message: TaskMessage,
    { about, transfer = [], cpuMs }: Pick<RunOptions, 'about' | 'transfer'> & { cpuMs: number },
  ): Promise<unknown> {
    if (about !== undefined && !this.hasSeen(about)) {
      this.#seen.push(about);
      if (this.#seen.length > remembered) this.#seen.shift();
    }
    this.#current = Promise.withResolvers();
    this.#worker.ref();
    this.#budgetMs = cpuMs;
    this.#usedMs = 0;
    this.#worker.postMessage(message, transfer);
    return this.#current.promise;
  }

  /** Terminates the thread, even mid-task; its task fails with the given reason. */
  async end(reason: TaskFailure): Promise<void> {
    this.#gone = true;
    this.#fail(reason);
    await this.#worker.terminate();
  }

  #receive(message: TaskStart | TaskResult): void {
    if ('ok' in message) this.#settle(message);
    else this.#watchBudget(message);
  }

  /**
   * Ends the thread when its task has used its CPU time. Waiting for a core costs the task nothing, however busy
   * the machine is.
   */
  #watchBudget({ procPath, cpuMs: before }: TaskStart): void {
    const budgetMs = this.#budgetMs;
    const check = () => {
      const usedMs = threadCpuMs(procPath) - before;
      if (usedMs >= maxUsualCpuMs) this.#lowerPriority(procPath);
      if (usedMs >= budgetMs) {
        this.#usedMs = budgetMs;
        void this.end(tooSlow(budgetMs));
      } else checkAt(usedMs);
    };
    const checkAt = (usedMs: number) => {
      const next = this.#low ? budgetMs : Math.min(budgetMs, maxUsualCpuMs);
      this.#budgetTimer = setTimeout(check, Math.max(minCheckMs, next - usedMs));
    };
    checkAt(0);
  }

  /** For good: without a privilege a thread cannot raise it again. */
  #lowerPriority(procPath: string | undefined): void {
    if (this.#low || procPath === undefined) return;
    this.#low = true;
    const thread = Number(basename(procPath));
    try {
      setPriority(thread, Math.max(getPriority(thread), lowNiceness));
    } catch {
      // It ended meanwhile.
    }
  }

  #settle(result: TaskResult): void {
    const current = this.#take();
    this.#usedMs = result.cpuMs;
    if (result.ok) current?.resolve(result.output);
    else current?.reject(new TaskFailure(result.reason, result.message, result.stack));
  }

  #fail(failure: TaskFailure): void {
    this.#take()?.reject(failure);
  }

  #take(): PromiseWithResolvers<unknown> | null {
    const current = this.#current;
    this.#current = null;
    clearTimeout(this.#budgetTimer);
    if (!this.#gone) this.#worker.unref();
    return current;
  }
}
