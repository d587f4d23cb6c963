import ipaddr from 'ipaddr.js';
import { errorKind, Refusal } from './refusal.ts';
import type { RequestFacts } from './route.ts';

export const foreignHost = errorKind(
  'foreign_host',
  403,
  'The Host or Origin does not belong to this service, so that other web pages cannot call a service in the network of their reader.',
);

const loopback = ['localhost', '127.0.0.1', '[::1]'];

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
