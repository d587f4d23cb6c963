import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { jsonDecoder, unreadable, valueDecoder } from '../../../platform/decode.ts';
import { dayMs } from '../../../platform/duration.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import snapshot from './bootstrap-snapshot.json' with { type: 'json' };

/** Base URLs by top-level domain. */
type Services = ReadonlyMap<string, readonly string[]>;

interface BootstrapDependencies {
  readonly outbound: Pick<Outbound, 'fetch'>;
  readonly clock: Clock;
  readonly url: string;
}

const freshMs = dayMs;
const retryMs = 10 * 60_000;
const timeoutMs = 4_000;
const maxBytes = 2 * 1_024 * 1_024;

/**
 * Finds the RDAP server of a domain (RFC 9224) in IANA's list, fetched once per day. If that fails, the last
 * list is used, and before the first fetch the copy bundled with kith.
 */
export class Bootstrap {
  readonly #deps: BootstrapDependencies;
  #services: Services | undefined;
  #askAgainAt = 0;
  #pendingFetch: Promise<void> | undefined;

  constructor(deps: BootstrapDependencies) {
    this.#deps = deps;
  }

  /** Matches the longest suffix in the list. */
  async serversFor(domain: string): Promise<readonly string[]> {
    if (this.#deps.clock.now().getTime() >= this.#askAgainAt) {
      this.#pendingFetch ??= this.#ask().finally(() => {
        this.#pendingFetch = undefined;
      });
      await this.#pendingFetch;
    }
    const services = this.#services ?? loadBundledServices();
    const labels = domain.split('.');
    for (let from = 1; from < labels.length; from += 1) {
      const found = services.get(labels.slice(from).join('.'));
      if (found) return found;
    }
    return [];
  }

  async #ask(): Promise<void> {
    const { outbound, url, clock } = this.#deps;
    let waitMs = retryMs;
    try {
      const { status, body } = await outbound.fetch(url, { timeoutMs, maxBytes });
      const services = status === 200 ? readServices(body) : null;
      if (services) {
        this.#services = services;
        waitMs = freshMs;
      }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
    }
    this.#askAgainAt = clock.now().getTime() + waitMs;
  }
}

const decodeList = jsonDecoder(Type.Object({ services: Type.Array(Type.Unknown(), { minItems: 1 }) }));
const decodeService = valueDecoder(Type.Tuple([Type.Array(Type.Unknown()), Type.Array(Type.Unknown())]));

/** Null if the bytes are not such a list (RFC 9224), or one that names no server. */
function readServices(bytes: Buffer): Services | null {
  const list = decodeList(bytes);
  if (list === unreadable) return null;
  const found = new Map<string, string[]>();
  for (const service of list.services.map(decodeService)) {
    if (service === unreadable) continue;
    const [names, urls] = service;
    const usable = urls.filter((each): each is string => /^(?:https?|whois):\/\//i.test(String(each)));
    const sorted = usable.toSorted((a, b) => Number(isPlainHttp(a)) - Number(isPlainHttp(b)));
    if (sorted.length === 0) continue;
    for (const name of names) if (typeof name === 'string') found.set(name.toLowerCase(), sorted);
  }
  return found.size > 0 ? found : null;
}

const isPlainHttp = (url: string) => /^http:/i.test(url);

let bundledServices: Services | undefined;

function loadBundledServices(): Services {
  bundledServices ??= new Map(
    Object.entries(snapshot.services).flatMap(([url, names]) =>
      names.split(' ').map((name): [string, string[]] => [name, [url]]),
    ),
  );
  return bundledServices;
}
