import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './app.ts';
import { type Client, register } from './client.ts';

/** Much shorter than the longest long poll: a reader answered within it was woken. */
const wokenWithinMs = 15_000;

/** Awaits the response of a long poll; fails if nothing wakes the reader. */
export async function expectWoken<T>(waiting: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(wokenWithinMs, undefined, { signal: timer.signal }).then(() =>
    assert.fail('nobody woke the reader'),
  );
  const answer = await Promise.race([waiting, late]);
  timer.abort();
  late.catch(() => {});
  return answer;
}

export async function metric(app: TestApp, name: string): Promise<number> {
  const text = await app.metrics();
  const found = text.split('\n').find((each) => each.startsWith(`${name} `));
  assert.ok(found, `${name} is among the metrics`);
  return Number(found.split(' ').at(-1));
}

export const receivedOnSubjects = (app: TestApp) =>
  metric(app, 'kith_event_bus_received_total{scope="subject"}');

export const channels = (app: TestApp) => metric(app, 'kith_event_bus_channels');

/** Resolves once one app has received what the other published before this call. */
export async function waitForEvents(from: Client, to: Client): Promise<void> {
  const { api_key: key } = await register(from);
  assert.equal((await to.get('/api/verify', { key })).status, 200, 'known to the other process');
  await from.post('/api/keys/rotate', undefined, { key });
  while ((await to.get('/api/verify', { key })).status !== 401) await sleep(10);
}
