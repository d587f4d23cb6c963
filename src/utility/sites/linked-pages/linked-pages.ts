import type { NotRead, SkillCall } from '../../catalogue/call.ts';
import { type ValueOrReason, valueOrReason } from '../../catalogue/errors.ts';
import type { Fetcher } from '../../pages/fetcher.ts';
import type { PageLinks } from '../../pages/links/links.ts';
import type { Pages } from '../../pages/pages.ts';
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
  /** Keyed by the field names of the response. */
  readonly notRead: NotRead;
}

/**
 * Reads the pages on the same host that a page links to, as robots.txt allows. Unreadable pages are named in
 * `notRead`.
 */
export async function readLinkedPages(
  urls: readonly string[],
  { fetcher, pages }: { fetcher: Fetcher; pages: Pages },
  { call, endsAt }: { call: SkillCall; endsAt: number },
): Promise<LinkedPages> {
  const [first] = urls;
  if (!first) return { pages: [], disallowed: [], deadlinePassed: false, notRead: {} };
  const robots = await fetchRobots(new URL(first).origin, fetcher, call);
  const mayRead = (url: string) => {
    const { pathname, search } = new URL(url);
    return 'value' in robots && verdictFor(robots.value, robotsName, pathname + search).crawlable;
  };
  const pending = urls.filter(mayRead);
  const readPages: LinkedPage[] = [];
  const unread: string[] = [];
  const reader = async () => {
    for (let url = pending.shift(); url; url = pending.shift()) {
      if (performance.now() >= endsAt) {
        pending.unshift(url);
        return;
      }
      const links = await valueOrReason(fetchLinks(url, pages, call), call);
      if ('value' in links) readPages.push({ url, links: links.value });
      else unread.push(`${url}: ${links.reason}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
  return {
    pages: readPages,
    disallowed: urls.filter((url) => !mayRead(url)),
    deadlinePassed: pending.length > 0,
    notRead: {
      ...(unread.length > 0 && { pages: unread.join('; ') }),
      ...('reason' in robots && {
        disallowed: `${robots.reason}, so it is assumed that nothing may be crawled (RFC 9309, 2.3.1.4)`,
      }),
    },
  };
}

/** By RFC 9309 a missing file allows everything; one that the server fails to return allows nothing. */
async function fetchRobots(
  origin: string,
  fetcher: Fetcher,
  call: SkillCall,
): Promise<ValueOrReason<RobotsFile>> {
  const options = { maxBytes: robotsBytes, onOversize: 'truncate', timeoutMs: robotsMs } as const;
  const answer = await valueOrReason(fetcher.get(`${origin}/robots.txt`, call, options), call);
  if ('reason' in answer) return answer;
  const { status, body } = answer.value;
  if (status >= 500) return { reason: `robots.txt returned status ${status}` };
  return { value: status >= 200 && status < 300 ? readRobots(body) : { groups: [], sitemaps: [] } };
}

async function fetchLinks(url: string, pages: Pages, call: SkillCall): Promise<PageLinks> {
  const page = await pages.open(new URL(url), call);
  return page.read('page-links', {});
}
