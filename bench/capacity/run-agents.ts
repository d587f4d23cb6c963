import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { BenchAgent } from '../agents.ts';
import { Latencies, type Measurement } from '../measurement.ts';
import type { Server } from '../server.ts';
import { type Call, callsPerMinute, chooseCallKind } from './mix.ts';

const waitS = 25;
const maxCalls = 2_000_000;

export interface AgentLoadResult {
  readonly calls: Measurement;
  /** Responses that were neither a success nor a rate limit of the agent. */
  readonly failed: number;
  readonly polls: number;
}

/** Runs agents for a while: each always waits for events, and makes calls at intervals. */
export async function runAgents(
  server: Server,
  agents: readonly BenchAgent[],
  seconds: number,
): Promise<AgentLoadResult> {
  const dispatcher = new Agent({ connections: null, pipelining: 1 });
  const latencies = new Latencies(maxCalls);
  const done = new AbortController();
  const paceMs = 60_000 / callsPerMinute;
  let [failed, polls, n] = [0, 0, 0];

  const send = async (me: number, { service, method, path, body }: Call) => {
    const answer = await request(server[service] + path, {
      method,
      dispatcher,
      signal: done.signal,
      headers: {
        authorization: `Bearer ${agents[me]?.key}`,
        'x-forwarded-for': `10.${me >> 16}.${(me >> 8) & 255}.${me & 255}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300 && answer.statusCode !== 429) {
      failed++;
      if (failed === 1) console.error(`${method} ${path}: ${answer.statusCode} ${text}`);
    }
    return text;
  };
  const pollEvents = async (me: number) => {
    for (let since = 0; !done.signal.aborted; polls++) {
      const path = `/api/events?since_id=${since}&wait=${waitS}`;
      since = JSON.parse(await send(me, { service: 'city', method: 'GET', path })).next_since_id ?? since;
    }
  };
  const makeCalls = async (me: number) => {
    // Each agent has its own offset within the interval, so that they do not call in step.
    await sleep((me / agents.length) * paceMs, undefined, { signal: done.signal });
    for (let at = performance.now(); !done.signal.aborted; at += paceMs) {
      await sleep(Math.max(0, at - performance.now()), undefined, { signal: done.signal });
      const startedAt = performance.now();
      await send(me, chooseCallKind(n++).call(me, agents, n));
      latencies.add(performance.now() - startedAt);
    }
  };
  // An agent that stops early means an error of the server or the benchmark; it is printed once.
  const onError = (error: unknown) => {
    if (done.signal.aborted) return;
    failed++;
    if (failed === 1) console.error(error);
  };
  const runs = agents.flatMap((_, me) => [pollEvents(me).catch(onError), makeCalls(me).catch(onError)]);
  await sleep(seconds * 1_000);
  done.abort();
  await Promise.all(runs);
  await dispatcher.destroy();
  return { calls: latencies.summarize(seconds), failed, polls };
}
