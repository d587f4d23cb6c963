import type { ServiceCaller } from './caller.ts';
import type { RouteEntry } from './route-entry.ts';

/** Ends the iteration if a service returns the same page forever. */
const maxPages = 1_000_000;

/**
 * A paginated list: awaited it is the first page as returned by the service, iterated it is every item of every page,
 * each page fetched when it is needed. Nothing is sent before either.
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
      for (let count = 1; ; count++) {
        yield* page[entry.items ?? ''] as unknown[];
        if (typeof page.next !== 'string' || count >= maxPages) return;
        page = (await caller.page(entry, given, page.next)) as Record<string, unknown>;
      }
    },
  };
}
