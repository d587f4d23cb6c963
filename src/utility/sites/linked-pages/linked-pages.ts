import { Refusal } from '../../../platform/http/refusal.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';
import type { SkillCall } from '../../catalogue/call.ts';
import type { Fetcher } from '../../pages/fetcher.ts';
import type { PageLinks } from '../../pages/links/links.ts';
import type { Pages } from '../../pages/pages.ts';
import { TaskFailure } from '../../workers/failure.ts';
import { verdictFor } from '../robots/crawlable.ts';
import { type RobotsFile, readRobots } from '../robots/robots-file.ts';

/** This service's user agent name in robots.txt. */
const robotsName = 'kith';
const robotsBytes = 512 * 1_024;
const robotsMs = 3_000;
const atOnce = 3;

export interface LinkedPage {
  readonly url: string;
  readonly links: PageLinks;
}

export interface LinkedPages {
  readonly pages: readonly LinkedPage[];
  /** Pages that robots.txt disallows. */
  readonly disallowed: string[];
  /** The deadline passed before all pages were read. */
  readonly deadlinePassed: boolean;
}

/**
 * Reads the pages on the same host that a page links to, as robots.txt allows. Unreadable pages are left out.
 */
export async function readLinkedPages(
  urls: readonly string[],
  { fetcher, pages }: { fetcher: Fetcher; pages: Pages },
  { call, endsAt }: { call: SkillCall; endsAt: number },
): Promise<LinkedPages> {
  const [first] = urls;
  if (!first) return { pages: [], disallowed: [], deadlinePassed: false };
  const robots = await robotsOf(new URL(first).origin, fetcher, call);
  const mayRead = (url: string) => {
    const { pathname, search } = new URL(url);
    return robots !== null && verdictFor(robots, robotsName, pathname + search).crawlable;
  };
  const waiting = urls.filter(mayRead);
  const read: LinkedPage[] = [];
  const reader = async () => {
    for (let url = waiting.shift(); url; url = waiting.shift()) {
      if (performance.now() >= endsAt) {
        waiting.unshift(url);
        return;
      }
      const links = await linksOf(url, pages, call);
      if (links) read.push({ url, links });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
  return { pages: read, disallowed: urls.filter((url) => !mayRead(url)), deadlinePassed: waiting.length > 0 };
}

/**
 * By RFC 9309 a missing file allows everything; null, which allows nothing, if the server fails to return it.
 */
async function robotsOf(origin: string, fetcher: Fetcher, call: SkillCall): Promise<RobotsFile | null> {
  try {
    const options = { maxBytes: robotsBytes, onOversize: 'truncate', timeoutMs: robotsMs } as const;
    const { status, body } = await fetcher.get(`${origin}/robots.txt`, call, options);
    if (status >= 500) return null;
    return status >= 200 && status < 300 ? readRobots(body) : { groups: [], sitemaps: [] };
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

async function linksOf(url: string, pages: Pages, call: SkillCall): Promise<PageLinks | null> {
  try {
    const page = await pages.open(new URL(url), call);
    return await page.read('page-links', {});
  } catch (error) {
    if (call.signal.aborted) throw error;
    const expected =
      error instanceof Refusal || error instanceof OutboundError || error instanceof TaskFailure;
    if (expected) return null;
    throw error;
  }
}
