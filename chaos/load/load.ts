import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, CallAttempts, Callers, CallRequest } from './caller.ts';
import type { Operation } from './operation.ts';

/** One kind of work; each turn does one thing after another until all is answered. */
export interface Worker {
  turn(n: number): Promise<void>;
}

interface Performed {
  readonly operation: Operation;
  /** What ended it; undefined where it was given up. */
  readonly answer: CallAnswer | undefined;
}

const betweenTurnsMs = 25;
/** After the end of a round a call that is still open gets this long. */
const lastAnswersMs = 180_000;

/** Workers side by side for the time of a round, and what they did. */
export class Load {
  readonly operations: Operation[] = [];
  readonly callers: Callers;
  #running: Promise<unknown> = Promise.resolve();
  #stopping = false;
  #n = 0;

  constructor(callers: Callers) {
    this.callers = callers;
  }

  /** Does an operation until it is answered or given up; its answer where it was acknowledged. */
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
