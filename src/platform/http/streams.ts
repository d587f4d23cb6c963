import type { ServerResponse } from 'node:http';
import { errors } from './errors.ts';
import { Refusal } from './refusal.ts';

const maxStreams = 512;
const maxPerNetwork = 32;
/** A reader that takes nothing for this long is cut off. */
const stalledMs = 30_000;

/** Answers that are being streamed: bounded in number, and ended when their reader stalls. */
class Streams {
  #count = 0;
  readonly #byNetwork = new Map<string, number>();

  /** Counts a stream until its response closes; refuses it when there are too many. */
  begin(network: string, response: ServerResponse): void {
    const own = this.#byNetwork.get(network) ?? 0;
    if (own >= maxPerNetwork || this.#count >= maxStreams) throw tooMany();
    this.#count++;
    this.#byNetwork.set(network, own + 1);
    response.setTimeout(stalledMs, () => void response.destroy());
    response.once('close', () => {
      this.#count--;
      const left = (this.#byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    });
  }
}

const tooMany = (): Refusal =>
  new Refusal(
    errors.overLimit,
    'too many streamed answers are being read from your network at once',
    `Read the others to their end first: ${maxPerNetwork} run at a time from one network.`,
    { 'retry-after': '5' },
  );

/** One count for every service of the process: they share its memory. */
export const streams = new Streams();
