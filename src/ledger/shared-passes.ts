import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '../platform/http/errors.ts';
import { Refusal } from '../platform/http/refusal.ts';

const maxWaiting = 300;
const maxPauseMs = 60_000;

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly answer: PromiseWithResolvers<Answer>;
}

interface PassOptions<Request, Answer> {
  /** Answers all requests that arrived since the last pass started. */
  run(requests: readonly Request[]): Promise<ReadonlyMap<Request, Answer>>;
  /** What waits and what to do instead, for the refusal. */
  readonly of: string;
  readonly hint: string;
}

/**
 * One pass at a time for all requests since the last one started, followed by a pause as long as the pass. So it uses at
 * most half a core, however many requests arrive, and an answer is never older than its request.
 */
export class SharedPasses<Request, Answer> {
  readonly #options: PassOptions<Request, Answer>;
  #waiting: Waiting<Request, Answer>[] = [];
  #running: Promise<void> | undefined;
  readonly #stopped = new AbortController();

  constructor(options: PassOptions<Request, Answer>) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  async ask(request: Request): Promise<Answer> {
    if (this.#waiting.length >= maxWaiting || this.isStopped) {
      const { of, hint } = this.#options;
      throw new Refusal(errors.overloaded, `too many ${of} are waiting to be computed`, hint, {
        'retry-after': '60',
      });
    }
    const answer = Promise.withResolvers<Answer>();
    this.#waiting.push({ request, answer });
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return answer.promise;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    // Requests in the same turn of the event loop share the first pass.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const [waiting, beganMs] = [this.#waiting, performance.now()];
      this.#waiting = [];
      try {
        const answers = await this.#options.run(waiting.map(({ request }) => request));
        for (const { request, answer } of waiting) {
          const found = answers.get(request);
          if (found === undefined) answer.reject(new Error('a pass left a request without an answer'));
          else answer.resolve(found);
        }
      } catch (error) {
        for (const { answer } of waiting) answer.reject(error);
      }
      const restMs = Math.min(performance.now() - beganMs, maxPauseMs);
      await sleep(restMs, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => {});
    }
  }
}
