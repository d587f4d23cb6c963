import { setTimeout as sleep } from 'node:timers/promises';
import type { Callers } from './load/caller.ts';
import type { ChaosAgent } from './load/population.ts';
import type { KithProcess } from './site/kith-process.ts';

const mostMs = 120_000;
const probeMs = 3_000;

/** Milliseconds until every process says that it is ready and takes a write, counted from `from`; undefined if one never does. */
export async function backAfter(
  callers: Callers,
  processes: readonly KithProcess[],
  agents: readonly ChaosAgent[],
  from = performance.now(),
): Promise<number | undefined> {
  const times = await Promise.all(processes.map((each, n) => whenBack(callers, each, agents[n])));
  if (times.includes(undefined)) return undefined;
  return Math.max(0, ...times.map((time) => (time ?? 0) - from));
}

async function whenBack(
  callers: Callers,
  process: KithProcess,
  agent: ChaosAgent | undefined,
): Promise<number | undefined> {
  for (const end = performance.now() + mostMs; performance.now() < end; await sleep(100)) {
    const ready = await callers.try(process, { method: 'GET', path: '/readyz' }, probeMs);
    if (ready?.status !== 200) continue;
    if (!agent) return performance.now();
    const body = { bio: 'I watch the fault rounds.' };
    const written = await callers.try(
      process,
      { method: 'PATCH', path: '/api/me', key: agent.key, body },
      probeMs,
    );
    if (written && written.status < 300) return performance.now();
  }
  return undefined;
}
