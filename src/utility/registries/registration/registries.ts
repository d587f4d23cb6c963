import type { Clock } from '../../../platform/clock.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { SkillCall } from '../../catalogue/call.ts';
import { unreadableTarget, upstreamFailed } from '../../catalogue/errors.ts';
import type { Fetcher } from '../../pages/fetcher.ts';
import { readRdap } from '../rdap/answer.ts';
import { Bootstrap } from '../rdap/bootstrap.ts';
import { readWhois, whoisErrorMessage } from '../whois/answer.ts';
import { askWhois, type WhoisServer } from '../whois/whois.ts';
import { notRegistered, type Registration } from './registration.ts';
import servers from './servers.json' with { type: 'json' };

interface RegistryDependencies {
  readonly outbound: Outbound;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly bootstrapUrl: string;
}

interface FoundRegistration {
  readonly registration: Registration;
  readonly protocol: 'rdap' | 'whois';
  /** The server's URL, in a readable form. */
  readonly server: string;
}

const whoisPort = 43;
const answerBytes = 1_024 * 1_024;

/** Queries domain registries: by RDAP if available, otherwise by WHOIS. */
export class Registries {
  readonly #deps: RegistryDependencies;
  readonly #bootstrap: Bootstrap;
  readonly #whoisCache: WhoisCache;

  constructor(deps: RegistryDependencies) {
    this.#deps = deps;
    this.#bootstrap = new Bootstrap({ ...deps, url: deps.bootstrapUrl });
    this.#whoisCache = new WhoisCache(deps.clock);
  }

  /** `domain` is a registrable domain in ASCII. */
  async findRegistration(domain: string, call: SkillCall): Promise<FoundRegistration> {
    const servers = await this.#serversFor(domain, call);
    let failure: unknown;
    for (const server of servers) {
      try {
        return server.startsWith('whois:')
          ? await this.#queryWhois(server, domain, call)
          : await this.#queryRdap(server, domain, call);
      } catch (error) {
        if (call.signal.aborted) throw error;
        failure ??= error;
      }
    }
    throw failure;
  }

  async #serversFor(domain: string, call: SkillCall): Promise<readonly string[]> {
    const bootstrapServers = await this.#bootstrap.serversFor(domain);
    if (bootstrapServers.length > 0) return bootstrapServers;
    const tld = domain.slice(domain.lastIndexOf('.') + 1);
    const known = overrides[tld];
    if (known) return [known];
    const text = await this.#whoisText({ host: ianaWhoisHost, port: whoisPort }, tld, call);
    const host = /^whois:\s*([a-z0-9.-]+)\s*$/im.exec(text)?.[1];
    if (!host && !/^(?:%|domain:|refer:)/im.test(text)) {
      throw upstreamFailed(
        `The WHOIS server ${ianaWhoisHost} has no record of .${tld}`,
        'Retry later; nothing was charged.',
      );
    }
    if (!host) {
      throw unreadableTarget(
        `No registry is known for names below .${tld}`,
        'Send a name below another top-level domain.',
      );
    }
    return [`whois://${host}/`];
  }

  async #queryRdap(base: string, domain: string, call: SkillCall): Promise<FoundRegistration> {
    const url = `${base.replace(/\/$/, '')}/domain/${domain}`;
    const answer = await this.#deps.fetcher.get(url, call, {
      accept: 'application/rdap+json, application/json;q=0.9',
      maxBytes: answerBytes,
    });
    const found = { protocol: 'rdap', server: base } as const;
    // The registry reports that the name is not registered (RFC 7480, 5.3); an HTML page means that the server moved.
    if (answer.status === 404 && answer.mediaType !== 'text/html')
      return { ...found, registration: notRegistered };
    const registration = answer.status === 200 ? readRdap(answer.body) : null;
    if (registration) return { ...found, registration };
    const limited = answer.status === 429 ? ': its rate limit is reached' : '';
    throw upstreamFailed(
      `The RDAP server answered with status ${answer.status}${limited}${answer.status === 200 ? ' and no domain object' : answer.status === 404 ? ' and a page' : ''} (${answer.url})`,
      'Retry later; nothing was charged.',
    );
  }

  async #queryWhois(address: string, domain: string, call: SkillCall): Promise<FoundRegistration> {
    const { hostname, port } = new URL(address);
    const server = { host: hostname, port: port === '' ? whoisPort : Number(port) };
    const question = whoisQuery(domain);
    const text = await this.#whoisText(server, question, call);
    const registration = readWhois(text);
    if (registration) return { registration, protocol: 'whois', server: address };
    // A refusal holds for the moment: the next call asks again.
    this.#whoisCache.delete(cacheKey(server, question));
    const message = whoisErrorMessage(text) ?? 'nothing about a registration';
    throw upstreamFailed(
      `The WHOIS server ${hostname} said: ${message}`,
      'Retry later; nothing was charged.',
    );
  }

  async #whoisText(server: WhoisServer, question: string, call: SkillCall): Promise<string> {
    const key = cacheKey(server, question);
    const cached = this.#whoisCache.get(key, call);
    if (cached !== undefined) return cached;
    const text = await askWhois(this.#deps.outbound, server, question, call.signal);
    if (text.trim() === '')
      throw new OutboundError('bad_response', `The WHOIS server ${server.host} said nothing.`);
    this.#whoisCache.set(key, text);
    return text;
  }
}

const cacheKey = ({ host, port }: WhoisServer, question: string): string => `${host}:${port} ${question}`;

/** Query syntax of registries: DENIC needs a flag to return all fields, JPRS one for English instead of ISO-2022-JP. */
function whoisQuery(domain: string): string {
  if (domain.endsWith('.de')) return `-T dn,ace ${domain}`;
  return domain.endsWith('.jp') ? `${domain}/e` : domain;
}

const maxCached = 500;
const maxAgeS = 86_400;

/** Cached responses of WHOIS servers, which rate-limit clients: the latest few hundred, for at most a day. */
class WhoisCache {
  readonly #clock: Clock;
  readonly #entries = new Map<string, { text: string; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(key: string, call: SkillCall): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry || call.maxAgeS === 0) return undefined;
    const ageS = Math.max(0, (this.#clock.now().getTime() - entry.at) / 1_000);
    if (ageS > Math.min(call.maxAgeS, maxAgeS)) return undefined;
    call.usedCached(ageS);
    return entry.text;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  set(key: string, text: string): void {
    this.#entries.delete(key);
    this.#entries.set(key, { text, at: this.#clock.now().getTime() });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxCached && oldest !== undefined) this.#entries.delete(oldest);
  }
}

/**
 * Top-level domains missing from the RDAP bootstrap registry. Some have an RDAP server nevertheless; the others only support
 * WHOIS.
 */
const overrides: Readonly<Record<string, string>> = servers;

/** Returns the WHOIS server of any other top-level domain. */
const ianaWhoisHost = 'whois.iana.org';
