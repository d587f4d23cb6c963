import { availableParallelism } from 'node:os';
import { currentOwner } from '../../platform/fair-share.ts';
import type { Span } from '../../platform/tracing/span.ts';
import { inSpan } from '../../platform/tracing/trace.ts';
import { busy, tooSlow } from './failure.ts';
import { Hand } from './hand.ts';
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts';

const longestTaskMs = 8_000;
const maxWaiting = 64;
/** Limits the queued tasks per caller, so that the rest of the queue stays free for others. */
const maxWaitingPerOwner = 16;
const maxWaitingBytes = 128 * 1_024 * 1_024;
/** Larger inputs are heavy: they never occupy all threads at once, so small ones always get through. */
const heavyBytes = 1_024 * 1_024;
/** How long the head of the queue waits before a thread beyond the usual number is started. */
const patienceMs = 100;
const idleMs = 60_000;

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Limit for queueing and running together; a task that exceeds it is terminated. */
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

interface Job {
  readonly name: TaskName;
  readonly input: unknown;
  readonly options: RunOptions;
  readonly heavy: boolean;
  readonly done: PromiseWithResolvers<unknown>;
  readonly queuedAt: number;
  timer: NodeJS.Timeout | undefined;
  hand: Hand | null;
  startedAt: number;
  /** The caller on whose behalf it runs. */
  readonly owner: string | undefined;
}

const noWork = { all: 0, heavy: 0 };

/** Worker threads for parsing untrusted input. Bounded in number, queue, time and memory. */
export class Workers {
  /** Threads started without delay, for heavy and for light work each: one per core. */
  readonly #usual = Math.min(16, Math.max(2, availableParallelism()));
  readonly #most = Math.min(16, this.#usual * 2);
  readonly #hands = new Map<Hand, NodeJS.Timeout | null>();
  readonly #waiting: Job[] = [];
  #waitingBytes = 0;
  #heavy = 0;
  /** Running tasks by owner. */
  readonly #atWork = new Map<string, { readonly all: number; readonly heavy: number }>();
  #patience: NodeJS.Timeout | null = null;
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
    const { bytes = 0, timeoutMs = longestTaskMs } = options;
    const full = this.#waiting.length >= maxWaiting || this.#waitingBytes + bytes > maxWaitingBytes;
    const owner = currentOwner();
    const own = this.#waiting.filter((job) => owner !== undefined && job.owner === owner).length;
    if (this.#stopped || full || own >= maxWaitingPerOwner) throw busy();
    const job: Job = {
      name,
      input,
      options,
      heavy: bytes > heavyBytes,
      done: Promise.withResolvers(),
      queuedAt: performance.now(),
      timer: undefined,
      hand: null,
      startedAt: 0,
      owner,
    };
    job.timer = setTimeout(() => this.#late(job), Math.min(timeoutMs, longestTaskMs));
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
    const hands = [...this.#hands.keys()];
    const idle = hands.filter((hand) => hand.idle).length;
    const [oldest] = this.#waiting;
    return {
      busy: hands.length - idle,
      idle,
      waiting: this.#waiting.length,
      oldestMs: oldest ? performance.now() - oldest.queuedAt : 0,
    };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const job of [...this.#waiting]) this.#abandon(job, busy());
    if (this.#patience) clearTimeout(this.#patience);
    await Promise.all([...this.#hands.keys()].map((hand) => hand.end(busy())));
  }

  #assign(): void {
    for (const job of [...this.#waiting]) {
      if (job.heavy && this.#heavy >= this.#most / 2) continue;
      if (!this.#hasShare(job)) continue;
      const hand = this.#free(job);
      if (hand) void this.#give(job, hand);
    }
    const stuck = this.#waiting.length > 0 && this.#hands.size < this.#most && !this.#stopped;
    if (!stuck || this.#patience) return;
    this.#patience = setTimeout(() => {
      this.#patience = null;
      const [first] = this.#waiting;
      if (first && this.#hands.size < this.#most) this.#hire(first.heavy);
      this.#assign();
    }, patienceMs);
  }

  /**
   * An owner may use half of all threads, and half of the cores for heavy work: others always find a thread
   * and a core. Agents of one network are one owner, so a heavy page of one agent must not delay the small
   * pages of the others.
   */
  #hasShare({ owner, heavy }: Job): boolean {
    if (owner === undefined) return true;
    const { all, heavy: heavyOnes } = this.#atWork.get(owner) ?? noWork;
    if (heavy && heavyOnes >= Math.max(1, Math.floor(this.#usual / 2))) return false;
    return all < this.#most / 2;
  }

  #count({ owner, heavy }: Job, by: 1 | -1): void {
    if (owner === undefined) return;
    const now = this.#atWork.get(owner) ?? noWork;
    const next = { all: now.all + by, heavy: now.heavy + (heavy ? by : 0) };
    if (next.all > 0) this.#atWork.set(owner, next);
    else this.#atWork.delete(owner);
  }

  /** Heavy work has separate threads, at a lower priority than everything else on the machine. */
  #free({ heavy, options }: Job): Hand | undefined {
    const hands = [...this.#hands.keys()];
    const idle = hands.filter((hand) => hand.idle);
    const suited = idle.filter((hand) => hand.heavy === heavy);
    const found = suited.find((hand) => hand.knows(options.about)) ?? suited[0];
    if (found) return found;
    const alike = hands.filter((hand) => hand.heavy === heavy).length;
    if (alike < this.#usual && this.#hands.size < this.#most && !this.#stopped) return this.#hire(heavy);
    return idle[0];
  }

  #hire(heavy: boolean): Hand {
    const hand = new Hand(heavy, (gone) => {
      const timer = this.#hands.get(gone);
      if (timer) clearTimeout(timer);
      this.#hands.delete(gone);
      this.#assign();
    });
    this.#hands.set(hand, null);
    return hand;
  }

  async #give(job: Job, hand: Hand): Promise<void> {
    this.#leaveQueue(job);
    const retiring = this.#hands.get(hand);
    if (retiring) clearTimeout(retiring);
    job.hand = hand;
    job.startedAt = performance.now();
    if (job.heavy) this.#heavy += 1;
    this.#count(job, 1);
    try {
      job.done.resolve(await hand.do({ name: job.name, input: job.input }, job.options));
    } catch (error) {
      job.done.reject(error);
    } finally {
      clearTimeout(job.timer);
      if (job.heavy) this.#heavy -= 1;
      this.#count(job, -1);
      if (hand.idle) this.#hands.set(hand, this.#retireLater(hand));
      this.#assign();
    }
  }

  #retireLater(hand: Hand): NodeJS.Timeout {
    return setTimeout(() => void hand.end(busy()), idleMs).unref();
  }

  /**
   * A task that mostly waited for a thread or a core met a busy server; one that mostly ran has an input that
   * is too complex.
   */
  #late(job: Job): void {
    const { hand } = job;
    if (hand === null) {
      this.#abandon(job, busy());
      return;
    }
    const waitedMs = job.startedAt - job.queuedAt + hand.starvedMs(job.startedAt);
    const workedMs = performance.now() - job.queuedAt - waitedMs;
    this.#hands.delete(hand);
    void hand.end(waitedMs > workedMs ? busy() : tooSlow(workedMs));
    this.#assign();
  }

  /** If the caller disconnects, a running task continues until it ends or times out. */
  #abandon(job: Job, reason: unknown): void {
    if (job.hand === null) {
      this.#leaveQueue(job);
      clearTimeout(job.timer);
    }
    job.done.reject(reason);
  }

  #leaveQueue(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    this.#waitingBytes -= job.options.bytes ?? 0;
  }
}
