import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { errorKind, Refusal } from './refusal.ts';
import type { RequestFacts } from './route.ts';

export const foreignHost = errorKind(
  'foreign_host',
  403,
  'The Host or Origin does not belong to this service, so that other web pages cannot call a service in the network of their reader.',
);

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Sent only by scripts that were given it; a browser adds none of them by itself. */
const credentials = ['authorization', 'x-ally-key', 'payment-signature'];

/**
 * Refuses what a foreign page makes a browser send. A service on a loopback address is reached by every page of the
 * machine's browsers, so its Host must be its own. A call that changes something needs an own page or a credential.
 */
export function refuseForeignPages(app: FastifyInstance, ownUrls: () => readonly string[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, host, method, raw } = request;
    const own = new Set([...loopback, ...ownUrls().map(hostnameOf)]);
    if (isLoopback(raw.socket.localAddress) && host && !isOwnHost(host, own))
      return done(refusal(`the host ${shorten(host)}`));
    const changes = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
    if (!changes || credentials.some((name) => headers[name] !== undefined)) return done();
    const { origin } = headers;
    const isForeign =
      origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : !own.has(hostnameOf(origin));
    return done(isForeign ? refusal(`the page at ${shorten(origin ?? 'another site')}`) : undefined);
  });
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

function isOwnHost(host: string, own: ReadonlySet<string | undefined>): boolean {
  const name = hostnameOf(`http://${host}`);
  return name !== undefined && (own.has(name) || isAddress(name) || name.endsWith('.localhost'));
}

/**
 * Against DNS rebinding: a page whose own name was made to point here sends that name as its Host. The
 * service's own name is accepted, and so is any bare IP address, which DNS cannot forge. Ports are left to
 * the proxy.
 */
export function refuseForeign(
  { host, headers }: Pick<RequestFacts, 'host' | 'headers'>,
  own: readonly string[],
): void {
  const names = new Set([...loopback, ...own.map((url) => hostnameOf(url))]);
  const requested = hostnameOf(`http://${host}`);
  if (requested === undefined || !(names.has(requested) || isAddress(requested)))
    throw refusal(`the host ${shorten(host)}`);
  const { origin } = headers;
  if (origin !== undefined && !names.has(hostnameOf(String(origin))))
    throw refusal(`the origin ${shorten(origin)}`);
}

const shorten = (value: unknown): string => String(value).slice(0, 100);

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

const isAddress = (hostname: string): boolean => ipaddr.isValid(hostname.replace(/^\[(.*)\]$/, '$1'));

function refusal(what: string): Refusal {
  return new Refusal(
    foreignHost,
    `${what} does not belong to this service`,
    'Call the public address. Operators: set KITH_BASE_URL and KITH_CITY_URL to it, and let the proxy pass the host on.',
  );
}
