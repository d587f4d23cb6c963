import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';

/** Messages from a child process to its parent. */
export type ToParent =
  | { readonly kind: 'up'; readonly urls: Readonly<Record<string, string>> }
  | { readonly kind: 'own metrics'; readonly id: number; readonly metrics: object[] };

/** Messages from the parent to a child. */
export type ToChild = { readonly kind: 'own metrics wanted'; readonly id: number };

/** The channel also carries messages of node:cluster itself. */
export const isMessage = <M extends ToParent | ToChild>(message: unknown): message is M =>
  typeof message === 'object' && message !== null && 'kind' in message;

/** A process that exits sooner than this counts as unable to run. */
const minRunMs = 10_000;
const reportAfterExits = 3;
const firstPauseMs = 200;
const maxPauseMs = 10_000;

export interface ChildPlan {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
}

type Urls = Readonly<Record<string, string>>;

/** A child exited before it was ready; it has printed the reason itself. */
export class ChildDidNotStart extends Error {}

/**
 * Child processes that share listening sockets. A child that exits is restarted, after a delay that grows
 * while it keeps failing early; `stop` ends all of them.
 */
export class Children {
  readonly #log: Log;
  readonly #running = new Map<Worker, Promise<number | string>>();
  readonly #stopping = new AbortController();

  constructor(log: Log) {
    this.#log = log;
  }

  get running(): Worker[] {
    return [...this.#running.keys()];
  }

  /** Starts a child, waits until it is ready and keeps it running from then on. Resolves to its URLs. */
  async start(plan: ChildPlan): Promise<Urls> {
    const startedAt = performance.now();
    const { up, ended } = this.#fork(plan);
    const failed = ended.then((exit) => {
      throw new ChildDidNotStart(`${plan.name} ended with ${exit} before it was ready`);
    });
    failed.catch(() => {});
    const urls = await Promise.race([up, failed]);
    void this.#keepRunning(plan, ended, startedAt);
    return urls;
  }

  /** Asks all children to stop, and waits until they have. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const child of this.#running.keys()) child.process.kill('SIGTERM');
    await Promise.all(this.#running.values());
  }

  /** Kills all remaining children. */
  kill(): void {
    this.#stopping.abort();
    for (const child of this.#running.keys()) child.process.kill('SIGKILL');
  }

  async #keepRunning(plan: ChildPlan, firstEnd: Promise<number | string>, startedAt: number): Promise<void> {
    let [ended, since, earlyExits] = [firstEnd, startedAt, 0];
    for (;;) {
      const exit = await ended;
      if (this.#stopping.signal.aborted) return;
      earlyExits = performance.now() - since < minRunMs ? earlyExits + 1 : 0;
      this.#report(plan.name, exit, earlyExits);
      const pauseMs = Math.min(firstPauseMs * 2 ** earlyExits, maxPauseMs);
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
      since = performance.now();
      const again = this.#fork(plan);
      ended = again.ended;
      void again.up.then(() => this.#log.info({ process: plan.name }, 'a restarted process is ready'));
    }
  }

  /** One line when early exits become a pattern, not one for each. */
  #report(name: string, exit: number | string, earlyExits: number): void {
    if (earlyExits < reportAfterExits)
      this.#log.warn({ process: name, how: exit }, 'a process ended and is being restarted');
    else if (earlyExits === reportAfterExits)
      this.#log.error(
        { process: name, how: exit },
        'a process keeps ending right after its start and is restarted every 10 s; its last log lines say why',
      );
  }

  #fork({ env }: ChildPlan): { up: Promise<Urls>; ended: Promise<number | string> } {
    const child = cluster.fork(env);
    const { promise: up, resolve: isUp } = Promise.withResolvers<Urls>();
    child.on('message', (message: unknown) => {
      if (isMessage<ToParent>(message) && message.kind === 'up') isUp(message.urls);
    });
    const { promise: ended, resolve: hasEnded } = Promise.withResolvers<number | string>();
    const onExit = (exit: number | string) => {
      this.#running.delete(child);
      hasEnded(exit);
    };
    child.process.once('exit', (code, signal) => onExit(signal ?? code ?? 'unknown'));
    // A child that cannot be spawned emits no exit event.
    child.process.once('error', ({ message }) => child.process.pid === undefined && onExit(message));
    this.#running.set(child, ended);
    return { up, ended };
  }
}
