import type { Clock } from '../../platform/clock.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { SingleFlight } from '../../platform/single-flight.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { FetchedResponse } from './fetched-response.ts';
import { ResponseCache } from './response-cache.ts';

const defaultTimeoutMs = 8_000;
const defaultMaxBytes = 10 * 1_024 * 1_024;
const defaultMaxRedirects = 10;

export interface GetOptions {
  readonly accept?: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly onOversize?: 'refuse' | 'truncate';
  readonly maxRedirects?: number;
}

/**
 * GET requests for skills. Concurrent requests for the same URL share one fetch; a cached response is used
 * while it is no older than the call allows, and is then revalidated. Failures are `OutboundError`s, which
 * `runSkill` maps to the caller's error.
 */
export class Fetcher {
  readonly #outbound: Outbound;
  readonly #clock: Clock;
  readonly #cache = new ResponseCache();
  readonly #flights = new SingleFlight<FetchedResponse>();

  constructor({ outbound, clock }: { outbound: Outbound; clock: Clock }) {
    this.#outbound = outbound;
    this.#clock = clock;
  }

  async get(url: string | URL, call: SkillCall, options: GetOptions = {}): Promise<FetchedResponse> {
    call.signal.throwIfAborted();
    const target = withoutFragment(url);
    const key = `${options.accept} ${options.maxBytes} ${options.onOversize} ${options.maxRedirects} ${target}`;
    const cached = this.#cache.get(key);
    if (cached && call.maxAgeS > 0) {
      const ageS = Math.max(0, (this.#clock.now().getTime() - cached.fetchedAt) / 1_000);
      if (ageS <= call.maxAgeS) {
        call.usedCached(ageS);
        return cached;
      }
    }
    return this.#flights.join(key, call.signal, (signal) => this.#ask(key, target, options, signal));
  }

  /**
   * Falls back to http if https is refused: nothing listens there, or the server does not speak TLS. A bad
   * certificate is not a refusal.
   */
  async getPage(url: URL, call: SkillCall, options: GetOptions = {}): Promise<FetchedResponse> {
    try {
      return await this.get(url, call, options);
    } catch (error) {
      if (url.protocol !== 'https:' || !refusesHttps(error)) throw error;
      const plain = new URL(url);
      plain.protocol = 'http:';
      return await this.get(plain, call, options).catch(() => {
        throw error;
      });
    }
  }

  /** Fetches a file of a site, falling back to http only if https gives no response. */
  async getFile(
    origins: readonly [string, ...string[]],
    path: string,
    call: SkillCall,
    options: GetOptions = {},
  ): Promise<FetchedResponse> {
    try {
      return await this.get(origins[0] + path, call, options);
    } catch (error) {
      const [, next, ...others] = origins;
      if (next === undefined || !(error instanceof OutboundError) || error.reason !== 'connect_failed')
        throw error;
      return this.getFile([next, ...others], path, call, options);
    }
  }

  async #ask(
    key: string,
    target: string,
    options: GetOptions,
    signal: AbortSignal,
  ): Promise<FetchedResponse> {
    const { accept = '*/*', timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options;
    const cached = this.#cache.get(key);
    const response = await this.#outbound.fetch(target, {
      signal,
      timeoutMs,
      maxBytes,
      onOversize: options.onOversize ?? 'refuse',
      maxRedirects: options.maxRedirects ?? defaultMaxRedirects,
      keepCookies: true,
      headers: { accept, 'accept-language': 'en, *;q=0.5', ...cached?.validators },
    });
    const now = this.#clock.now().getTime();
    const unchanged = cached && response.status === 304;
    const answer = new FetchedResponse(unchanged ? cached.response : response, now);
    if (answer.isCacheable) this.#cache.set(key, answer);
    else this.#cache.delete(key);
    return answer;
  }
}

/** Whether nothing listens there, or the server does not speak TLS. */
export const refusesHttps = (error: unknown): boolean =>
  error instanceof OutboundError &&
  error.hops.length === 0 &&
  (error.reason === 'connect_failed' ||
    (error.reason === 'tls_failed' &&
      /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|ERR_SSL_PROTOCOL_ERROR/.test(error.message)));

/** An invalid URL passes unchanged: the outbound client reports what is wrong with it. */
function withoutFragment(url: string | URL): string {
  const parsed = URL.parse(String(url));
  if (!parsed) return String(url);
  parsed.hash = '';
  return parsed.href;
}
