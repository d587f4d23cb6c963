import type { TestContext } from 'node:test';
import { serveHttp, serveTcp } from './servers.ts';

export interface RegistryServers {
  /** For KITH_RDAP_BOOTSTRAP_URL. */
  readonly bootstrapUrl: string;
  readonly rdapUrl: string;
  readonly whoisUrl: string;
  /** Every request so far: an RDAP path, or a WHOIS query line. */
  readonly asked: string[];
}

export type RdapEntry =
  | object
  | { readonly status: number; readonly body?: string; readonly location?: string; readonly type?: string };

interface Entries {
  /** By domain; a name that is missing is not registered. */
  readonly rdap: Record<string, RdapEntry>;
  readonly whois: Record<string, string>;
  /** TLDs that RDAP and WHOIS serve. */
  readonly rdapTlds: readonly string[];
  readonly whoisTlds: readonly string[];
}

/** A registry with its bootstrap list, its RDAP server (RFC 9082, 9083) and its WHOIS server (RFC 3912). */
export async function startRegistry(t: TestContext, entries: Entries): Promise<RegistryServers> {
  const asked: string[] = [];
  const whois = await serveTcp(t, (socket) => {
    let question = '';
    socket.on('data', (chunk) => {
      question += chunk;
      if (!question.endsWith('\r\n')) return;
      asked.push(question.trim());
      socket.end(entries.whois[question.trim()] ?? '');
    });
  });
  const whoisUrl = `whois://127.0.0.1:${whois.port}/`;
  let rdapUrl = '';
  const { port } = await serveHttp(t, (request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    if (url === '/dns.json') {
      const services = [
        [entries.rdapTlds, [rdapUrl]],
        [entries.whoisTlds, [whoisUrl]],
      ];
      response.end(JSON.stringify({ version: '1.0', publication: '2026-11-01T00:00:00Z', services }));
      return;
    }
    const entry = entries.rdap[url.replace('/rdap/domain/', '')];
    response.setHeader('content-type', 'application/rdap+json');
    if (entry === undefined) response.writeHead(404).end();
    else if ('status' in entry && typeof entry.status === 'number') {
      const { status, body, location, type } = entry as {
        status: number;
        body?: string;
        location?: string;
        type?: string;
      };
      const headers = { ...(location && { location }), ...(type && { 'content-type': type }) };
      response.writeHead(status, headers).end(body ?? '');
    } else response.end(JSON.stringify(entry));
  });
  rdapUrl = `http://127.0.0.1:${port}/rdap/`;
  return { bootstrapUrl: `http://127.0.0.1:${port}/dns.json`, rdapUrl, whoisUrl, asked };
}
