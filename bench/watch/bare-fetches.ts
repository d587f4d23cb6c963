import { Agent, request } from 'undici';
import { parseNetwork } from '../../src/platform/outbound/address.ts';
import { createDns } from '../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { handleRequests } from '../child.ts';
import { type Measurement, runCallers } from '../measurement.ts';

export interface FetchPlan {
  readonly how: 'outbound' | 'fetch';
  readonly dns: string;
  readonly targets: readonly string[];
  readonly atOnce: number;
  readonly seconds: number;
}

/** The same fetches without the scheduler: through the outbound client, or with a plain client that checks nothing. */
async function fetchTargets({
  how,
  dns,
  targets,
  atOnce,
  seconds,
}: FetchPlan): Promise<Measurement & { cpu_s: number }> {
  const before = process.cpuUsage();
  const outbound = createOutbound({
    dns: createDns({ servers: [dns] }),
    userAgent: 'bench',
    allow: [parseNetwork('127.0.0.1/32')],
  });
  const dispatcher = new Agent({ connections: 6 });
  const clients = {
    outbound: (url: string) => outbound.fetch(url, { maxBytes: 1_024, onOversize: 'truncate' }),
    fetch: async (url: string) => (await request(url, { dispatcher })).body.text(),
  };
  const measured = await runCallers(atOnce, seconds, (n) => clients[how](targets[n % targets.length]!));
  outbound.close();
  await dispatcher.destroy();
  const { user, system } = process.cpuUsage(before);
  return { ...measured, cpu_s: (user + system) / 1e6 };
}

handleRequests(fetchTargets);
