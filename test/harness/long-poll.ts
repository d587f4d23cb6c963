import { longPolls } from '../../src/platform/http/streams.ts';
import { until } from './until.ts';

/** Resolves once the apps of this process hold this many calls that wait, each with an accepted key. */
export async function waitForPolls(count: number): Promise<void> {
  await until(() => longPolls.count === count, `${count} waiting calls`);
}

/** Begins the only call that waits at the apps of this process, and resolves once one of them holds it. */
export async function startPoll<T>(call: () => Promise<T>): Promise<{ readonly answer: Promise<T> }> {
  await waitForPolls(0);
  const answer = call();
  answer.catch(() => {});
  await waitForPolls(1);
  return { answer };
}
