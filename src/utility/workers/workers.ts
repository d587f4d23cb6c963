import { availableParallelism } from 'node:os';
import { Gauge } from 'prom-client';
import { currentOwner } from '../../platform/fair-share.ts';
import { FairSlots, ShareUsedUp } from '../../platform/fair-slots.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { inSpan, type Span } from '../../platform/tracing/trace.ts';
import { busy } from './failure.ts';
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts';
import { type RunOptions, WorkerThread } from './worker-thread.ts';

const maxTaskMs = 8_000;
/** The default wait of a caller; the task goes on without it. */
const maxWaitMs = 20_000;
const maxWaiting = 64;
/** Limits the queued tasks per caller, so that the rest of the queue stays free for others. */
const maxWaitingPerOwner = 16;
const maxWaitingBytes = 128 * 1_024 * 1_024;
/** Larger inputs are heavy: they never occupy all threads at once, so small ones always get through. */
const heavyBytes = 1_024 * 1_024;
/** An owner whose tasks lately took more CPU time than this, halved each `halfMs`, has the next ones run at low priority. */
const maxUsualCpuMs = 500;
const halfMs = 10_000;
const maxOwnersKnown = 10_000;
/** How long the head of the queue waits before a thread beyond the usual number is started. */
const extraThreadAfterMs = 100;
const idleMs = 60_000;
/** Loading the code of a task takes most of a second: some threads keep it while work can be expected. */
const warmThreads = 2;
const warmIdleMs = 3_600_000;

interface Job {
  readonly name: TaskName;
  readonly input: unknown;
  readonly options: RunOptions;
  readonly heavy: boolean;
  readonly low: boolean;
  readonly done: PromiseWithResolvers<unknown>;
  readonly queuedAt: number;
  timer: NodeJS.Timeout | undefined;
  thread: WorkerThread | null;
  startedAt: number;
  /** The caller on whose behalf it runs. */
  readonly owner: string | undefined;
}

const isHeavy = ({ bytes = 0 }: RunOptions): boolean => bytes > heavyBytes;

function toBusy(error: unknown): never {
  throw error instanceof ShareUsedUp ? busy() : error;
}

const noRunningTasks = { all: 0, heavy: 0 };

/** Worker threads for parsing untrusted input. Bounded in number, queue, time and memory. */
export class Workers {
  /** Threads started without delay, for heavy and for light work each: one per core. */
  readonly #usualThreads = Math.min(16, Math.max(2, availableParallelism()));
  readonly #maxThreads = Math.min(16, this.#usualThreads * 2);
  readonly #threads = new Map<WorkerThread, NodeJS.Timeout | null>();
  readonly #waiting: Job[] = [];
  #waitingBytes = 0;
  #heavy = 0;
  /** Running tasks by owner. */
  readonly #runningByOwner = new Map<string, { readonly all: number; readonly heavy: number }>();
  /** Of light work: beside others a caller gets half of the usual threads, and one if its tasks run all the time. */
  readonly #shares = new FairSlots({
    limit: Number.POSITIVE_INFINITY,
    perNetwork: Math.max(1, Math.floor(this.#usualThreads / 2)),
    alone: this.#maxThreads / 2,
    maxCostMs: 1_000,
    maxWaiting: maxWaitingPerOwner,
    maxWaitMs,
  });
  /** CPU time of tasks by owner. */
  readonly #usedByOwner = new Map<string, { readonly cpuMs: number; readonly at: number }>();
  #extraThreadTimer: NodeJS.Timeout | null = null;
  #stopped = false;

  run<N extends TaskName>(name: N, input: TaskInput<N>, options: RunOptions = {}): Promise<TaskOutput<N>> {
    return inSpan(`worker ${name}`, 'internal', (span) => this.#run(name, input, options, span));
  }

  async #run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options: RunOptions,
    span: Span | undefined,
  ): Promise<TaskOutput<N>> {
    options.signal?.throwIfAborted();
    const owner = currentOwner();
    if (isHeavy(options)) return this.#enqueue(name, input, options, span, true);
    if (owner === undefined) return this.#enqueue(name, input, options, span, false);
    const leave = await this.#shares.take({ network: owner, key: owner }, () => options.signal).catch(toBusy);
    const low = this.#cpuOf(owner) > maxUsualCpuMs;
    return this.#enqueue(name, input, options, span, low).finally(leave);
  }

