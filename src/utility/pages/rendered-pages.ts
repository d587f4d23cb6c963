import type { Browser } from '../../platform/chromium/browser.ts';
import type { RenderedPage } from '../../platform/chromium/page-load.ts';
import type { Clock } from '../../platform/clock.ts';
import { SingleFlight } from '../../platform/single-flight.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { FetchedResponse } from './fetched-response.ts';
import { refusesHttps } from './fetcher.ts';
import { ResponseCache } from './response-cache.ts';

/** A page as rendered by the browser. */
export interface RenderedResponse {
  readonly answer: FetchedResponse;
  readonly screenshot: Buffer | undefined;
}

const cacheLimits = { entries: 128, bytes: 16 * 1_024 * 1_024 };
/** Headers that describe the bytes on the wire, which do not match the serialised page. */
const wireHeaders = ['content-encoding', 'content-length', 'transfer-encoding'];

/**
 * Pages rendered in a browser, cached and shared like fetched ones. Failures are `BrowserFailure`s and
 * `OutboundError`s.
 */
export class RenderedPages {
  readonly #browser: Browser;
  readonly #clock: Clock;
  readonly #cache = new ResponseCache(cacheLimits);
  readonly #flights = new SingleFlight<FetchedResponse | null>();

  constructor({ browser, clock }: { browser: Browser; clock: Clock }) {
    this.#browser = browser;
    this.#clock = clock;
  }

  /** Null if the URL does not return a page. Falls back to http if https is refused, as for fetched pages. */
  async open(url: URL, call: SkillCall, screenshot: boolean): Promise<RenderedResponse | null> {
    const open = screenshot ? this.#withScreenshot : this.#withoutScreenshot;
    try {
      return await open.call(this, url, call);
    } catch (error) {
      if (url.protocol !== 'https:' || !refusesHttps(error)) throw error;
      const plain = new URL(url);
      plain.protocol = 'http:';
      return await open.call(this, plain, call).catch(() => {
        throw error;
      });
    }
  }

  async #withoutScreenshot(url: URL, call: SkillCall): Promise<RenderedResponse | null> {
    const key = url.href;
    const cached = this.#cache.get(key);
    if (cached && call.maxAgeS > 0) {
      const ageS = Math.max(0, (this.#clock.now().getTime() - cached.fetchedAt) / 1_000);
      if (ageS <= call.maxAgeS) {
        call.usedCached(ageS);
        return { answer: cached, screenshot: undefined };
      }
    }
    const answer = await this.#flights.join(key, call.signal, async (signal) => {
      const page = await this.#browser.render(url, { signal });
      const fresh = page && this.#fetched(page);
      if (fresh?.isCacheable) this.#cache.set(key, fresh);
      else this.#cache.delete(key);
      return fresh;
    });
    return answer && { answer, screenshot: undefined };
  }

  async #withScreenshot(url: URL, { signal }: SkillCall): Promise<RenderedResponse | null> {
    const page = await this.#browser.render(url, { signal, screenshot: true });
    return page && { answer: this.#fetched(page), screenshot: page.screenshot };
  }

  /** A response with the page that the browser serialised in place of the original body. */
  #fetched({ status, headers, url, hops, address, html }: RenderedPage): FetchedResponse {
    const pageHeaders = Object.entries(headers).filter(([name]) => !wireHeaders.includes(name));
    const response = {
      status,
      headers: { ...Object.fromEntries(pageHeaders), 'content-type': 'text/html; charset=utf-8' },
      url,
      hops,
      body: Buffer.from(html),
      truncated: false,
      address,
      timings: { dnsMs: 0, ttfbMs: 0, totalMs: 0 },
      tls: null,
    };
    return new FetchedResponse(response, this.#clock.now().getTime());
  }
}
