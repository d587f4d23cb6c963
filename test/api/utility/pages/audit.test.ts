import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generalDirectives, isNoindex, isVague } from '../../../../src/utility/pages/audit/rules.ts';
import { startSite } from '../../../fixtures/utility/site.ts';

const now = Date.parse('2026-11-16T00:00:00Z');

test('robots directives apply to the crawlers they name, while they are valid', () => {
  const cases: [string[], boolean][] = [
    [['noindex'], true],
    [['otherbot: noindex, nofollow'], false],
    [['otherbot: noindex', 'nofollow'], false],
    [['googlebot: noindex'], true],
    [['otherbot: noindex, googlebot: none'], true],
    [['unavailable_after: 25 Jun 2020 15:00:00 PST'], true],
    [['unavailable_after: Wed, 25 Jun 2098 15:00:00 GMT'], false],
    [['max-snippet: 20, noindex'], true],
    [['unavailable_after: Wed, 25 Jun 2098 15:00:00 GMT, noindex'], true],
    [['unavailable_after: Friday, 25-Jun-10 15:00:00 UTC, nofollow'], true],
    [['unavailable_after: 2098-06-25, otherbot: noindex'], false],
    [['index, follow, max-image-preview:large'], false],
  ];
  for (const [headers, wanted] of cases)
    assert.equal(isNoindex(generalDirectives(headers), now), wanted, headers.join());
});

test('vague link texts are recognised in many languages', () => {
  for (const text of [
    'Read more',
    'Weiterlesen…',
    'Lire la suite »',
    'Leia mais',
    'Подробнее',
    'Läs mer',
    '続きを読む',
    '更多',
    '더보기',
    'المزيد',
    'Devamını oku',
    'DEVAMINI OKU',
    '[more]',
    '» En savoir plus',
    'もっと見る＞',
    'Zobacz więcej',
    'Прочети още',
    'อ่านเพิ่มเติม',
  ])
    assert.equal(isVague(text), true, text);
  for (const text of ['Read more about clocks', 'Preise', 'Our work'])
    assert.equal(isVague(text), false, text);
});

test('seo-audit considers headers and where links are placed', async (t) => {
  const html = (head: string, body = '') =>
    `<!doctype html><html lang="en"><head><title>A page with a title</title>${head}</head><body><h1>A</h1>${body}</body></html>`;
  const { call, at } = await startSite(t, {
    '/header': (_, response) => {
      response.setHeader('link', '</canonical>; rel="canonical", </style.css>; rel=preload');
      response.setHeader('x-robots-tag', 'otherbot: noindex');
      response.setHeader('content-type', 'text/html').end(html(''));
    },
    '/late': html('<div>Ends the head</div><link rel="canonical" href="https://example.com/">'),
    '/pixel': html(
      '<noscript><img src="/p.gif"></noscript><script>1</script><link rel="canonical" href="https://example.com/b">',
    ),
    '/twice': html('<meta name="robots" content="max-snippet:-1"><meta name="robots" content="noindex">'),
    '/bing': html('<meta name="bingbot" content="noindex">'),
    '/body': html(
      '',
      '<link rel="canonical" href="https://example.com/"><link rel="alternate" hreflang="xx-wrong-1" href="/x">',
    ),
  });
  const codes = async (path: string) => {
    const { json } = await call('seo-audit', path);
    return { json, codes: json.issues.map(({ code }: { code: string }) => code) };
  };
  const header = await codes('/header');
  assert.equal(header.json.canonical, at('/canonical'));
  for (const code of ['noindex', 'canonical_missing']) assert.ok(!header.codes.includes(code), code);
  const late = await codes('/late');
  assert.deepEqual([late.json.canonical, late.codes.includes('canonical_outside_head')], [null, true]);
  const pixel = await codes('/pixel');
  assert.deepEqual(
    [pixel.json.canonical, pixel.codes.includes('canonical_outside_head')],
    ['https://example.com/b', false],
  );
  assert.ok((await codes('/twice')).codes.includes('noindex'));
  assert.ok(!(await codes('/bing')).codes.includes('noindex'));
  const body = await codes('/body');
  assert.equal(body.json.canonical, null);
  assert.ok(
    body.codes.includes('canonical_outside_head') && !body.codes.includes('hreflang'),
    body.codes.join(),
  );
});

test('seo-audit says that a page asks to be indexed as another one', async (t) => {
  const html = (canonical: string, body = '') =>
    `<!doctype html><html lang="fr"><head><title>Une page avec un titre</title>${canonical}</head><body><h1>A</h1>${body}</body></html>`;
  const link = (href: string) => html(`<link rel="canonical" href="${href}">`);
  const { call, site, at } = await startSite(t, {
    '/other': link('https://other.test/other'),
    '/header': (_, response) => {
      response.setHeader('link', '</first>; rel="canonical"');
      response.end(html(''));
    },
    '/vague': html(
      '',
      `<p>${'Nos horaires, nos tarifs et le plan du quartier. '.repeat(20)}</p><a href="/a">Plus d'infos</a><a href="/b">ادامه مطلب</a><a href="/c">クリックしてください</a>`,
    ),
  });
  site['/self/'] = link(at('/self?page=1', 'www.site.test'));
  const codes = async (path: string) =>
    (await call('seo-audit', path)).json.issues.map(({ code }: { code: string }) => code);
  assert.ok((await codes('/other')).includes('canonical_elsewhere'));
  assert.ok((await codes('/header')).includes('canonical_elsewhere'));
  assert.ok(!(await codes('/self/')).some((code: string) => code.startsWith('canonical')));
  const { json } = await call('seo-audit', '/vague');
  assert.match(JSON.stringify(json.issues), /3 links have a text that does not describe their target/);
});
