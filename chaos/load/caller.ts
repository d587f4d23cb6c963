import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { KithProcess } from '../site/kith-process.ts';

/** How long a caller waits for an answer before it asks again: more than kith may take, less than a person would. */
const answerMs = 12_000;
/** Between two attempts of one call, where the answer does not ask for longer. */
const retryMs = 200;
const maxRetryAfterMs = 2_000;

export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly body?: object;
  /** A file as the raw body. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly service?: 'city' | 'utility';
}

/** The call as it is sent the first time (0), and each time again. */
export type CallAttempts = (attempt: number) => CallRequest;

export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Answers that no caller should get: what a round is failed for. */
export interface BadAnswer {
  readonly call: string;
  readonly status: number;
  readonly text: string;
}

/** A payment stays in the hands of a request that died for some seconds, and its next one waits. */
const isToBeRepeated = ({ status, headers }: CallAnswer): boolean =>
  status === 503 || (status === 409 && headers['x-error-code'] === 'payment_in_use');

/** Callers as the docs tell them to be: one key per thing to do, and the same call again until it is answered. */
export class Callers {
  readonly badAnswers: BadAnswer[] = [];
  readonly answers = new Map<string, number>();
  readonly #agent = new Agent({ connections: 64, keepAliveTimeout: 1_000 });
  readonly #processes: readonly KithProcess[];
  #turn = 0;
  #giveUpAt = Number.POSITIVE_INFINITY;

  constructor(processes: readonly KithProcess[]) {
    this.#processes = processes;
  }

  /** From now on a call that has no answer is given up after so long. */
  giveUpAfter(ms: number): void {
    this.#giveUpAt = performance.now() + ms;
  }

  get hasGivenUp(): boolean {
    return performance.now() >= this.#giveUpAt;
  }

  /** The answer that ends the call, or undefined when none came until it was given up. */
  async call(call: CallRequest | CallAttempts): Promise<CallAnswer | undefined> {
    for (let attempt = 0; !this.hasGivenUp; attempt++) {
      const to = this.#processes[this.#turn++ % this.#processes.length];
      if (!to) return undefined;
      const answer = await this.try(to, typeof call === 'function' ? call(attempt) : call);
      if (answer && !isToBeRepeated(answer)) return answer;
      const asked = Number(answer?.headers['retry-after'] ?? 0) * 1_000;
      await sleep(Math.min(Math.max(asked, retryMs), maxRetryAfterMs));
    }
    return undefined;
  }

  /** One attempt at one process; undefined when the connection failed or no answer came in time. */
  async try(to: KithProcess, call: CallRequest, waitMs = answerMs): Promise<CallAnswer | undefined> {
    try {
      const { statusCode, headers, body } = await request(to[call.service ?? 'city'] + call.path, {
        method: call.method,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(waitMs),
        headers: {
          ...(call.key && { authorization: `Bearer ${call.key}` }),
          ...(call.body && { 'content-type': 'application/json' }),
          ...(call.bytes && { 'content-type': 'text/plain' }),
          ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
          ...call.headers,
        },
        ...(call.body && { body: JSON.stringify(call.body) }),
        ...(call.bytes && { body: call.bytes }),
      });
      const answer = { status: statusCode, headers, text: await body.text() };
      this.#note(call, answer);
      return answer;
    } catch (error) {
      this.#count(error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'connection lost');
      return undefined;
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #note(call: CallRequest, { status, headers, text }: CallAnswer): void {
    this.#count(String(status));
    const mayRetry = status === 503 && headers['retry-after'] !== undefined;
    if (status >= 500 && !mayRetry)
      this.badAnswers.push({ call: `${call.method} ${call.path}`, status, text: text.slice(0, 300) });
  }

  #count(name: string): void {
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
  }
}
