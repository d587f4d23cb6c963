import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twoColors } from '../../../fixtures/utility/pages/images/made-images.ts';
import { type Site, startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';

const paragraph =
  'It was a bright cold day in April, and the clocks were striking thirteen, as they always do. ';
const article = `<!doctype html><html lang="en-GB"><head><title>Clocks – The Daily Test</title>
<meta name="author" content="Ada Writer"><meta name="description" content="About clocks.">
<style>p { color: red }</style></head><body><nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<article><h1>Clocks</h1>${`<p>${paragraph.repeat(5)}</p>`.repeat(6)}</article>
<footer>All rights reserved</footer><script>var x = "</p>";</script></body></html>`;

const head = `<!doctype html><html lang="nl-BE"><head>
<title>  Plain
 title </title><meta property="og:title" content="Tom &amp; Jerry"><meta name="Description" content="Described.">
<meta property="og:image" content="/img/a b.png"><meta name="twitter:card" content="summary">
<link rel="canonical" href="/canonical?a=1&amp;b=2"><link rel="shortcut icon" href="icon.png" sizes="16x16">
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/touch.png">
<link rel="manifest" href="/app.webmanifest"><base href="/sub/"></head><body><svg><title>Not me</title></svg></body></html>`;

const tables = `<table><caption>Spans</caption><tr><th>A</th><th>B</th><th>B</th></tr>
<tr><td rowspan=0>1</td><td colspan=2>2</td></tr><tr><td>3<td rowspan=99>4<table><tr><td>in<td>out</table></tr></table>
<table><thead><tr><th colspan=2>Both</th></tr><tr><th>L<th>R</tr></thead><tfoot><tr><td>sum<td>9</tfoot>
<tbody><tr><td>x<td>y<br>z<td style="display:none">no</tbody></table><table></table>`;

const alternates = (...langs: string[]) =>
  `<title>Alternates</title>${langs.map((each) => `<link rel=alternate hreflang=${each === 'none' ? 'it' : each} href=/${each}>`).join('')}<body>Words of a page.`;

test('the skills of a page', async (t) => {
  const { call, at, site } = await startSite(t, {
    '/article': article,
    '/head': head,
    '/tables': tables,
    '/app.webmanifest':
      '{"theme_color":"#123456","icons":[{"src":"i/192.png","sizes":"192x192","type":"image/png"}]}',
    '/touch.png': 'png',
    '/empty': '',
    '/image': (_, response) => response.setHeader('content-type', 'image/png').end('\x89PNG'),
    '/untyped': (_, response) => response.end('<!doctype html><title>Untyped</title>'),
    '/moved': (_, response) => response.writeHead(302, { location: '/head' }).end(),
    '/declared-nl': `<html lang=nl><title>Harbour</title><p>The harbour was quiet when we arrived, and the only light came from a small office at the end of the pier. Nobody had told us that the ferry no longer ran on Sundays, so we sat down on our bags and waited for someone who could explain how to get across before the weather turned. It took most of the afternoon.`,
    '/en': `<html lang=en><head>${alternates('en', 'de', 'fr', 'none')}`,
    '/de': `<html lang=de><head>${alternates('en', 'de')}`,
    '/fr': `<html lang=fr><head>${alternates('fr')}`,
    '/langs': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=iso-8859-1');
      response.setHeader('link', `<${at('/langs/de')}>; rel="alternate"; hreflang="de"`);
      response.end(`<html lang="en_US"><meta charset=utf-8><link rel=alternate hreflang=en-UK href=/uk>
        <link rel=alternate hreflang=xq href=${at('/xq')}><link rel=alternate hreflang=xq href=${at('/xq2')}>`);
    },
    '/bad-seo': (_, response) => {
      response.setHeader('content-type', 'text/html').setHeader('x-robots-tag', 'noindex');
      response.end('<h1>a</h1><h1>b</h1><img src=a.png><img src=b.png alt=""><a href=/x>click here</a>');
    },
  });

  await t.test('url-metadata', async () => {
    const { json } = await call('url-metadata', '/moved');
    assert.deepEqual(json, {
      url: at('/moved'),
      final_url: at('/head'),
      access: 'open',
      status: 200,
      title: 'Tom & Jerry',
      page_title: json.page_title,
      description: 'Described.',
      canonical: at('/canonical?a=1&b=2'),
      publisher: json.publisher,
      author: null,
      published_at: null,
      modified_at: null,
      image: at('/img/a%20b.png'),
      images: [at('/img/a%20b.png')],
      open_graph: { title: 'Tom & Jerry', image: at('/img/a%20b.png') },
      twitter_card: { card: 'summary' },
      favicon: at('/sub/icon.png'),
      lang: 'nl-BE',
    });
    const absent = await call('url-metadata', '/nothing');
    assert.deepEqual([absent.status, absent.json.status, absent.json.title], [200, 404, 'Not here']);
    assert.equal((await call('url-metadata', '/untyped')).json.title, 'Untyped');
    const empty = await call('url-metadata', '/empty');
    assert.deepEqual([empty.json.title, empty.json.lang, empty.json.open_graph], [null, null, {}]);
    assert.deepEqual([empty.json.favicon, empty.json.publisher, empty.json.image], [null, null, null]);
    assertRefused(await call('url-metadata', '/image'), 422, 'unreadable');
  });

  await t.test('readability', async () => {
    const { json } = await call('readability', '/article');
    const { text } = json;
    const fields = 'url final_url title byline excerpt lang word_count reading_time_minutes'.split(' ');
    assert.deepEqual(Object.fromEntries(fields.map((each) => [each, json[each]])), {
      url: at('/article'),
      final_url: at('/article'),
      title: 'Clocks – The Daily Test',
      byline: 'Ada Writer',
      excerpt: 'About clocks.',
      lang: 'en-GB',
      word_count: 6 * 5 * 18,
      reading_time_minutes: 2,
    });
    assert.deepEqual(text.split('\n').slice(0, 2), [paragraph.repeat(5).trim(), paragraph.repeat(5).trim()]);
    assert.doesNotMatch(text, /About us|All rights|var x/);
    assert.deepEqual(
      [
        (await call('readability', '/empty')).json.text,
        (await call('readability', '/empty')).json.word_count,
      ],
      ['', 0],
    );
    assertRefused(await call('readability', '/nothing'), 502, 'upstream_failed');
  });

  await t.test('html-table', async () => {
    const { json } = await call('html-table', '/tables');
    assert.equal(json.count, 3);
    assert.deepEqual(json.tables[0], {
      index: 1,
      caption: 'Spans',
      headers: ['A', 'B', 'B_2'],
      types: ['integer', 'integer', 'text'],
      row_count: 2,
      next_offset: null,
      rows: [
        { A: '1', B: '2', B_2: '2' },
        { A: '1', B: '3', B_2: '4 in out' },
      ],
    });
    assert.deepEqual(json.tables[1].rows, [{ column_1: 'in', column_2: 'out' }]);
    assert.deepEqual(json.tables[2], {
      index: 3,
      caption: 'Both',
      headers: ['L', 'R'],
      types: ['text', 'text'],
      row_count: 2,
      next_offset: null,
      rows: [
        { L: 'x', R: 'y z' },
        { L: 'sum', R: '9' },
      ],
    });
  });

  await t.test('brand-assets', async () => {
    const { json } = await call('brand-assets', '/head');
    assert.deepEqual(
      [json.favicon, json.apple_touch_icon, json.og_image, json.theme_color, json.manifest],
      [at('/icon.svg'), at('/touch.png'), at('/img/a%20b.png'), '#123456', at('/app.webmanifest')],
    );
    assert.deepEqual(json.icons.at(-1), {
      href: at('/i/192.png'),
      rel: 'manifest',
      sizes: '192x192',
      type: 'image/png',
      measured: null,
    });
    assert.equal((await call('brand-assets', '/empty')).json.favicon, null, 'no /favicon.ico there');
  });

  await t.test('brand-assets: logo, palette and measured sizes', async () => {
    const as =
      (type: string, body: string | Buffer): Site[string] =>
      (_, response) =>
        response.setHeader('content-type', type).end(body);
    site['/logo.png'] = as('image/png', twoColors(64, 32, [200, 16, 46, 255], [255, 255, 255, 255]));
    site['/small.svg'] = as('image/svg+xml', '<svg width="24" height="24"></svg>');
    site['/main.css'] = as('text/css', ':root { --brand: #c8102e; --accent: #00aaff }');
    site['/branded'] =
      `<meta name="theme-color" content="#C8102E"><link rel="icon" href="/small.svg" sizes="any">
      <link rel="icon" href="/lost.png" sizes="32x32"><link rel="stylesheet" href="/main.css">
      <link rel="stylesheet" href="http://10.0.0.1/other.css"><meta property="og:image" content="/logo.png">
      <style>:root { --primary: #036 }</style><header><img class="site-logo" src="/drawn.png"></header>
      <script type="application/ld+json">{"@graph":[{"@type":"Article","publisher":{"@id":"#us"}},
        {"@type":"Organization","@id":"#us","logo":{"@id":"#logo"}},{"@type":"ImageObject","@id":"#logo","url":"/logo.png"}]}</script>`;
    const { json } = await call('brand-assets', '/branded');
    const size = { width: 64, height: 32, type: 'image/png' };
    assert.deepEqual(json.logo, { url: at('/logo.png'), source: 'json-ld', measured: size });
    assert.deepEqual(json.og_image_measured, size);
    assert.deepEqual(
      json.icons.map((each: { measured: unknown }) => each.measured),
      [{ width: 24, height: 24, type: 'image/svg+xml' }, null],
    );
    assert.deepEqual(json.palette, [
      { color: '#c8102e', sources: ['theme-color', 'css --brand', 'logo'] },
      { color: '#003366', sources: ['css --primary'] },
      { color: '#00aaff', sources: ['css --accent'] },
      { color: '#ffffff', sources: ['logo'] },
    ]);
    site['/drawn'] =
      '<header><a href="/"><img src="/img/logo-dark.svg" alt="Shop"></a></header><img alt="a logo" src=/b.png>';
    const drawn = (await call('brand-assets', '/drawn')).json;
    assert.deepEqual(drawn.logo, { url: at('/img/logo-dark.svg'), source: 'image', measured: null });
    assert.deepEqual([(await call('brand-assets', '/empty')).json.logo, drawn.palette], [null, []]);
  });

  await t.test('lang-hreflang', async () => {
    const { json } = await call('lang-hreflang', '/langs');
    assert.deepEqual([json.lang, json.charset, json.alternates.length], ['en_US', 'windows-1252', 4]);
    const said = json.issues.join('\n');
    for (const expected of [
      /"en-UK" is not an absolute URL/,
      /"en_US" uses "_"/,
      /header says charset iso-8859-1, the page says utf-8/,
      /not in UTF-8/,
      /"en-uk" should be en-GB/,
      /"xq" names no language/,
      /"xq" points to 2/,
      /no x-default/,
      /not among its own/,
    ])
      assert.match(said, expected);
    const dutch = (await call('lang-hreflang', '/declared-nl')).json;
    assert.deepEqual([dutch.lang, dutch.detected_lang], ['nl', 'en']);
    assert.ok(dutch.issues.includes('The page declares "nl", but its text reads as "en".'));
    assert.equal(json.detected_lang, null, 'it has hardly any text');
    const back = (await call('lang-hreflang', '/en', '&returns=1')).json;
    assert.deepEqual(back.returns, [
      { href: at('/de'), links_back: true },
      { href: at('/fr'), links_back: false },
      { href: at('/none'), links_back: null },
    ]);
    assert.deepEqual(
      back.issues.filter((each: string) => each.includes('link back')),
      [`The alternate ${at('/fr')} does not link back.`],
    );
    assert.match(back.not_read.returns, /\/none: .*404/);
  });

  await t.test('seo-audit', async () => {
    const { json } = await call('seo-audit', '/bad-seo');
    assert.deepEqual(json.images, { total: 2, with_alt: 1, alt_coverage: 0.5 });
    assert.deepEqual([json.grade, json.h1_count, json.title.text], ['F', 2, null]);
    const codes = json.issues.map(({ code }: { code: string }) => code);
    for (const code of [
      'noindex',
      'title_missing',
      'description_missing',
      'h1_several',
      'image_alt',
      'link_text',
      'viewport',
    ])
      assert.ok(codes.includes(code), code);
    const better = (await call('seo-audit', '/head')).json;
    assert.ok(
      better.score > json.score &&
        !better.issues.some(({ code }: { code: string }) => code === 'title_missing'),
    );
    const gone = (await call('seo-audit', '/nothing')).json;
    assert.equal(gone.issues[0].code, 'http_status');
  });
});
