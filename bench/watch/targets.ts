import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDnsServer } from '../../test/counterparts/dns-server.ts';
import { handleRequests } from '../child.ts';

/** The watched site: any name under .test resolves to a server with a small page. */
async function start(): Promise<{ dns: string; port: number }> {
  const dns = await startDnsServer({ '*.test': { A: ['127.0.0.1'] } }, { remember: false });
  const server = createServer((_, response) => void response.end('all is well'));
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { dns: dns.address, port: (server.address() as AddressInfo).port };
}

handleRequests(start);
