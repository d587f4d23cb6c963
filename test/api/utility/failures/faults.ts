import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { makeCertificate } from '../../../counterparts/certificate.ts';
import type { Zone } from '../../../counterparts/dns-server.ts';
import { serveHttp, serveHttps, serveTcp } from '../../../counterparts/servers.ts';
import { trust } from '../../../counterparts/trust.ts';

/**
 * How an upstream fails: the connection is refused, it never responds, it reports a failure, or it responds with
 * garbage.
 */
export const faults = ['dead', 'silent', 'failing', 'garbage'] as const;
export type Fault = (typeof faults)[number];

/** No server listens there. */
const deadPort = 2;
/** Each upstream has a separate address, because the number of calls waiting for one is limited. */
const anyAddress = '0.0.0.0';
const nonsense = '\u0000\u0001 ]]> ¿nonsense?';

/** Hosts that are always contacted on port 443. */
const secureHosts = ['mta-sts.policy.com', 'hstspreload.org'];
const certificate = makeCertificate(secureHosts);
trust(certificate.cert);

export interface FaultyServers {
  /** `host:port` of a web server that fails in this way. */
  readonly web: string;
  readonly nodeUrl: string;
  readonly viesUrl: string;
  readonly whoisUrl: string;
  /** An address on whose port 443 the same happens. */
  readonly secureAddress: string;
  /** The same as zone records. */
  readonly name: Zone[string];
  /** Handles a request in this way. */
  serve(request: IncomingMessage, response: ServerResponse): void;
}

const zoneAnswers: Record<Fault, Zone[string]> = {
  dead: 'refused',
  silent: 'drop',
  failing: 'servfail',
  garbage: 'garbage',
};

export async function startFaulty(t: TestContext, fault: Fault): Promise<FaultyServers> {
  const secureAddress = `127.${randomInt(2, 250)}.${randomInt(0, 250)}.${randomInt(2, 250)}`;
  const serve = serveAs[fault];
  const ports = { web: deadPort, whois: deadPort };
  if (fault === 'silent') {
    ports.web = (await serveTcp(t, () => {}, anyAddress)).port;
    ports.whois = ports.web;
    await serveTcp(t, () => {}, secureAddress, 443);
  }
  if (fault === 'failing' || fault === 'garbage') {
    ports.web = (await serveHttp(t, serve, anyAddress)).port;
    ports.whois = (await serveTcp(t, (socket) => socket.end(whoisAnswers[fault]))).port;
    await serveHttps(t, certificate, serve, secureAddress, 443);
  }
  return {
    web: `faulty.site.test:${ports.web}`,
    nodeUrl: `http://127.0.0.3:${ports.web}/rpc`,
    viesUrl: `http://127.0.0.5:${ports.web}`,
    whoisUrl: `whois://127.0.0.1:${ports.whois}/`,
    secureAddress,
    name: zoneAnswers[fault],
    serve,
  };
}

const whoisAnswers = { failing: 'Internal error, try again later\r\n', garbage: nonsense };

const serveAs: Record<Fault, FaultyServers['serve']> = {
  dead: (_, response) => response.destroy(),
  silent: () => {},
  failing: (_, response) => response.writeHead(503).end('down for now'),
  garbage: ({ url = '' }, response) => {
    const type = Object.entries(types).find(([ending]) => url.endsWith(ending))?.[1];
    // A page of garbage is still a page; one that cannot be decoded is not.
    response
      .writeHead(200, type ? { 'content-type': type } : { 'content-encoding': 'gzip' })
      .end(url.endsWith('.xml') ? '<p>Welcome' : nonsense);
  },
};

const types = {
  '.json': 'application/json',
  '.css': 'text/css',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '/rpc': 'application/json',
  '/status': 'application/json',
  '/check-vat-number': 'application/json',
  '.com': 'application/rdap+json',
};
