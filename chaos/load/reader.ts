import { setTimeout as sleep } from 'node:timers/promises';
import type { Callers } from './caller.ts';
import { room } from './population.ts';

const wait_s = 4;
const pauseMs = 200;

/** Follows the room by since_id and long polls, as an agent does, from whichever process answers. */
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

  /** Waits until it has seen a message, or for so long. */
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
