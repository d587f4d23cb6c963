import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { upstreamTimeout } from '../catalogue/errors.ts';
import { domainParam, readSite, type Site } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { blockedBy } from '../pages/walls/judge.ts';
import { readDate } from '../sites/feeds/dates.ts';
import { isSince, readSince, sinceParam, undated } from '../sites/feeds/since.ts';
import { readRobots } from '../sites/robots/robots-file.ts';
import { Crawl, type CrawlTools, maxAddresses } from '../sites/sitemaps/crawl.ts';
import { addressMatches } from '../sites/sitemaps/glob.ts';

const readRobotsBytes = 512 * 1_024;
const defaultPaths = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.txt'];
const defaultLimit = 10_000;

export const sitemapExtract = skill<CrawlTools>()({
  id: 'sitemap-extract',
  priceUsd: '0.003',
  does: "URLs in a site's sitemaps, found in robots.txt or at the usual paths; indexes are followed.",
  params: Type.Object({
    domain: domainParam,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50_000,
        default: defaultLimit,
        description: 'Maximum number of URLs.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxAddresses,
        default: 0,
        description: 'Number of matching URLs to skip.',
      }),
    ),
    since: sinceParam,
    pattern: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Only URLs that match this pattern; * matches any characters. A pattern that starts with / is compared with path and query (/blog/*), any other with the whole URL (*/2026/*).',
      }),
    ),
  }),
  value: 'domain',
  example: { domain: 'www.w3.org' },
  output: Type.Object({
    domain: Type.String(),
    sitemaps: Type.Array(Type.String(), { description: 'Sitemaps that were read, including indexes.' }),
    count: Type.Integer({ description: 'Number of URLs in this response.' }),
    total: Type.Integer({
      description: `Number of distinct matching URLs in the sitemaps read; at most ${maxAddresses}.`,
    }),
    undated,
    total_complete: Type.Boolean({
      description: 'Whether every sitemap was read completely; if not, total is a lower bound.',
    }),
    next_offset: nullable(Type.Integer({ description: 'Offset of the next page; null on the last.' })),
    urls: Type.Array(
      Type.Object({
        loc: Type.String(),
        lastmod: nullable(Type.String({ description: 'As stated in the sitemap.' })),
      }),
    ),
    truncated: Type.Boolean({
      description:
        'Whether there are more URLs: on the next page, or beyond 50 files, four levels of indexes, 64 MiB, 9 seconds or 200,000 URLs.',
    }),
    errors: Type.Array(Type.Object({ url: Type.String(), error: Type.String() }), {
      description: 'Sitemaps that could not be read, and why; also robots.txt, if it failed.',
    }),
    not_read: notReadField,
  }),
  run: async ({ domain, limit = defaultLimit, offset = 0, pattern, since }, tools, call) => {
    const from = readSince(since);
    const startedAt = performance.now();
    const site = readSite(domain);
    const { origin, listed, unread } = await listedSitemaps(site, tools, call);
    const crawl = new Crawl(tools, { call, startedAt });
    const givenUrl = sitemapIn(domain);
    if (givenUrl) await crawl.follow([givenUrl], { isListed: true });
    else if (listed.length > 0) await crawl.follow(listed, { isListed: true });
    // A sitemap listed in robots.txt may be gone while one at the default location exists.
    for (const place of defaultPaths)
      if (!givenUrl && crawl.read.length === 0) await crawl.follow([origin + place], { isListed: false });
    // A "not found" response is a result; no response at all is a failure.
    const nothing = crawl.read.length === 0 && !crawl.absent;
    if (nothing && crawl.firstFailure) throw crawl.firstFailure;
    if (nothing && crawl.truncated)
      throw upstreamTimeout(
        'The site did not return its robots.txt in time',
        'Retry later; nothing was charged.',
      );
    const all = [...crawl.urls.values()];
    const named = pattern ? all.filter(({ loc }) => addressMatches(loc, pattern)) : all;
    const dated = named.filter(({ lastmod }) => readDate(lastmod) !== null);
    const matching =
      from === undefined ? named : dated.filter(({ lastmod }) => isSince(readDate(lastmod), from));
    const urls = matching.slice(offset, offset + limit);
    const hasMore = offset + urls.length < matching.length;
    // A missing file at a default location is not an error; a location that gave no response is.
    const errors = [
      ...unread,
      ...(crawl.read.length > 0 || listed.length > 0 || givenUrl || crawl.failed ? crawl.errors : []),
    ];
    return {
      domain: site.domain,
      sitemaps: crawl.read,
      count: urls.length,
      total: matching.length,
      ...(from !== undefined && { undated: named.length - dated.length }),
      total_complete: !crawl.truncated && !crawl.failed && unread.length === 0,
      next_offset: hasMore ? offset + urls.length : null,
      urls,
      truncated: crawl.truncated || hasMore,
      errors,
      not_read: notReadOf(errors, crawl.truncated),
    };
  },
});

/** Why URLs may be missing from the list. */
function notReadOf(errors: readonly { url: string; error: string }[], isCut: boolean): NotRead {
  const [first] = errors;
  if (first) return { urls: `${first.url}: ${first.error}` };
  return isCut ? { urls: 'a sitemap was cut off, or a limit was reached' } : {};
}

/** The caller may paste the sitemap's own URL. */
function sitemapIn(sent: string): string | null {
  const url = URL.parse(sent.trim());
  return url && /\.(?:xml|txt|gz)$/i.test(url.pathname) && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Also determines the scheme on which the site responds. */
async function listedSitemaps(
  { origins }: Site,
  { fetcher }: CrawlTools,
  call: SkillCall,
): Promise<{ origin: string; listed: string[]; unread: { url: string; error: string }[] }> {
  const answer = await fetcher.getFile(origins, '/robots.txt', call, {
    maxBytes: readRobotsBytes,
    onOversize: 'truncate',
  });
  const wall = answer.status < 400 ? blockedBy(answer, answer.url) : null;
  const isFile = answer.status >= 200 && answer.status <= 299 && !wall;
  const found = isFile ? readRobots(answer.body).sitemaps : [];
  const requested = origins.find(
    (each) => new URL(each).protocol === new URL(answer.response.hops[0]?.url ?? each).protocol,
  );
  return {
    origin: requested ?? origins[0],
    // A robots.txt that fails may name sitemaps; one that is missing names none.
    unread:
      wall || (answer.status >= 400 && answer.status !== 404 && answer.status !== 410)
        ? [
            {
              url: answer.url,
              error: `robots.txt returned status ${answer.status}${wall ? ` and a ${wall.kind} page` : ''}`,
            },
          ]
        : [],
    listed: found.flatMap((each) => URL.parse(each.trim(), answer.url)?.href ?? []).slice(0, 100),
  };
}
