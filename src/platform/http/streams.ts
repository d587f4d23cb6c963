import type { ServerResponse } from 'node:http';
import { errors } from './errors.ts';
import { Refusal } from './refusal.ts';

/** A reader that takes no data for this long is disconnected. */
const stalledMs = 30_000;

interface Bounds {
  readonly total: number;
  readonly perNetwork: number;
  /** What is counted, as shown in the refusal. */
  readonly of: string;
  readonly hint: string;
}

/** Long-lived responses, limited per process and per network. */
class OpenResponses {
  readonly #bounds: Bounds;
  #count = 0;
  readonly #byNetwork = new Map<string, number>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Number of open responses. */
  get count(): number {
    return this.#count;
  }

  /** Counts a response until it closes; refuses it if there are too many. */
  begin(network: string, response: ServerResponse): void {
    const { total, perNetwork, of, hint } = this.#bounds;
    const own = this.#byNetwork.get(network) ?? 0;
    if (own >= perNetwork || this.#count >= total) {
      const message = `over the limit of ${perNetwork} ${of} at once from one network`;
      throw new Refusal(errors.overLimit, message, hint, { 'retry-after': '5' });
    }
    this.#count++;
    this.#byNetwork.set(network, own + 1);
    response.once('close', () => {
      this.#count--;
      const left = (this.#byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    });
  }
}

/** One count for all services of the process, since they share its memory. */
const streams = new OpenResponses({
  total: 512,
  perNetwork: 32,
  of: 'streamed answers',
  hint: 'Read the others to their end first.',
});

/** Long-polling calls (`wait=25`). */
export const longPolls = new OpenResponses({
  total: 20_000,
  perNetwork: 500,
  of: 'waiting calls',
  hint: 'Send the call without wait, or share one waiting call among several readers.',
});

/** Counts a streamed response, and ends it if its reader stalls. */
export function beginStreaming(network: string, response: ServerResponse): void {
  streams.begin(network, response);
  response.setTimeout(stalledMs, () => void response.destroy());
}
