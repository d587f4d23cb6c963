import { gzipSync } from 'node:zlib';
import { Crawl } from '../../src/utility/sites/sitemaps/crawl.ts';
import { type Site, serveSite } from './loopback-site.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

const urlset = (...urls: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((each) => `<url><loc>${each}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((each) => `<sitemap><loc>${each}</loc></sitemap>`).join('')}</sitemapindex>`;

interface Case {
  readonly files: Site;
  readonly wanted: readonly string[];
}

/**
 * Written for this bench from sitemaps.org's protocol and from what the tests of ultimate-sitemap-parser are named after:
 * its fixtures are under the GPL and stay where they are. `at` gives the address of a path.
 */
const cases = (at: (path: string) => string): Readonly<Record<string, Case>> => ({
  plain: { files: { '/sitemap.xml': urlset(at('/a'), at('/b')) }, wanted: ['/a', '/b'] },
  entities: { files: { '/sitemap.xml': urlset(at('/a?x=1&amp;y=2')) }, wanted: ['/a?x=1&y=2'] },
  cdata: { files: { '/sitemap.xml': urlset(`<![CDATA[${at('/a?x=1&y=2')}]]>`) }, wanted: ['/a?x=1&y=2'] },
  'white space': { files: { '/sitemap.xml': urlset(`\n\t${at('/a')}\n `) }, wanted: ['/a'] },
  'byte order mark': { files: { '/sitemap.xml': `\ufeff${urlset(at('/a'))}` }, wanted: ['/a'] },
  'blank lines before the declaration': {
    files: { '/sitemap.xml': `\n\n${urlset(at('/a'))}` },
    wanted: ['/a'],
  },
  'no namespace': {
    files: { '/sitemap.xml': `<urlset><url><loc>${at('/a')}</loc></url></urlset>` },
    wanted: ['/a'],
  },
  prefix: {
    files: {
      '/sitemap.xml': `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9"><sm:url><sm:loc>${at('/a')}</sm:loc></sm:url></sm:urlset>`,
    },
    wanted: ['/a'],
  },
  compressed: { files: { '/sitemap.xml.gz': gzipSync(urlset(at('/a'))) }, wanted: ['/a'] },
  'compressed, cut off': {
    files: { '/sitemap.xml.gz': gzipSync(urlset(at('/a'), at('/b'))).subarray(0, -8) },
    wanted: ['/a', '/b'],
  },
  'cut off': { files: { '/sitemap.xml': urlset(at('/a'), at('/b')).slice(0, -60) }, wanted: ['/a'] },
  'utf-16': {
    files: { '/sitemap.xml': Buffer.from(`\ufeff${urlset(at('/a')).replace('UTF-8', 'UTF-16')}`, 'utf16le') },
    wanted: ['/a'],
  },
  index: {
    files: {
      '/sitemap.xml': index(at('/1.xml'), at('/2.xml')),
      '/1.xml': urlset(at('/a')),
      '/2.xml': urlset(at('/b')),
    },
    wanted: ['/a', '/b'],
  },
  'index of indexes': {
    files: { '/sitemap.xml': index(at('/1.xml')), '/1.xml': index(at('/2.xml')), '/2.xml': urlset(at('/a')) },
    wanted: ['/a'],
  },
  'index with a missing part': {
    files: { '/sitemap.xml': index(at('/0.xml'), at('/1.xml')), '/1.xml': urlset(at('/a')) },
    wanted: ['/a'],
  },
  'index that names itself': {
    files: { '/sitemap.xml': index(at('/sitemap.xml'), at('/1.xml')), '/1.xml': urlset(at('/a')) },
    wanted: ['/a'],
  },
  'list of addresses': { files: { '/sitemap.txt': `${at('/a')}\r\n${at('/b')}\r\n` }, wanted: ['/a', '/b'] },
  rss: {
    files: {
      '/sitemap.xml': `<rss version="2.0"><channel><link>${at('/')}</link><item><link>${at('/a')}</link></item></channel></rss>`,
    },
    wanted: ['/a'],
  },
  atom: {
    files: {
      '/sitemap.xml': `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${at('/')}"/><entry><link href="${at('/a')}"/></entry></feed>`,
    },
    wanted: ['/a'],
  },
  images: {
    files: {
      '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>${at('/a')}</loc><image:image><image:loc>${at('/a.jpg')}</image:loc></image:image></url></urlset>`,
    },
    wanted: ['/a'],
  },
  alternates: {
    files: {
      '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>${at('/a')}</loc><xhtml:link rel="alternate" hreflang="fr" href="${at('/fr')}"/></url></urlset>`,
    },
    wanted: ['/a'],
  },
  comment: {
    files: {
      '/sitemap.xml': urlset(at('/a')).replace('<url>', `<!-- <url><loc>${at('/x')}</loc></url> --><url>`),
    },
    wanted: ['/a'],
  },
  'a page, not a sitemap': {
    files: { '/sitemap.xml': `<!doctype html><title>Not found</title><a href="${at('/x')}">x</a>` },
    wanted: [],
  },
  empty: { files: { '/sitemap.xml': urlset() }, wanted: [] },
  entity: {
    files: {
      '/sitemap.xml': `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${urlset(at('/a')).replace(/<\?.*?\?>/, '')}`,
    },
    wanted: ['/a'],
  },
});

/** Cases of the sitemap protocol, read over HTTP by both sides. */
export async function measure(_corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? (await import('./peers/sitemapper.ts')).addressesOf : undefined;
  const tally = new Tally();
  for (const name of Object.keys(cases((path) => path))) {
    const site = await serveSite((url) => cases((path) => url + path)[name]!.files);
    try {
      const { files, wanted } = cases((path) => site.url + path)[name]!;
      const start = site.url + Object.keys(files)[0];
      const paths = (urls: readonly string[]) =>
        JSON.stringify(urls.map((each) => each.replace(site.url, '')).sort());
      const crawl = new Crawl(site, { call: site.call(), startedAt: performance.now() });
      await crawl.follow([start], { isListed: true });
      const got = paths([...crawl.urls.keys()]);
      tally.case(got === JSON.stringify(wanted), () => `${name}: ${got}, wanted ${JSON.stringify(wanted)}`);
      if (peer) tally.peer('sitemapper', paths(await peer(start)) === JSON.stringify(wanted));
    } finally {
      await site.close();
    }
  }
  return [tally.score('addresses', 0.9)];
}
