interface Work<T> {
  /** Items to do now, without those that failed in this run; a full page means that there may be more. */
  find(failed: readonly T[]): Promise<readonly T[]>;
  readonly pageSize?: number;
  /** Does one item, which `find` no longer returns afterwards. */
  each(item: T): Promise<unknown>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Works through a queue page by page. An item that fails stops no other: its error is thrown once the rest is done, so
 * that the task is tried again.
 */
export async function workThrough<T>({ find, pageSize, each, signal }: Work<T>): Promise<void> {
  const failed: T[] = [];
  const errors: unknown[] = [];
  for (let isLast = false; !isLast && !signal?.aborted; ) {
    const page = await find(failed);
    for (const item of page) {
      if (signal?.aborted) break;
      await each(item).catch((error: unknown) => {
        failed.push(item);
        errors.push(error);
      });
    }
    isLast = page.length !== pageSize;
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1)
    throw new AggregateError(errors, `${errors.length} items failed, first: ${errors[0]}`);
}
