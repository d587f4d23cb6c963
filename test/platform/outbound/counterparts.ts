import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createDns } from '../../../src/platform/outbound/dns.ts';
import { OutboundError } from '../../../src/platform/outbound/error.ts';
import { parseNetwork } from '../../../src/platform/outbound/network.ts';
import { createOutbound, type Outbound } from '../../../src/platform/outbound/outbound.ts';
import type { Certificate } from './certificate.ts';
import { type DnsServer, startDnsServer, type Zone } from './dns-server.ts';

export const USER_AGENT = 'kith/test (+https://kith.test)';

/** A door whose names are those of the zone and whose opened networks are exactly those given. */
export async function openDoor(
  t: TestContext,
  { allow = [], zone = {} }: { allow?: readonly string[]; zone?: Zone },
): Promise<{ door: Outbound; dnsServer: DnsServer }> {
  const dnsServer = await startDnsServer(zone);
  const dns = createDns({ servers: [dnsServer.address], timeoutMs: 1_500, tries: 1 });
  const door = createOutbound({ dns, userAgent: USER_AGENT, allow: allow.map(parseNetwork) });
  t.after(async () => {
    door.close();
    dns.close();
    await dnsServer.close();
  });
  return { door, dnsServer };
}

export interface Counterpart {
  readonly port: number;
  /** Connections accepted so far. */
  readonly connections: () => number;
}

export function serveHttp(t: TestContext, listener: RequestListener, host = '127.0.0.1', port = 0) {
  return listen(t, createServer(listener), host, port);
}

export function serveHttps(t: TestContext, certificate: Certificate, listener: RequestListener) {
  return listen(t, createSecureServer(certificate, listener), '127.0.0.1', 0);
}

/** For answers that no HTTP library would give. */
export function serveTcp(t: TestContext, listener: (socket: Socket) => void, host = '127.0.0.1', port = 0) {
  return listen(t, createTcpServer(listener), host, port);
}

async function listen(t: TestContext, server: Server, host: string, port: number): Promise<Counterpart> {
  let accepted = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, connections: () => accepted };
}

/** Counts every TCP connection this process begins, wherever it leads. */
export function countDials(t: TestContext): () => number {
  let dials = 0;
  const onSocket = () => {
    dials += 1;
  };
  subscribe('net.client.socket', onSocket);
  t.after(() => unsubscribe('net.client.socket', onSocket));
  return () => dials;
}

/** The OutboundError a call fails with; a call that succeeds fails the test. */
export async function refusal(call: Promise<unknown>): Promise<OutboundError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
  throw new Error('It should have been refused.');
}
