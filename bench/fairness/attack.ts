import http from 'node:http';
import { handleRequests } from '../child.ts';

export interface Attack {
  readonly utility: string;
  readonly keys: readonly string[];
  /**
   * Host of the target; each call requests a different name below it, so that a limit per name would not group them.
   */
  readonly port: number;
  readonly path: string;
  readonly skill: string;
  readonly callsAtOnce: number;
}

type Order = { readonly begin: Attack } | { readonly end: true };

const refusedPauseMs = 250;
const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
let stop = (): void => {};

/** A hostile caller: keeps a number of calls in flight and starts a new one whenever one ends. */
async function handle(order: Order): Promise<object> {
  stop();
  if ('end' in order) return {};
  const { utility, keys, port, path, skill, callsAtOnce } = order.begin;
  const requests = new Set<http.ClientRequest>();
  let isRunning = true;
  let n = 0;
  const call = (): void => {
    if (!isRunning) return;
    const i = n++;
    const url = encodeURIComponent(`http://127.0.0.${(i % 200) + 2}:${port}${path}${i}`);
    const headers = { 'x-ally-key': keys[i % keys.length] ?? '', 'x-forwarded-for': '203.0.113.7' };
    const request = http.get(`${utility}/${skill}?url=${url}&max_age=0`, { agent, headers });
    requests.add(request);
    const again = (pauseMs: number) => {
      if (requests.delete(request)) setTimeout(call, pauseMs);
    };
    request.on('response', (response) => {
      // Refused calls are repeated after a pause, so that the attack is the work and not a flood of refusals.
      const pauseMs = response.statusCode === 429 || response.statusCode === 503 ? refusedPauseMs : 0;
      response.resume();
      response.once('close', () => again(pauseMs));
    });
    request.on('error', () => again(refusedPauseMs));
  };
  for (let i = 0; i < callsAtOnce; i++) call();
  stop = () => {
    isRunning = false;
    for (const request of requests) request.destroy();
    requests.clear();
  };
  return {};
}

handleRequests(handle);
