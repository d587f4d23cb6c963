import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, CallAttempts, Callers, CallRequest } from './caller.ts';
import type { Operation } from './operation.ts';

/** One kind of load. Each turn performs its operations one after the other, until all are answered. */
export interface Worker {
  turn(n: number): Promise<void>;
}

interface Performed {
  readonly operation: Operation;
  /** The final response; undefined if it was given up. */
  readonly answer: CallAnswer | undefined;
}

const betweenTurnsMs = 25;
/** How long calls still open at the end of a round may take. */
const lastAnswersMs = 180_000;

/** The workers that run concurrently during a round, and the operations they performed. */
export class Load {
  readonly operations: Operation[] = [];
  readonly callers: Callers;
  #running: Promise<unknown> = Promise.resolve();
  #stopping = false;
  #n = 0;

  constructor(callers: Callers) {
    this.callers = callers;
  }

  /** Performs an operation until it is answered or given up. Returns its response if it was acknowledged. */
  async perform(kind: string, mark: string, call: CallRequest | CallAttempts): Promise<Performed> {
    const attempts: CallAttempts = (attempt) => ({
      ...(typeof call === 'function' ? call(attempt) : call),
      idempotencyKey: mark,
    });
    const operation: Operation = { kind, mark, call: attempts(0), answer: undefined, refused: undefined };
    this.operations.push(operation);
    const answer = await this.callers.call(attempts);
    if (answer && answer.status < 300) operation.answer = answer.text;
    else operation.refused = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'never answered';
    return { operation, answer };
  }

  start(workers: readonly Worker[]): void {
    this.#running = Promise.all(workers.map((worker) => this.#work(worker)));
    // A failed worker fails the round when it is stopped, not the process while it runs.
    this.#running.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.callers.giveUpAfter(lastAnswersMs);
    await this.#running;
  }

  async #work(worker: Worker): Promise<void> {
    while (!this.#stopping) {
      await worker.turn(++this.#n);
      await sleep(betweenTurnsMs);
    }
  }
}
