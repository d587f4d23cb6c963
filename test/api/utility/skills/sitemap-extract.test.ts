import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startSite } from '../../../fixtures/utility/site.ts';
import { whenNotBusy } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

const as = (type: string, body: string | Buffer) => (_: unknown, response: ServerResponse) =>
  void response.setHeader('content-type', type).end(body);
const xml = (body: string | Buffer) => as('application/xml', body);

const urlset = (...locs: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs
    .map((each) => `<url><loc>${each}</loc></url>`)
    .join('')}</urlset>`;
const index = (...locs: string[]) =>
  `<sitemapindex>${locs.map((each) => `<sitemap><loc>${each}</loc></sitemap>`).join('')}</sitemapindex>`;

test('sitemaps of every kind are found in robots.txt and the usual places, within bounds', async (t) => {
  const world = await startSite(t, {});
  const { site, at } = world;
  const ask = (more = '', path = '/') =>
    whenNotBusy(() =>
      world.utility.get(`/sitemap-extract?domain=${encodeURIComponent(at(path))}&max_age=0${more}`, {
        ally: world.ally,
      }),
    );
  const locs = async (more = '') => {
    const { json } = await ask(more);
    return json.urls.map(({ loc }: { loc: string }) => loc);
  };
  const robots = (...lines: string[]) => {
    site['/robots.txt'] = as('text/plain', lines.map((each) => `Sitemap: ${each}\n`).join(''));
  };

  const none = (await ask()).json;
  assert.deepEqual([none.count, none.sitemaps, none.truncated, none.errors], [0, [], false, []]);

  site['/sitemap.xml'] = xml(
    `\ufeff<urlset xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc> ${at('/a?b=1&amp;c=2')} </loc>
    <lastmod>2026-01-02</lastmod><image:image><image:loc>https://img.test/x.png</image:loc></image:image></url>
    <url><loc><![CDATA[/relative]]></loc></url><url><loc>mailto:a@b.test</loc></url><url><loc>${at('/cut')}`,
  );
  const first = (await ask()).json;
  assert.deepEqual(first.urls, [
    { loc: at('/a?b=1&c=2'), lastmod: '2026-01-02' },
    { loc: at('/relative'), lastmod: null },
  ]);
  assert.deepEqual([first.domain, first.sitemaps, first.count], ['site.test', [at('/sitemap.xml')], 2]);
  assert.deepEqual([first.truncated, first.total_complete], [true, false], 'the file ends inside an address');
  assert.deepEqual(Object.keys(first.not_read), ['urls']);
  const since = (await ask('&since=2026-01-02')).json;
  assert.deepEqual([since.urls, since.undated], [first.urls.slice(0, 1), 1]);
  assert.equal((await ask('&since=2026-01-03')).json.total, 0);

  site['/sitemap.xml'] = xml(
    `<ns12:urlset xmlns:ns12="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <ns12:url><ns12:loc>${at('/prefixed')}</ns12:loc><ns12:lastmod>2026-03-04</ns12:lastmod><image:image><image:loc>https://img.test/y.png</image:loc></image:image></ns12:url></ns12:urlset>`,
  );
  assert.deepEqual((await ask()).json.urls, [{ loc: at('/prefixed'), lastmod: '2026-03-04' }]);

  robots(at('/index.xml'), '/feed');
  Object.assign(site, {
    '/index.xml': xml(
      index(at('/one.xml.gz'), at('/list.txt'), at('/index.xml'), at('/gone.xml'), at('/page')),
    ),
    '/one.xml.gz': as('application/gzip', gzipSync(urlset('http://x.test/1', 'http://x.test/2'))),
    '/list.txt': as('text/plain', 'http://x.test/2\r\nhttp://x.test/3\nnot an address\n'),
    '/feed': xml(
      '<rss><channel><item><link>http://x.test/4</link><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate></item></channel></rss>',
    ),
    '/page': '<!doctype html><p>nothing here',
  });
  const second = (await ask()).json;
  assert.deepEqual(second.urls.map(({ loc }: { loc: string }) => loc).sort(), [
    'http://x.test/1',
    'http://x.test/2',
    'http://x.test/3',
    'http://x.test/4',
  ]);
  assert.deepEqual(
    second.urls.find(({ loc }: { loc: string }) => loc.endsWith('4')).lastmod,
    '2026-01-01T00:00:00Z',
  );
  assert.deepEqual(
    second.sitemaps.toSorted(),
    ['/feed', '/index.xml', '/list.txt', '/one.xml.gz'].map((each) => at(each)),
  );
  assert.deepEqual(second.errors.map(({ url }: { url: string }) => url).toSorted(), [
    at('/gone.xml'),
    at('/page'),
  ]);
  assert.equal(second.truncated, false);
  const limited = (await ask('&limit=2')).json;
  assert.deepEqual(
    [limited.count, limited.total, limited.total_complete, limited.next_offset, limited.truncated],
    [2, 4, false, 2, true],
    'what /page stands for was not read',
  );
  const rest = (await ask('&limit=2&offset=2')).json;
  assert.deepEqual([rest.count, rest.total, rest.next_offset, rest.truncated], [2, 4, null, false]);
  assert.deepEqual([...limited.urls, ...rest.urls], second.urls, 'the pages follow each other without gaps');
  assert.deepEqual([(await ask('&offset=9')).json.count, (await ask('&offset=9')).json.total], [0, 4]);
  assert.deepEqual(await locs('&pattern=/3'), ['http://x.test/3']);
  assert.deepEqual((await ask('&pattern=*x.test/*&limit=1')).json.total, 4);
  assert.deepEqual((await ask('&pattern=/3*4')).json.total, 0);
  assertRefused(await ask('&offset=-1'), 400, 'invalid_field');
  assert.deepEqual((await ask('', '/list.txt')).json.sitemaps, [at('/list.txt')]);

  // Endless indexes, entity bombs and unclosed tags stay within limits (below a megabyte, because larger pages have a
  // lower priority).
  robots(at('/deep0.xml'));
  for (let i = 0; i < 9; i += 1) site[`/deep${i}.xml`] = xml(index(at(`/deep${i + 1}.xml`)));
  const deep = (await ask()).json;
  assert.deepEqual([deep.sitemaps.length, deep.truncated], [4, true]);
  robots(at('/wide.xml'));
  site['/wide.xml'] = xml(index(...Array.from({ length: 500 }, (_, i) => at(`/w${i}.xml`))));
  const before = world.asked.length;
  assert.equal((await ask()).json.truncated, true);
  assert.ok(world.asked.length - before < 60);
  robots(at('/bomb.xml.gz'));
  site['/bomb.xml.gz'] = as('application/gzip', gzipSync(Buffer.alloc(60 * 1_024 * 1_024, 32)));
  delete site['/sitemap.xml'];
  const bomb = (await ask()).json;
  assert.deepEqual([bomb.count, /decompresses to more/.test(bomb.errors[0].error)], [0, true]);
  robots(at('/open.xml'));
  site['/open.xml'] = xml(`<urlset>${'<url><loc>'.repeat(100_000)}`);
  assert.deepEqual([await locs(), (await ask()).json.truncated], [[], true]);

  assertRefused(
    await world.utility.get('/sitemap-extract?domain=nobody.example', { ally: world.ally }),
    502,
    'upstream_failed',
  );
});
