import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { DnsAnswer } from '../../../../src/platform/outbound/dns-record.ts';
import { DmarcUnknown, findDmarc } from '../../../../src/utility/mail/dmarc.ts';
import { startSite } from '../../../fixtures/utility/site.ts';

const failing = (_: IncomingMessage, response: ServerResponse) => response.writeHead(503).end();
const reset = (_: IncomingMessage, response: ServerResponse) => response.destroy();
const page = '<title>A page</title><link rel=manifest href=/m.json><link rel=stylesheet href=/s.css>';

test('an unknown part of an answer is named, and an absent one is not', async (t) => {
  const { site, call, at, utility, ally } = await startSite(t, { '/': page });
  const get = async (...args: Parameters<typeof call>) => {
    const { status, json } = await call(...args);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };

  await t.test('brand-assets: manifest, style sheet and favicon', async () => {
    const absent = await get('brand-assets', '/', '&max_age=0');
    assert.deepEqual([absent.favicon, absent.theme_color], [null, null]);
    assert.deepEqual(Object.keys(absent.not_read).toSorted(), ['icons', 'palette', 'theme_color']);
    assert.match(absent.not_read.icons, /\/m\.json: it returned status 404$/);
    assert.ok(!('favicon' in absent.not_read), '404: there is no favicon');

    Object.assign(site, { '/m.json': failing, '/s.css': reset, '/favicon.ico': failing });
    const unknown = await get('brand-assets', '/', '&max_age=0');
    assert.equal(unknown.favicon, null);
    assert.match(unknown.not_read.favicon, /\/favicon\.ico: it returned status 503$/);
    assert.match(unknown.not_read.palette, /^style sheet http:.*\/s\.css: /);

    const as = (type: string, body: string) => (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': type }).end(body);
    Object.assign(site, {
      '/m.json': as('application/json', '{"theme_color":"#102030"}'),
      '/s.css': as('text/css', ':root{--brand:#ff0000}'),
      '/favicon.ico': as('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
    });
    const read = await get('brand-assets', '/', '&max_age=0');
    assert.deepEqual([read.favicon, read.theme_color], [at('/favicon.ico'), '#102030']);
    assert.deepEqual(read.not_read, {});
  });

  await t.test('source-verify: a page that was not seen', async () => {
    assert.deepEqual((await get('source-verify', '/')).not_read, {});
    site['/failing'] = failing;
    const failed = await get('source-verify', '/failing');
    assert.deepEqual([failed.live, failed.title, failed.soft_404], [null, null, false]);
    assert.deepEqual(Object.keys(failed.not_read), ['title', 'soft_404']);
    const gone = await get('source-verify', '/gone');
    assert.deepEqual([gone.live, gone.not_read], [false, {}]);
  });

  await t.test('sitemap-extract: a robots.txt that fails may name sitemaps', async () => {
    const extract = async () => {
      const target = encodeURIComponent(at('/').replace(/\/$/, ''));
      return (await utility.get(`/sitemap-extract?domain=${target}&max_age=0`, { ally })).json;
    };
    const none = await extract();
    assert.deepEqual([none.total, none.total_complete, none.errors], [0, true, []]);
    site['/robots.txt'] = failing;
    const unknown = await extract();
    assert.deepEqual([unknown.total, unknown.total_complete], [0, false]);
    assert.deepEqual(
      unknown.errors.map(({ error }: { error: string }) => error),
      ['robots.txt returned status 503'],
    );
    const plain = (body: string) => (_: IncomingMessage, response: ServerResponse) =>
      response.setHeader('content-type', 'text/plain').end(body);
    site['/robots.txt'] = plain(`Sitemap: ${at('/one.xml')}\nSitemap: ${at('/two.xml')}`);
    site['/one.xml'] = '<urlset><url><loc>http://site.test/a</loc></url></urlset>';
    site['/two.xml'] = failing;
    const half = await extract();
    assert.deepEqual([half.total, half.total_complete, half.errors.length], [1, false, 1]);
    delete site['/two.xml'];
    assert.equal((await extract()).total_complete, true, 'a missing sitemap has no URLs');
    site['/robots.txt'] = '<title>Just a moment...</title><p>Checking your browser';
    const walled = await extract();
    assert.equal(walled.total_complete, false);
    assert.match(walled.errors[0].error, /status 200 and a challenge page/);
  });

  await t.test('robots-analyze: what has to be assumed is not what the site says', async () => {
    const analyze = async () => {
      const target = encodeURIComponent(at('/').replace(/\/$/, ''));
      return utility.get(`/robots-analyze?domain=${target}&path=/a&max_age=0`, { ally });
    };
    const fields = ['ai_crawlers', 'crawlable', 'groups', 'matched_rule', 'sitemaps'];
    const verdict = async () => {
      const { json } = await analyze();
      const everywhere = json.ai_crawlers.map(({ crawlable }: { crawlable: boolean }) => crawlable);
      assert.deepEqual([...new Set(everywhere)], [json.crawlable]);
      return [json.crawlable, Object.keys(json.not_read).toSorted(), json.reason];
    };
    site['/robots.txt'] = failing;
    assert.deepEqual(await verdict(), [
      false,
      fields,
      'robots.txt returned status 503, so crawlers must assume that nothing may be crawled for now (RFC 9309, 2.3.1.4)',
    ]);
    site['/robots.txt'] = (_, response) => response.writeHead(403).end();
    const [allowed, unread, reason] = await verdict();
    assert.deepEqual([allowed, unread], [true, fields]);
    assert.match(reason, /status 403, which crawlers treat as no robots.txt, so they assume/);
    site['/robots.txt'] = '<title>Just a moment...</title><p>Checking your browser';
    const [open, behind, wall] = await verdict();
    assert.deepEqual([open, behind], [false, fields]);
    assert.match(wall, /status 200 and a challenge page/);
    delete site['/robots.txt'];
    assert.deepEqual((await verdict()).slice(0, 2), [true, []]);
    site['/robots.txt'] = reset;
    const { status, json } = await analyze();
    assert.equal(status, 502);
    assert.match(json.hint, /must assume that nothing may be crawled \(RFC 9309, 2\.3\.1\.4\)/);
  });

  await t.test('broken-links: pages that could not be read, and a robots.txt that fails', async () => {
    Object.assign(site, {
      '/robots.txt': 'User-agent: *',
      '/start': '<a href=/good>good</a><a href=/torn>torn</a>',
      '/good': '<title>Good</title><p>A page',
    });
    let asked = 0;
    site['/torn'] = (request, response) => {
      asked += request.method === 'GET' ? 1 : 0;
      if (asked > 1) return reset(request, response);
      response.setHeader('content-type', 'text/html').end('<title>Torn</title><p>A page');
    };
    const torn = await get('broken-links', '/start', '&depth=1&max_age=0');
    assert.deepEqual([torn.pages, torn.truncated], [[at('/start'), at('/good')], true]);
    assert.deepEqual(Object.keys(torn.not_read), ['pages']);
    assert.ok(torn.not_read.pages.startsWith(`${at('/torn')}: `), torn.not_read.pages);
    site['/robots.txt'] = failing;
    const closed = await get('broken-links', '/start', '&depth=1&max_age=0');
    assert.ok(closed.disallowed.includes(at('/good')));
    assert.match(closed.not_read.disallowed, /status 503, so it is assumed that nothing may be crawled/);
    assert.deepEqual((await get('broken-links', '/start')).not_read, {});
  });

  await t.test('security-headers: a preflight and a file that got no answer', async () => {
    site['/robots.txt'] = '';
    const seen = await get('security-headers', '/good', '&max_age=0');
    assert.deepEqual(seen.not_read, {});
    site['/robots.txt'] = reset;
    site['/good'] = (request, response) =>
      request.method === 'OPTIONS' ? reset(request, response) : response.end('ok');
    const unseen = await get('security-headers', '/good', '&max_age=0');
    assert.deepEqual(Object.keys(unseen.not_read).toSorted(), [
      'tests.cookies',
      'tests.cross-origin-resource-sharing',
    ]);
  });

  await t.test('redirect-trace: an address that gave no answer', async () => {
    site['/on'] = (_, response) => response.writeHead(302, { location: '/off' }).end();
    site['/off'] = reset;
    const trace = await get('redirect-trace', '/on');
    assert.deepEqual([trace.final_status, Object.keys(trace.not_read)], [null, ['final_status']]);
    assert.deepEqual((await get('redirect-trace', '/')).not_read, {});
  });
});

test('a policy that depends on whether a name exists is unknown where DNS does not say', async () => {
  const reply = (ofName: DnsAnswer<never>) => ({
    query: async (name: string, type: string) => {
      if (name === '_dmarc.shop.test') return { ok: true, records: [['v=DMARC1; p=reject; np=none']] };
      return type === 'A' ? ofName : { ok: false, reason: 'nxdomain' };
    },
  });
  const found = (reason: 'nxdomain' | 'nodata' | 'servfail') =>
    findDmarc(reply({ ok: false, reason }) as Parameters<typeof findDmarc>[0], 'sub.shop.test');
  assert.equal((await found('nxdomain')).effective, 'none');
  assert.equal((await found('nodata')).effective, 'reject');
  await assert.rejects(found('servfail'), DmarcUnknown);
});
