import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a wait for what never comes; on a busy machine much takes minutes. */
export const patienceMs = 300_000;
const maxPauseMs = 100;

/** Repeats a check until it gives a value, and returns that value. How long it takes is not tested. */
export async function until<T>(
  check: () => T | undefined | false | Promise<T | undefined | false>,
  what = String(check),
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const found = await check();
    if (found) return found;
    if (performance.now() > end) throw new Error(`waited ${patienceMs / 1_000} s for: ${what}`);
    await sleep(pauseMs);
  }
}
