import { runOnPrimary } from './replicas.ts';

const maxBatch = 500;
const maxInFlight = 2;
/** Callers share the fixed cost of a query, so a second one starts only once this many wait. */
const minWaitingForSecond = 32;

/**
 * Callers that each want one row share queries: while a query is in flight, new callers queue, and the next
 * query takes them all. A caller waits for one other query at most; results are as fresh as with a separate
 * query, because a caller only ever joins a query that starts after its call.
 */
export function batchedRead<K, V>(
  load: (keys: K[]) => Promise<Map<K, V>>,
): (key: K) => Promise<V | undefined> {
  let queue = new Map<K, { resolve: (value: V | undefined) => void; reject: (error: unknown) => void }[]>();
  let inFlight = 0;

  async function flush(): Promise<void> {
    while (queue.size >= minWaiting(inFlight) && inFlight < maxInFlight) {
      const batch = takeBatch();
      inFlight++;
      // Serves callers of different moments: only the primary is up to date for all of them.
      runOnPrimary(() => load([...batch.keys()]))
        .then(
          (rows) => {
            for (const [key, callers] of batch) for (const caller of callers) caller.resolve(rows.get(key));
          },
          (error: unknown) => {
            for (const callers of batch.values()) for (const caller of callers) caller.reject(error);
          },
        )
        .finally(() => {
          inFlight--;
          flush();
        });
    }
  }

  function takeBatch(): typeof queue {
    if (queue.size <= maxBatch) {
      const all = queue;
      queue = new Map();
      return all;
    }
    const some: typeof queue = new Map([...queue].slice(0, maxBatch));
    for (const key of some.keys()) queue.delete(key);
    return some;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const callers = queue.get(key);
      if (callers) callers.push({ resolve, reject });
      else queue.set(key, [{ resolve, reject }]);
      // Deferred: callers in the same turn of the event loop, whose requests arrived together, share one
      // query.
      if (queue.size === minWaiting(inFlight)) setImmediate(flush);
    });
}

/** How many callers must wait for another query to start. */
const minWaiting = (inFlight: number): number => (inFlight === 0 ? 1 : minWaitingForSecond);
