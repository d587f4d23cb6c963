import { setTimeout as sleep } from 'node:timers/promises';
import type { BalanceOperation } from '../checker/balances.ts';
import type { Timed } from '../checker/history.ts';
import type { LockOperation } from '../checker/lock.ts';
import type { Append } from '../checker/log.ts';
import type { RegisterOperation } from '../checker/register.ts';
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
  readonly times: Timed;
}

/** What the clients called and were answered, for the checker. */
interface History {
  readonly notes: RegisterOperation[];
  readonly locks: LockOperation[];
  readonly messages: Append[];
  readonly tips: (Append & { readonly to: string })[];
  readonly balances: BalanceOperation[];
}

const betweenTurnsMs = 25;
/** How long calls still open at the end of a round may take. */
const lastAnswersMs = 180_000;

/** The workers that run concurrently during a round, and the operations they performed. */
export class Load {
  readonly operations: Operation[] = [];
  readonly history: History = { notes: [], locks: [], messages: [], tips: [], balances: [] };
  /** Answers that no valid call should get. */
  readonly refusals: string[] = [];
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
    const { answer, times } = await this.time(operation.call.key ?? mark, attempts);
    if (answer && answer.status < 300) operation.answer = answer.text;
    else operation.refused = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'never answered';
    // One of the attempts may have had its effect, although the last was refused.
    if (operation.refused === undefined) return { operation, answer, times };
    return { operation, answer, times: { ...times, answered: Number.POSITIVE_INFINITY } };
  }

  /** A call with its times, repeated until it is answered or given up. */
  async time(client: string, call: CallRequest | CallAttempts): Promise<Omit<Performed, 'operation'>> {
    const called = performance.now();
    const answer = await this.callers.call(call);
    const answered = answer ? performance.now() : Number.POSITIVE_INFINITY;
    return { answer, times: { client, called, answered } };
  }

  /** A call that succeeds or is refused as `mayRefuse` says; with another answer its outcome is not known. */
  async timeChange(
    client: string,
    call: CallRequest,
    mayRefuse: (answer: CallAnswer) => boolean,
  ): Promise<{ readonly times: Timed; readonly answer: CallAnswer | undefined; readonly refused: boolean }> {
    const { answer, times } = await this.time(client, call);
    if (!answer || answer.status < 300) return { answer, times, refused: false };
    if (mayRefuse(answer)) return { answer, times, refused: true };
    this.refusals.push(`${call.idempotencyKey} was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
    return { answer, times: { ...times, answered: Number.POSITIVE_INFINITY }, refused: false };
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
