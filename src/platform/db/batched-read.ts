import { onPrimary } from './replicas.ts';

const maxBatch = 500;
const maxInFlight = 2;

/**
 * Many callers that each want one row share one query: while a query is out, new callers queue, and the
 * next query takes them all. Alone, a caller waits for nothing; answers are as fresh as a query of one's own,
 * because a caller only ever joins a query that starts after it asked.
 */
export function batchedRead<K, V>(
  load: (keys: K[]) => Promise<Map<K, V>>,
): (key: K) => Promise<V | undefined> {
  let waiting = new Map<K, { resolve: (value: V | undefined) => void; reject: (error: unknown) => void }[]>();
  let inFlight = 0;

  async function flush(): Promise<void> {
    while (waiting.size > 0 && inFlight < maxInFlight) {
      const batch = takeBatch();
      inFlight++;
      // For callers of different moments: only the primary is up to date for all of them.
      onPrimary(() => load([...batch.keys()]))
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

  function takeBatch(): typeof waiting {
    if (waiting.size <= maxBatch) {
      const all = waiting;
      waiting = new Map();
      return all;
    }
    const some: typeof waiting = new Map([...waiting].slice(0, maxBatch));
    for (const key of some.keys()) waiting.delete(key);
    return some;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const callers = waiting.get(key);
      if (callers) callers.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      // Not at once: the callers of this same turn of the loop, whose requests came in together, belong into one query.
      if (waiting.size === 1) setImmediate(flush);
    });
}
