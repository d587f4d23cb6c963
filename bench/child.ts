import { type ChildProcess, fork } from 'node:child_process';

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** A module of bench/ in a separate process, which handles one request at a time. */
export class Child {
  readonly #process: ChildProcess;
  #asked = 0;

  constructor(file: string) {
    this.#process = fork(new URL(file, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  ask<T>(question: object, mostMs: number): Promise<T> {
    const id = ++this.#asked;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => done(new Error(`no response within ${mostMs} ms`)), mostMs);
      const onMessage = (answer: Answer) => {
        if (answer.id === id)
          done(answer.error === undefined ? undefined : new Error(answer.error), answer.value as T);
      };
      const onExit = (code: number | null, signal: string | null) =>
        done(new Error(`a process of the benchmark exited (${code ?? signal})`));
      const done = (error: Error | undefined, value?: T) => {
        clearTimeout(timer);
        this.#process.off('message', onMessage).off('exit', onExit);
        if (error) reject(error);
        else resolve(value as T);
      };
      this.#process.on('message', onMessage).once('exit', onExit);
      this.#process.send({ id, question });
    });
  }

  /** Asks the process to exit, and kills it if it has not exited after a while. */
  async stop(killAfterMs?: number): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    if (this.#process.connected) this.#process.disconnect();
    const timer =
      killAfterMs === undefined ? undefined : setTimeout(() => this.#process.kill('SIGKILL'), killAfterMs);
    await ended;
    clearTimeout(timer);
  }
}

/**
 * Sends one request to a separate process, which is killed at the time limit: a crash or an endless loop fails only
 * this request.
 */
export async function requestOnce<T>(
  file: string,
  question: object,
  mostMs: number,
): Promise<{ readonly value: T } | { readonly failure: string }> {
  const child = new Child(file);
  try {
    return { value: await child.ask<T>(question, mostMs) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  } finally {
    await child.stop(stopMs);
  }
}

/** Time for a process to exit before it is killed. */
const stopMs = 5_000;

/** The child's side: handles requests, and exits with its parent. */
export function handleRequests<Q>(answer: (question: Q) => Promise<unknown>): void {
  process.on('message', ({ id, question }: { id: number; question: Q }) => {
    answer(question).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