  async #enqueue<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options: RunOptions,
    span: Span | undefined,
    low: boolean,
  ): Promise<TaskOutput<N>> {
    const { bytes = 0 } = options;
    const full = this.#waiting.length >= maxWaiting || this.#waitingBytes + bytes > maxWaitingBytes;
    const owner = currentOwner();
    const own = this.#waiting.filter((job) => owner !== undefined && job.owner === owner).length;
    if (this.#stopped || full || own >= maxWaitingPerOwner) throw busy();
    const job: Job = {
      name,
      input,
      options,
      heavy: isHeavy(options),
      low,
      done: Promise.withResolvers(),
      queuedAt: performance.now(),
      timer: undefined,
      thread: null,
      startedAt: 0,
      owner,
    };
    job.timer = setTimeout(() => this.#abandon(job, busy()), options.waitMs ?? maxWaitMs);
    const onAbort = () => this.#abandon(job, options.signal?.reason);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(job);
    this.#waitingBytes += bytes;
    this.#assign();
    try {
      return (await job.done.promise) as TaskOutput<N>;
    } finally {
      span?.set('kith.worker.waited_ms', (job.startedAt || performance.now()) - job.queuedAt);
      options.signal?.removeEventListener('abort', onAbort);
    }
  }

  get figures(): { busy: number; idle: number; waiting: number; oldestMs: number } {
    const threads = [...this.#threads.keys()];
    const idle = threads.filter((thread) => thread.idle).length;
    const [oldest] = this.#waiting;
    return {
      busy: threads.length - idle,
      idle,
      waiting: this.#waiting.length,
      oldestMs: oldest ? performance.now() - oldest.queuedAt : 0,
    };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const job of [...this.#waiting]) this.#abandon(job, busy());
    if (this.#extraThreadTimer) clearTimeout(this.#extraThreadTimer);
    await Promise.all([...this.#threads.keys()].map((thread) => thread.end(busy())));
  }

  #assign(): void {
    for (const job of [...this.#waiting]) {
      if (job.heavy && this.#heavy >= this.#maxThreads / 2) continue;
      if (!this.#isWithinShare(job)) continue;
      const thread = this.#freeThreadFor(job);
      if (thread) void this.#runOn(job, thread);
    }
    const stuck = this.#waiting.length > 0 && this.#threads.size < this.#maxThreads && !this.#stopped;
    if (!stuck || this.#extraThreadTimer) return;
    this.#extraThreadTimer = setTimeout(() => {
      this.#extraThreadTimer = null;
      const [first] = this.#waiting;
      if (first && this.#threads.size < this.#maxThreads) this.#startThread(first.low);
      this.#assign();
    }, extraThreadAfterMs);
  }

  /**
   * An owner may use half of all threads, and half of the cores for heavy work: others always find a thread
   * and a core. Agents of one network are one owner, so a heavy page of one agent must not delay the small
   * pages of the others.
   */
  #isWithinShare({ owner, heavy }: Job): boolean {
    if (owner === undefined) return true;
    const { all, heavy: heavyOnes } = this.#runningByOwner.get(owner) ?? noRunningTasks;
    if (heavy && heavyOnes >= Math.max(1, Math.floor(this.#usualThreads / 2))) return false;
    return all < this.#maxThreads / 2;
  }

  #count({ owner, heavy }: Job, by: 1 | -1): void {
    if (owner === undefined) return;
    const now = this.#runningByOwner.get(owner) ?? noRunningTasks;
    const next = { all: now.all + by, heavy: now.heavy + (heavy ? by : 0) };
    if (next.all > 0) this.#runningByOwner.set(owner, next);
    else this.#runningByOwner.delete(owner);
  }

  #cpuOf(owner: string): number {
    const used = this.#usedByOwner.get(owner);
    return used ? used.cpuMs * 0.5 ** ((performance.now() - used.at) / halfMs) : 0;
  }

  #noteUse({ owner }: Job, cpuMs: number): void {
    if (owner === undefined) return;
    const used = { cpuMs: this.#cpuOf(owner) + cpuMs, at: performance.now() };
    if (this.#usedByOwner.size >= maxOwnersKnown) this.#usedByOwner.clear();
    this.#usedByOwner.set(owner, used);
  }

  /**
   * Heavy work, and that of an owner who has much of it, has separate threads, at a lower priority than everything
   * else on the machine: the thread that serves all calls keeps its core.
   */
  #freeThreadFor({ low, options }: Job): WorkerThread | undefined {
    const threads = [...this.#threads.keys()];
    const idle = threads.filter((thread) => thread.idle);
    const suitable = idle.filter((thread) => thread.low === low);
    const found = suitable.find((thread) => thread.hasSeen(options.about)) ?? suitable[0];
    if (found) return found;
    const alike = threads.filter((thread) => thread.low === low).length;
    if (alike < this.#usualThreads && this.#threads.size < this.#maxThreads && !this.#stopped)
      return this.#startThread(low);
    return idle[0];
  }

  #startThread(low: boolean): WorkerThread {
    const thread = new WorkerThread(low, (ended) => {
      const timer = this.#threads.get(ended);
      if (timer) clearTimeout(timer);
      this.#threads.delete(ended);
      this.#assign();
    });
    this.#threads.set(thread, null);
    return thread;
  }

  async #runOn(job: Job, thread: WorkerThread): Promise<void> {
    this.#leaveQueue(job);
    const retiring = this.#threads.get(thread);
    if (retiring) clearTimeout(retiring);
    job.thread = thread;
    job.startedAt = performance.now();
    if (job.heavy) this.#heavy += 1;
    this.#count(job, 1);
    try {
      const cpuMs = Math.min(job.options.timeoutMs ?? maxTaskMs, maxTaskMs);
      const message = { name: job.name, input: job.input };
      job.done.resolve(await thread.runTask(message, { ...job.options, cpuMs }));
    } catch (error) {
      job.done.reject(error);
    } finally {
      clearTimeout(job.timer);
      if (job.heavy) this.#heavy -= 1;
      this.#count(job, -1);
      this.#noteUse(job, thread.usedMs);
      if (thread.idle) this.#threads.set(thread, this.#retireLater(thread));
      this.#assign();
    }
  }

  #retireLater(thread: WorkerThread): NodeJS.Timeout {
    return setTimeout(() => this.#retire(thread), idleMs).unref();
  }

  #retire(thread: WorkerThread): void {
    const light = [...this.#threads.keys()].filter((each) => !each.low);
    if (thread.low || light.length > warmThreads) void thread.end(busy());
    else this.#threads.set(thread, setTimeout(() => void thread.end(busy()), warmIdleMs - idleMs).unref());
  }

  /** If the caller disconnects or waited too long, a running task continues until it ends or used its time. */
  #abandon(job: Job, reason: unknown): void {
    clearTimeout(job.timer);
    if (job.thread === null) this.#leaveQueue(job);
    job.done.reject(reason);
  }

  #leaveQueue(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    this.#waitingBytes -= job.options.bytes ?? 0;
  }
}

/** Worker thread metrics, collected when Prometheus scrapes. */
export function registerWorkerMetrics({ registry }: Metrics, workers: Workers): void {
  const registers = [registry];
  new Gauge({
    name: 'kith_workers',
    help: 'Worker threads of this process, by state.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { busy, idle } = workers.figures;
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'kith_worker_tasks_waiting',
    help: 'Tasks that wait for a worker thread of this process.',
    registers,
    collect() {
      this.set(workers.figures.waiting);
    },
  });
  new Gauge({
    name: 'kith_worker_lag_seconds',
    help: 'How long the oldest task has been waiting for a worker thread of this process.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(workers.figures.oldestMs / 1_000);
    },
  });
}
