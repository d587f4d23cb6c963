import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { TestContext } from 'node:test';
import { parseNetwork } from '../../../../src/platform/outbound/address.ts';
import { createDns } from '../../../../src/platform/outbound/dns.ts';
import { OutboundError } from '../../../../src/platform/outbound/error.ts';
import { createOutbound, type Outbound } from '../../../../src/platform/outbound/outbound.ts';
import { type DnsServer, startDnsServer, type Zone } from '../../../counterparts/dns-server.ts';

export const USER_AGENT = 'kith/test (+https://kith.test)';

/** An outbound client that reaches only this machine. */
export const LOOPBACK = { allow: ['127.0.0.1/32'] };

/** An outbound client that resolves only the zone and allows exactly the given networks. */
export async function openOutbound(
  t: TestContext,
  { allow = [], zone = {} }: { allow?: readonly string[]; zone?: Zone },
): Promise<{ outbound: Outbound; dnsServer: DnsServer }> {
  const dnsServer = await startDnsServer(zone);
  const dns = createDns({ servers: [dnsServer.address], timeoutMs: 1_500, tries: 1 });
  const outbound = createOutbound({ dns, userAgent: USER_AGENT, allow: allow.map(parseNetwork) });
  t.after(async () => {
    outbound.close();
    dns.close();
    await dnsServer.close();
  });
  return { outbound, dnsServer };
}

/** Counts every TCP connection that this process opens, to any address. */
export function countDials(t: TestContext): () => number {
  let dials = 0;
  const onSocket = () => {
    dials += 1;
  };
  subscribe('net.client.socket', onSocket);
  t.after(() => unsubscribe('net.client.socket', onSocket));
  return () => dials;
}

/** The OutboundError of a call; a call that succeeds fails the test. */
export async function refusal(call: Promise<unknown>): Promise<OutboundError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
  throw new Error('It should have been refused.');
}
