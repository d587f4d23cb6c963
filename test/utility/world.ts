import type { TestContext } from 'node:test';
import type { Clock } from '../../src/platform/clock.ts';
import { type DnsServer, startDnsServer, type Zone } from '../counterparts/dns-server.ts';
import { startApp, type TestApp } from '../harness/app.ts';

export interface World extends TestApp {
  readonly dns: DnsServer;
  /** A key with its free calls. */
  readonly ally: string;
}

interface WorldOptions {
  readonly zone?: Zone;
  readonly env?: Record<string, string>;
  readonly clock?: Clock;
}

/** The real app in a small simulated internet on loopback: its DNS is the given zone. */
export async function startWorld(
  t: TestContext | undefined,
  { zone = {}, env, clock }: WorldOptions = {},
): Promise<World> {
  const dns = await startDnsServer(zone);
  t?.after(() => dns.close());
  const app = await startApp(t, {
    ...(clock && { clock }),
    env: { KITH_DNS_SERVERS: dns.address, KITH_OUTBOUND_ALLOW: '127.0.0.0/8', ...env },
  });
  const { json } = await app.utility.post('/ally/register', { agent: 'tester' });
  return { ...app, dns, ally: json.key };
}
