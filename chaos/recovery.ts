import { setTimeout as sleep } from 'node:timers/promises';
import type { Callers, CallRequest } from './load/caller.ts';
import type { ChaosAgent } from './load/population.ts';
import type { KithProcess } from './site/kith-process.ts';
import type { Site } from './site/site.ts';

const timeoutMs = 120_000;
const probeMs = 3_000;

interface Probe {
  readonly callers: Callers;
  readonly site: Pick<Site, 'processes' | 'env'>;
  /** Agents that write; without them only readiness is probed. */
  readonly agents?: readonly ChaosAgent[];
  readonly from?: number;
}

/** Milliseconds from `from` until every process is ready and accepts writes; undefined if one never does. */
export async function measureRecovery({
  callers,
  site,
  agents = [],
  from = performance.now(),
}: Probe): Promise<number | undefined> {
  const times = await Promise.all(
    site.processes.map((each, n) =>
      recoveryTime(callers, each, agents[n], site.env.KITH_BLOBS_URL !== undefined),
    ),
  );
  if (times.includes(undefined)) return undefined;
  return Math.max(0, ...times.map((time) => (time ?? 0) - from));
}

async function recoveryTime(
  callers: Callers,
  process: KithProcess,
  agent: ChaosAgent | undefined,
  withFiles: boolean,
): Promise<number | undefined> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(100)) {
    const succeeds = async (call: CallRequest) => {
      const answer = await callers.try(process, call, probeMs);
      return answer !== undefined && answer.status < 300;
    };
    if (!(await succeeds({ method: 'GET', path: '/readyz' }))) continue;
    if (!agent) return performance.now();
    const { key } = agent;
    const body = { bio: 'I watch the fault rounds.' };
    if (!(await succeeds({ method: 'PATCH', path: '/api/me', key, body }))) continue;
    const bytes = Buffer.from(`Sent at ${performance.now()} to ${process.name}.`);
    if (withFiles && !(await succeeds({ method: 'POST', path: '/api/upload', key, bytes }))) continue;
    return performance.now();
  }
  return undefined;
}
