import { setTimeout as sleep } from 'node:timers/promises';
import type { Callers, CallRequest } from './load/caller.ts';
import type { ChaosAgent } from './load/population.ts';
import type { KithProcess } from './site/kith-process.ts';
import type { Site } from './site/site.ts';

const mostMs = 120_000;
const probeMs = 3_000;

interface Probe {
  readonly callers: Callers;
  readonly site: Pick<Site, 'processes' | 'store'>;
  /** Who writes; without agents nobody does. */
  readonly agents?: readonly ChaosAgent[];
  readonly from?: number;
}

/** Milliseconds until every process says that it is ready and takes writes, counted from `from`; undefined if one never does. */
export async function backAfter({
  callers,
  site,
  agents = [],
  from = performance.now(),
}: Probe): Promise<number | undefined> {
  const times = await Promise.all(
    site.processes.map((each, n) => whenBack(callers, each, agents[n], site.store !== undefined)),
  );
  if (times.includes(undefined)) return undefined;
  return Math.max(0, ...times.map((time) => (time ?? 0) - from));
}

async function whenBack(
  callers: Callers,
  process: KithProcess,
  agent: ChaosAgent | undefined,
  withFiles: boolean,
): Promise<number | undefined> {
  for (const end = performance.now() + mostMs; performance.now() < end; await sleep(100)) {
    const does = async (call: CallRequest) => {
      const answer = await callers.try(process, call, probeMs);
      return answer !== undefined && answer.status < 300;
    };
    if (!(await does({ method: 'GET', path: '/readyz' }))) continue;
    if (!agent) return performance.now();
    const { key } = agent;
    const body = { bio: 'I watch the fault rounds.' };
    if (!(await does({ method: 'PATCH', path: '/api/me', key, body }))) continue;
    const bytes = Buffer.from(`Sent at ${performance.now()} to ${process.name}.`);
    if (withFiles && !(await does({ method: 'POST', path: '/api/upload', key, bytes }))) continue;
    return performance.now();
  }
  return undefined;
}
