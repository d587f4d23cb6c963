import { setTimeout as sleep } from 'node:timers/promises';
import type { Callers } from './caller.ts';
import type { Operation } from './operation.ts';

/** One kind of work; each turn does one thing after another until all is answered. */
export interface Worker {
  turn(n: number): Promise<void>;
}

const betweenTurnsMs = 25;
/** After the end of a round a call that is still open gets this long. */
const lastAnswersMs = 60_000;

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
  async perform(kind: string, mark: string, call: Operation['call']): Promise<string | undefined> {
    const operation: Operation = {
      kind,
      mark,
      call: { ...call, idempotencyKey: mark },
      answer: undefined,
      refused: undefined,
    };
    this.operations.push(operation);
    const answer = await this.callers.call(operation.call);
    if (answer && answer.status < 300) operation.answer = answer.text;
    else if (answer) operation.refused = `${answer.status} ${answer.text.slice(0, 300)}`;
    return operation.answer;
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
