import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { DnsAnswer } from '../../../src/platform/outbound/dns-record.ts';
import { DmarcUnknown, findDmarc } from '../../../src/utility/mail/dmarc/discovery.ts';
import { startSite } from '../site.ts';

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
    assert.match(absent.not_read.icons, /\/m\.json: it answered with status 404$/);
    assert.ok(!('favicon' in absent.not_read), '404: there is no favicon');

    Object.assign(site, { '/m.json': failing, '/s.css': reset, '/favicon.ico': failing });
    const unknown = await get('brand-assets', '/', '&max_age=0');
    assert.equal(unknown.favicon, null);
    assert.match(unknown.not_read.favicon, /\/favicon\.ico: it answered with status 503$/);
    assert.match(unknown.not_read.palette, /^style sheet http:.*\/s\.css: /);

    const as = (type: string, body: string) => (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': type }).end(body);
    Object.assign(site, {
      '/m.json': as('application/json', '{"theme_color":"#102030"}'),
      '/s.css': as('text/css', ':root{--brand:#ff0000}'),
      '/favicon.ico': as('image/x-icon', 'x'),
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
      ['robots.txt answered with status 503'],
    );
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
