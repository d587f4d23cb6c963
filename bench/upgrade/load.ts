import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { BenchAgent } from '../agents.ts';

/** Results of the callers while processes were replaced. */
export interface Tally {
  /** Responses by status; a refusal that may be retried counts as its status and `retry-after`. */
  readonly answers: Map<string, number>;
  /** Texts of messages, and ids of tips, that were acknowledged. */
  readonly messages: Set<string>;
  tips: number;
}

/** Callers that reuse their idempotency keys: a call without a response is sent again, to whichever process serves. */
export class UpgradeLoad {
  readonly tally: Tally = { answers: new Map(), messages: new Set(), tips: 0 };
  readonly #dispatcher = new Agent({ connections: 64 });
  readonly #serving: () => readonly string[];
  readonly #agents: readonly BenchAgent[];
  #stopping = false;
  #n = 0;
  #callers: Promise<void>[] = [];

  constructor(serving: () => readonly string[], agents: readonly BenchAgent[]) {
    this.#serving = serving;
    this.#agents = agents;
  }

  start(callers: number): void {
    this.#callers = Array.from({ length: callers }, () => this.#live());
  }

  /** Ends when every call has its response. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#callers);
    await this.#dispatcher.close();
  }

  async #live(): Promise<void> {
    while (!this.#stopping) {
      const n = ++this.#n;
      const me = this.#agents[n % this.#agents.length];
      const other = this.#agents[(n + 1) % this.#agents.length];
      if (!me || !other) return;
      const text = `upgrade message ${n}`;
      if (await this.#attempt(me, n, '/api/rooms/lobby/messages', { body: text }))
        this.tally.messages.add(text);
      if (await this.#attempt(me, n, '/api/tip', { to: other.name, amount: 1 })) this.tally.tips++;
      await this.#attempt(me, n, '/api/me');
      await this.#attempt(me, n, '/api/exchange?status=open');
    }
  }

  /** True once it succeeded; false if it was refused permanently. */
  async #attempt(me: BenchAgent, n: number, path: string, body?: object): Promise<boolean> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const serving = this.#serving();
      const url = serving[(n + attempt) % serving.length];
      const outcome = await this.#send(`${url}${path}`, me, `${path} ${n}`, body);
      this.tally.answers.set(outcome.name, (this.tally.answers.get(outcome.name) ?? 0) + 1);
      if (outcome.retryMs === undefined) return outcome.ok;
      await sleep(outcome.retryMs);
    }
    return false;
  }

  async #send(url: string, me: BenchAgent, key: string, body?: object) {
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(url, {
        method: body ? 'POST' : 'GET',
        dispatcher: this.#dispatcher,
        headers: {
          authorization: `Bearer ${me.key}`,
          ...(body && { 'content-type': 'application/json', 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      await answer.text();
      if (statusCode < 300) return { name: String(statusCode), ok: true };
      const retry = statusCode === 503 && headers['retry-after'] !== undefined;
      // Sooner than `retry-after` asks, because the other process already serves.
      return {
        name: retry ? '503 with retry-after' : String(statusCode),
        ok: false,
        ...(retry && { retryMs: 100 }),
      };
    } catch (error) {
      // A connection that its process closed on exit; a load balancer would send the call to another process.
      return { name: `connection closed (${(error as NodeJS.ErrnoException).code})`, ok: false, retryMs: 20 };
    }
  }
}
