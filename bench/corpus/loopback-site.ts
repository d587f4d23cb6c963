import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../src/platform/clock.ts';
import { parseNetwork } from '../../src/platform/outbound/address.ts';
import { createDns } from '../../src/platform/outbound/dns.ts';
import { createOutbound, type Outbound } from '../../src/platform/outbound/outbound.ts';
import { SkillCall } from '../../src/utility/catalogue/call.ts';
import { Fetcher } from '../../src/utility/pages/fetcher.ts';
import { Pages } from '../../src/utility/pages/pages.ts';
import type { RenderedPages } from '../../src/utility/pages/rendered-pages.ts';
import { Workers } from '../../src/utility/workers/workers.ts';

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;
/** Responses by path; a text or bytes are a page with status 200. */
export type Site = Readonly<Record<string, string | Buffer | Handler>>;

export interface LoopbackSite {
  readonly url: string;
  readonly outbound: Outbound;
  readonly fetcher: Fetcher;
  readonly pages: Pages;
  readonly workers: Workers;
  call(): SkillCall;
  close(): Promise<void>;
}

/** A site on loopback, and what our skills read it with. */
export async function serveSite(site: (url: string) => Site): Promise<LoopbackSite> {
  let served: Site = {};
  const server = http.createServer((request, response) => {
    const found = served[request.url ?? ''];
    if (typeof found === 'function') return found(request, response);
    if (found === undefined) return void response.writeHead(404).end('<title>Not found</title>');
    const type = /\.xml$/.test(request.url ?? '') ? 'application/xml' : 'text/html; charset=utf-8';
    response.setHeader('content-type', /\.txt$/.test(request.url ?? '') ? 'text/plain' : type);
    response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  served = site(url);
  const dns = createDns({ servers: ['127.0.0.1:9'] });
  const outbound = createOutbound({ dns, userAgent: 'kith/bench', allow: [parseNetwork('127.0.0.0/8')] });
  const workers = new Workers();
  const fetcher = new Fetcher({ outbound, clock: systemClock });
  // No call renders its page.
  const rendered = {} as RenderedPages;
  return {
    url,
    outbound,
    fetcher,
    workers,
    pages: new Pages({ fetcher, rendered, workers }),
    call: () => new SkillCall({ signal: AbortSignal.timeout(30_000), maxAgeS: 0 }),
    close: async () => {
      await workers.stop();
      outbound.close();
      dns.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
