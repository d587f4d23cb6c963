import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveHttp } from '../../../counterparts/servers.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { assertRefused } from '../../../harness/refused.ts';

const localAddress = { A: ['127.0.0.1'] };
const hosts = [
  'eur-lex.europa.eu',
  'wetten.overheid.nl',
  'eur-lex-europa.eu',
  'eur-lex.europa.eu.example.com',
  'notoverheid.nl',
  'gov.uk.com',
  'www.gov.be',
  'www.gov.uk',
  'tax.gouv.fr',
  'state.gov',
  'anything.europa.eu',
  'etaamb.openjustice.be',
  'blog.test',
  'www.nhs.uk',
  'data.gov.scot',
  'www.oecd.org',
];
const zone = {
  ...Object.fromEntries(hosts.map((host) => [host, localAddress])),
  'curia.europa.eu': 'servfail' as const,
};

test('source-verify: live and official are separate answers', async (t) => {
  const { port } = await serveHttp(t, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const to = url.pathname === '/loop' ? '/loop' : url.searchParams.get('to');
    const status = Number(url.searchParams.get('status') ?? (to ? 302 : 200));
    response.writeHead(status, {
      'content-type': url.pathname.endsWith('.pdf') ? 'application/pdf' : 'text/html; charset=utf-8',
      ...(to && { location: to }),
    });
    response.end(
      url.pathname.endsWith('.pdf')
        ? '%PDF-1.7'
        : (url.searchParams.get('html') ?? '<title>Règlement  2016/679</title>'),
    );
  });
  const { utility, ally } = await startWorld(t, { zone });
  const verify = async (url: string) => {
    const answer = await utility.get(`/source-verify?url=${encodeURIComponent(url)}`, { ally });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const at = (host: string, path = '/') => `http://${host}:${port}${path}`;

  await t.test('an official page is returned with its publisher', async () => {
    const { publisher, note: _, evidence, ...rest } = await verify(at('EUR-Lex.europa.eu.', '/eli?x=1'));
    assert.match(publisher, /Publications Office/);
    assert.match(evidence, /N-Lex/);
    assert.deepEqual(rest, {
      url: at('eur-lex.europa.eu.', '/eli?x=1'),
      final_url: at('eur-lex.europa.eu.', '/eli?x=1'),
      status: 200,
      live: true,
      soft_404: false,
      archive_url: `https://web.archive.org/web/${at('eur-lex.europa.eu.', '/eli?x=1')}`,
      access: 'open',
      official: true,
      verdict: 'official_live',
      title: 'Règlement 2016/679',
      content_type: 'text/html',
      jurisdiction: 'EU',
      kind: 'official-journal',
      authentic: true,
      basis: 'curated',
      reason: null,
      not_read: {},
    });
    const dutch = await verify(at('wetten.overheid.nl', '/x.pdf'));
    assert.deepEqual([dutch.live, dutch.title, dutch.authentic], [true, null, false]);
  });

  await t.test('suffixes reserved for governments are official', async () => {
    for (const [host, jurisdiction] of [
      ['www.gov.uk', 'GB'],
      ['tax.gouv.fr', 'FR'],
      ['state.gov', 'US'],
      ['anything.europa.eu', 'EU'],
    ] as const) {
      const { official, basis, jurisdiction: found } = await verify(at(host));
      assert.deepEqual([official, basis, found], [true, 'official_tld', jurisdiction], host);
    }
  });

  await t.test('lookalike names are not official', async () => {
    const alike = [
      'eur-lex-europa.eu',
      'eur-lex.europa.eu.example.com',
      'notoverheid.nl',
      'gov.uk.com',
      'www.gov.be',
    ];
    for (const host of [...alike, 'etaamb.openjustice.be', 'blog.test']) {
      const { official, verdict, basis } = await verify(at(host, '/?u=https://eur-lex.europa.eu'));
      assert.deepEqual([official, verdict, basis], [false, 'live_not_official', 'none'], host);
    }
  });

  await t.test('the final address counts', async () => {
    const out = await verify(at('eur-lex.europa.eu', `/?to=${encodeURIComponent(at('blog.test'))}`));
    assert.deepEqual(
      [out.final_url, out.official, out.verdict],
      [at('blog.test'), false, 'live_not_official'],
    );
    const into = await verify(at('blog.test', `/?to=${encodeURIComponent(at('eur-lex.europa.eu'))}`));
    assert.deepEqual([into.official, into.verdict], [true, 'official_live']);
  });

  await t.test('pages that are not live, and why', async () => {
    for (const [status, access, live] of [
      [404, 'missing', false],
      [410, 'missing', false],
      [403, 'blocked', null],
      [429, 'blocked', null],
      [500, 'blocked', null],
      [503, 'blocked', null],
    ] as const) {
      const found = await verify(at('eur-lex.europa.eu', `/?status=${status}`));
      assert.deepEqual(
        [found.live, found.access, found.verdict, found.status, found.title],
        [live, access, 'official_unreachable', status, null],
      );
    }
    const broken = '<title>Acme</title><h1>Something went wrong</h1><p>Please try again later.</p>';
    const shown = await verify(at('blog.test', `/a/b?html=${encodeURIComponent(broken)}`));
    assert.deepEqual([shown.access, shown.live, shown.status, shown.title], ['blocked', null, 200, null]);
    for (const [url, live] of [
      ['https://curia.europa.eu/', null],
      ['https://gone.overheid.nl/', false],
    ] as const) {
      const found = await verify(url);
      assert.deepEqual([found.live, found.status, found.verdict], [live, null, 'official_unreachable'], url);
      assert.ok(found.reason.length > 5);
    }
    assert.equal((await verify('https://nobody.test/')).verdict, 'unreachable');
    const loop = await verify(at('blog.test', '/loop'));
    assert.equal(loop.access, 'unreachable');
  });

  await t.test('a page that says that nothing is there is missing, whatever its status', async () => {
    const page = (html: string) => at('blog.test', `/a/b?html=${encodeURIComponent(html)}`);
    const words = '<p>word word word</p>'.repeat(200);
    for (const html of [
      '<title>404 - Page not found</title>',
      '<title>Acme</title><h1>Seite nicht gefunden</h1>',
      `<title>Page introuvable | Acme</title>${words}`,
      '<title>The document could not be found</title>',
      `<title>Acme</title><h1>Sorry, we couldn’t find that page</h1>`,
      `<title>Oops! Page not found - Acme</title>${words}`,
      '<title>Stránka nenalezena</title>',
      '<title>페이지를 찾을 수 없습니다</title>',
    ]) {
      const found = await verify(page(html));
      assert.deepEqual(
        [found.live, found.soft_404, found.access, found.status],
        [false, true, 'missing', 200],
        html,
      );
    }
    const home = await verify(at('blog.test', `/old/law.html?to=${encodeURIComponent(at('blog.test'))}`));
    assert.deepEqual([home.live, home.soft_404], [false, true]);
    for (const html of [
      '<title>404 Media, a newspaper</title>',
      '<title>What is not found in law</title>',
      `<title>How to fix a page not found error</title>${words}`,
      '<title>Can’t find the right words</title>',
    ])
      assert.equal((await verify(page(html))).soft_404, false, html);
  });

  await t.test('public bodies without a reserved suffix are named with the evidence', async () => {
    for (const [host, basis, jurisdiction] of [
      ['www.nhs.uk', 'curated', 'GB-ENG'],
      ['data.gov.scot', 'official_tld', 'GB-SCT'],
      ['www.oecd.org', 'curated', 'INT'],
    ] as const) {
      const found = await verify(at(host));
      assert.deepEqual([found.official, found.basis, found.jurisdiction], [true, basis, jurisdiction], host);
      assert.ok(found.evidence.length > 20, host);
    }
    assert.equal((await verify(at('blog.test'))).evidence, null);
  });

  await t.test('invalid targets are refused', async () => {
    const ask = (url: string) => utility.get(`/source-verify?url=${encodeURIComponent(url)}`, { ally });
    assertRefused(await ask(at('europa.eu@blog.test')), 400, 'bad_target');
    assertRefused(await ask('http://10.0.0.1/'), 400, 'bad_target');
    assertRefused(await ask('ftp://eur-lex.europa.eu/'), 400, 'invalid_field');
  });
});
