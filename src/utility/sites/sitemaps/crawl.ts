import { OutboundError } from '../../../platform/outbound/error.ts';
import type { SkillCall } from '../../catalogue/call.ts';
import type { Fetcher } from '../../pages/fetcher.ts';
import { blockedBy } from '../../pages/walls/judge.ts';
import { TaskFailure } from '../../workers/failure.ts';
import type { Workers } from '../../workers/workers.ts';
import type { SitemapEntry, SitemapReading } from './read-sitemap.ts';

export interface CrawlTools {
  readonly fetcher: Fetcher;
  readonly workers: Workers;
}

const maxFiles = 50;
const maxDepth = 4;
/** Maximum number of URLs held and counted per call. */
export const maxAddresses = 200_000;
const maxBytes = 64 * 1_024 * 1_024;
const atOnce = 4;
/** After this, the result is what has been found so far. */
const budgetMs = 9_000;
const fetchingMs = 8_000;
/** A file is requested only if at least this much time is left. */
const minFetchMs = 1_000;
const accept = 'application/xml,text/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5';

interface SitemapLocation {
  readonly url: string;
  readonly depth: number;
  readonly isListed: boolean;
}

interface OpenedSitemap {
  readonly url: string;
  /** Null if there is no sitemap. */
  readonly reading: SitemapReading | null;
  readonly places: readonly SitemapLocation[];
}

/** Follows sitemaps and sitemap indexes, each once, with limits on count, depth, bytes and time. */
export class Crawl {
  readonly read: string[] = [];
  readonly errors: { url: string; error: string }[] = [];
  /** Distinct URLs, in the order of the sitemaps. */
  readonly urls = new Map<string, SitemapEntry>();
  /** There is more than could be read. */
  truncated = false;
  /** A server responded that there is no sitemap, which is a result too. */
  absent = false;
  firstFailure: OutboundError | null = null;
  /** A sitemap that may exist could not be read. */
  failed = false;
  readonly #tools: CrawlTools;
  readonly #call: SkillCall;
  readonly #seen = new Set<string>();
  readonly #endsAt: number;
  #bytes = 0;

  constructor(tools: CrawlTools, { call, startedAt }: { call: SkillCall; startedAt: number }) {
    this.#tools = tools;
    this.#call = call;
    this.#endsAt = startedAt + budgetMs;
  }

  /** `isListed`: robots.txt or an index lists these URLs as sitemaps. */
  async follow(starts: readonly string[], { isListed }: { isListed: boolean }): Promise<void> {
    const pending: SitemapLocation[] = starts.map((url) => ({ url, depth: 1, isListed }));
    while (pending.length > 0) {
      const next = pending.splice(0, atOnce).filter(({ url }) => !this.#seen.has(url));
      for (const { url } of next) this.#seen.add(url);
      if (next.length > 0 && this.#isSpent()) {
        this.truncated = true;
        return;
      }
      const found = await Promise.all(next.map((place) => this.#open(place)));
      // In listing order, whichever responded first, so that result pages stay stable.
      for (const { url, reading, places } of found) {
        if (reading) this.read.push(url);
        if (reading?.kind === 'urls') for (const entry of reading.entries) this.#addUrl(entry);
        pending.push(...places);
      }
    }
  }

  #isSpent(): boolean {
    const spent = this.#seen.size > maxFiles || this.#bytes > maxBytes || this.#leftMs() < minFetchMs;
    return spent || this.urls.size >= maxAddresses;
  }

  #leftMs(): number {
    return this.#endsAt - performance.now();
  }

  async #open({ url, depth, isListed }: SitemapLocation): Promise<OpenedSitemap> {
    const nothing: OpenedSitemap = { url, reading: null, places: [] };
    try {
      const reading = await this.#fetch(url, isListed);
      if (!reading) return nothing;
      if (reading.truncated) this.truncated = true;
      if (reading.kind === 'urls') return { url, reading, places: [] };
      if (depth >= maxDepth) this.truncated = true;
      const deeper = depth >= maxDepth ? [] : reading.entries;
      return {
        url,
        reading,
        places: deeper.map(({ loc }) => ({ url: loc, depth: depth + 1, isListed: true })),
      };
    } catch (error) {
      if (!(error instanceof OutboundError) && !(error instanceof TaskFailure)) throw error;
      if (error instanceof OutboundError) this.firstFailure ??= error;
      else if (error.reason === 'broken' || error.reason === 'busy') throw error;
      this.failed = true;
      this.errors.push({ url, error: error.message });
      return nothing;
    }
  }

  async #fetch(url: string, isListed: boolean): Promise<SitemapReading | null> {
    const { fetcher, workers } = this.#tools;
    const timeoutMs = Math.min(fetchingMs, this.#leftMs());
    const answer = await fetcher.get(url, this.#call, { accept, timeoutMs, onOversize: 'truncate' });
    this.#bytes += answer.body.length;
    if (answer.status < 200 || answer.status > 299) {
      if (answer.status === 404 || answer.status === 410) this.absent = true;
      else this.failed = true;
      this.errors.push({ url, error: `It returned status ${answer.status}.` });
      return null;
    }
    if (answer.truncated) this.truncated = true;
    const { body, contentType } = answer;
    const source = { bytes: body, contentType, url: answer.url, maxUrls: maxAddresses };
    const reading = await workers.run('sitemap', source, {
      signal: this.#call.signal,
      timeoutMs: Math.max(minFetchMs, this.#leftMs()),
      bytes: body.length,
    });
    if (reading.kind !== 'none') return reading;
    // Sites return a page for missing files, so only a listed file is reported as an invalid sitemap.
    if (isListed || blockedBy(answer, url)) this.failed = true;
    else this.absent = true;
    this.errors.push({ url, error: 'It is not a sitemap.' });
    return null;
  }

  #addUrl(entry: SitemapEntry): void {
    if (this.urls.has(entry.loc)) return;
    if (this.urls.size >= maxAddresses) this.truncated = true;
    else this.urls.set(entry.loc, entry);
  }
}
