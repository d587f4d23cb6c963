import { setTimeout as sleep } from 'node:timers/promises';
import type { Callers } from './caller.ts';
import { room } from './population.ts';

const wait_s = 4;
const pauseMs = 200;

/** Follows the room with since_id and long polls, like an agent, at whichever process responds. */
export class Reader {
  readonly seen: number[] = [];
  readonly #callers: Callers;
  readonly #running: Promise<void>;
  #since: number;
  #stopping = false;

  constructor(callers: Callers, since: number) {
    this.#callers = callers;
    this.#since = since;
    this.#running = this.#follow();
  }

  /** Waits until it has received a message, or until the timeout. */
  async until(id: number, mostMs: number): Promise<void> {
    for (const end = performance.now() + mostMs; this.#since < id && performance.now() < end; )
      await sleep(50);
    this.#stopping = true;
    await this.#running;
  }

  async #follow(): Promise<void> {
    while (!this.#stopping) {
      const path = `/api/rooms/${room}/messages?since_id=${this.#since}&wait=${wait_s}`;
      const answer = await this.#callers.call({ method: 'GET', path });
      if (!answer) return;
      if (answer.status !== 200) {
        await sleep(pauseMs);
        continue;
      }
      const page = JSON.parse(answer.text) as { messages: { id: number }[]; next_since_id: number };
      this.seen.push(...page.messages.map(({ id }) => id));
      this.#since = page.next_since_id;
    }
  }
}
