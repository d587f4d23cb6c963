import { Agent, request } from 'undici';
import { createDns } from '../../src/platform/outbound/dns.ts';
import { parseNetwork } from '../../src/platform/outbound/network.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { answerParent } from '../child.ts';
import { drive, type Measured } from '../measured.ts';

export interface BareLooks {
  readonly how: 'outbound' | 'fetch';
  readonly dns: string;
  readonly targets: readonly string[];
  readonly atOnce: number;
  readonly seconds: number;
}

/** The same fetches with nothing around them: through the outbound client, or with a plain client that checks nothing. */
async function look({
  how,
  dns,
  targets,
  atOnce,
  seconds,
}: BareLooks): Promise<Measured & { cpu_s: number }> {
  const before = process.cpuUsage();
  const outbound = createOutbound({
    dns: createDns({ servers: [dns] }),
    userAgent: 'bench',
    allow: [parseNetwork('127.0.0.1/32')],
  });
  const dispatcher = new Agent({ connections: 6 });
  const looks = {
    outbound: (url: string) => outbound.fetch(url, { maxBytes: 1_024, onOversize: 'truncate' }),
    fetch: async (url: string) => (await request(url, { dispatcher })).body.text(),
  };
  const measured = await drive(atOnce, seconds, (n) => looks[how](targets[n % targets.length]!));
  outbound.close();
  await dispatcher.destroy();
  const { user, system } = process.cpuUsage(before);
  return { ...measured, cpu_s: (user + system) / 1e6 };
}

answerParent(look);
