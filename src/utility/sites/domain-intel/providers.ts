import services from './services.json' with { type: 'json' };

/** Providers by the suffix of a host name. Maintained by hand. */
const mail = Object.entries(services.mail);
const nameServers = Object.entries(services.nameServers);

const isBelow = (host: string, ending: string) => `.${host}`.endsWith(`.${ending}`);

/** By the preferred mail host; null if the provider is unknown. */
export function detectMailProvider(exchanges: readonly string[]): string | null {
  for (const host of exchanges) {
    const found = mail.find(([ending]) => isBelow(host, ending));
    if (found) return found[1];
  }
  return null;
}

export function detectDnsProvider(servers: readonly string[]): string | null {
  for (const server of servers) {
    const host = server.toLowerCase().replace(/\.$/, '');
    if (/(?:^|\.)awsdns-\d+\./.test(host)) return 'Amazon Route 53';
    const found = nameServers.find(([ending]) => isBelow(host, ending));
    if (found) return found[1];
  }
  return null;
}
