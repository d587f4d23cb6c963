import { KithError } from './kith-error.ts';
import { isRetryable, sleep } from './pause.ts';

const maxPauseMs = 30_000;

export interface FollowedPage<T> {
  readonly items: readonly T[];
  readonly next: number;
  /** The service was restored from a backup and does not know the position: `next` may be smaller. */
  readonly reset?: boolean | undefined;
}

/** Every item after `since`, once and in order, for as long as you iterate; it waits for a service that is down. */
export async function* followPages<T extends { readonly id: number }>(
  since: number,
  read: (since: number) => Promise<FollowedPage<T>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  let pause = 0;
  for (let last = since; ; ) {
    try {
      const page = await read(last);
      pause = 0;
      for (const item of page.items) {
        last = item.id;
        yield item;
      }
      last = page.reset ? page.next : Math.max(last, page.next);
    } catch (error) {
      if (!(error instanceof KithError) || !isRetryable(error)) throw error;
      pause = Math.min(pause === 0 ? 1_000 : pause * 2, maxPauseMs);
      await sleep(Math.max(pause, error.retryAfterMs ?? 0), signal);
    }
  }
}
