import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { KithProcess } from '../site/kith-process.ts';

/** Response timeout of a call: longer than kith may take, shorter than a person would wait. */
const answerMs = 12_000;
/** Delay between two attempts of a call, unless the response asks for a longer one. */
const retryMs = 200;
const maxRetryAfterMs = 2_000;

export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly body?: object;
  /** A file as the raw body. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly service?: 'city' | 'utility';
}

/** The request of each attempt, counted from 0. */
export type CallAttempts = (attempt: number) => CallRequest;

export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Responses that no caller should get; any of them fails the round. */
export interface BadAnswer {
  readonly call: string;
  readonly status: number;
  readonly text: string;
}

/** Each caller has a network of its own, whose limits are not those of all. */
function networkOf(key: string): string {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(key).digest();
  return `198.${a}.${b}.${c}`;
}

/** A payment stays locked by a request that died for some seconds, and the next request waits. */
const isRetryable = ({ status, headers }: CallAnswer): boolean =>
  status === 503 || (status === 409 && headers['x-error-code'] === 'payment_in_use');

/**
 * Callers that follow the docs: one idempotency key per operation, and the same call again until it is
 * answered.
 */
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

  /** From now on, calls without a response are given up after this time. */
  giveUpAfter(ms: number): void {
    this.#giveUpAt = performance.now() + ms;
  }

  get hasGivenUp(): boolean {
    return performance.now() >= this.#giveUpAt;
  }

  /** The final response, or undefined if the call was given up. */
  async call(call: CallRequest | CallAttempts): Promise<CallAnswer | undefined> {
    for (let attempt = 0; !this.hasGivenUp; attempt++) {
      const to = this.#processes[this.#turn++ % this.#processes.length];
      if (!to) return undefined;
      const answer = await this.try(to, typeof call === 'function' ? call(attempt) : call);
      if (answer && !isRetryable(answer)) return answer;
      const asked = Number(answer?.headers['retry-after'] ?? 0) * 1_000;
      await sleep(Math.min(Math.max(asked, retryMs), maxRetryAfterMs));
    }
    return undefined;
  }

  /** One attempt at one process; undefined if the connection failed or timed out. */
  async try(to: KithProcess, call: CallRequest, waitMs = answerMs): Promise<CallAnswer | undefined> {
    try {
      const { statusCode, headers, body } = await request(to[call.service ?? 'city'] + call.path, {
        method: call.method,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(waitMs),
        headers: {
          'x-forwarded-for': networkOf(call.key ?? ''),
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
