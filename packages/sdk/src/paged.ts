import type { ServiceCaller } from './caller.ts';
import type { RouteEntry } from './route-entry.ts';

/** Ends the iteration if a service returns the same page forever. */
const maxPages = 1_000_000;

/**
 * A paginated list: awaited it is the first page as returned by the service, iterated it is every item of every page,
 * each page fetched when it is needed. Nothing is sent before either. If the service is restored from a backup meanwhile,
 * the list begins again, without the items that were given already.
 */
export interface Paged<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

export function paged(
  caller: ServiceCaller,
  entry: RouteEntry,
  given: readonly unknown[],
): Paged<unknown, unknown> {
  let first: Promise<unknown> | undefined;
  const fetchFirst = () => {
    first ??= caller.call(entry, given);
    return first;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise, which begins when it is first waited for
    then: (onPage, onError) => fetchFirst().then(onPage, onError),
    catch: (onError) => fetchFirst().catch(onError),
    finally: (onEnd) => fetchFirst().finally(onEnd),
    [Symbol.toStringTag]: 'Paged',
    async *[Symbol.asyncIterator]() {
      let page = (await fetchFirst()) as Record<string, unknown>;
      // Lists are in the order of their ids, so what was given is a range of them.
      let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
      for (let [count, begunAgain] = [1, false]; ; count++) {
        begunAgain ||= page.reset === true;
        for (const item of page[entry.items ?? ''] as unknown[]) {
          const id = positionOf(item);
          if (begunAgain && id >= lowest && id <= highest) continue;
          [lowest, highest] = [Math.min(lowest, id || lowest), Math.max(highest, id)];
          yield item;
        }
        if (typeof page.next !== 'string' || count >= maxPages) return;
        page = (await caller.page(entry, given, page.next)) as Record<string, unknown>;
      }
    },
  };
}

/** The id of an item, or its seq in the ledger; 0 if it has neither. */
function positionOf(item: unknown): number {
  const { id, seq } = (item ?? {}) as { readonly id?: unknown; readonly seq?: unknown };
  const position = id ?? seq;
  return typeof position === 'number' ? position : 0;
}
