import { handleRequests } from '../child.ts';
import { HttpConnection } from '../http-connection.ts';
import { uniqueNumber } from '../load.ts';

export interface Attack {
  readonly url: string;
  /** Raw requests, repeated in turn; each may contain the placeholder for a number. */
  readonly requests: readonly string[];
  readonly callsAtOnce: number;
}

type Order = { readonly begin: Attack } | { readonly end: true };

const refusedPauseMs = 250;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let n = 0;
let stop = (): Outcomes => ({});

/** How often each status was received; 0 for a broken connection. */
export type Outcomes = Record<number, number>;

/** A hostile caller: keeps a number of calls in flight and starts a new one whenever one ends. */
async function handle(order: Order): Promise<Outcomes> {
  const outcomes = stop();
  stop = () => ({});
  if ('end' in order) return outcomes;
  const { url, requests, callsAtOnce } = order.begin;
  const statuses: Outcomes = {};
  const connections = new Set<HttpConnection>();
  let isRunning = true;
  const caller = async (): Promise<void> => {
    while (isRunning) {
      const connection = await HttpConnection.open(new URL(url));
      connections.add(connection);
      try {
        while (isRunning) {
          const text = requests[n % requests.length] ?? '';
          const number = String(++n).padStart(uniqueNumber.length, '0');
          const status = await connection.send(text.replaceAll(uniqueNumber, number));
          statuses[status] = (statuses[status] ?? 0) + 1;
          // Refused calls are repeated after a pause, so that the attack is the work and not a flood of refusals.
          if (status === 429 || status === 503) await pause(refusedPauseMs);
        }
      } catch {
        statuses[0] = (statuses[0] ?? 0) + 1;
        await pause(refusedPauseMs);
      } finally {
        connections.delete(connection);
        connection.close();
      }
    }
  };
  for (let i = 0; i < callsAtOnce; i++) void caller();
  stop = () => {
    isRunning = false;
    for (const connection of connections) connection.close();
    return statuses;
  };
  return {};
}

handleRequests(handle);
