import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { FetchedResponse } from '../../../src/utility/pages/fetched-response.ts';
import { maxDepth } from '../../../src/utility/pages/tree.ts';
import { blockedBy } from '../../../src/utility/pages/walls/blocked-page.ts';
import { toPageParts } from '../../../src/utility/pages/walls/page-parts.ts';
import { assertRefused } from '../../harness/refused.ts';
import { type Site, startSite } from '../site.ts';
import { heldOutPages, heldOutWalls, secondPages, secondWalls } from './held-out-texts.ts';
import { makerRealTexts, makerWallTexts } from './maker-texts.ts';
import { markedPages, markedWalls } from './marked-texts.ts';
import { realTexts } from './real-texts.ts';
import { blockedPages } from './served-pages/blocked-pages.ts';
import { realPages } from './served-pages/real-pages.ts';
import { prose, type Served, titled } from './served-pages/served-page.ts';
import { shortPages, walls } from './wall-fixtures.ts';
import { wallTexts } from './wall-texts.ts';
import { wordedPages, wordedWalls } from './worded-wall-fixtures.ts';

const serve = (response: ServerResponse, { status = 200, headers = {}, html }: Served) =>
  void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);

const servedPages = [...blockedPages.values()]
  .filter(({ final, asked }) => final === undefined && asked === undefined)
  .map((served, at) => [`/blocked/${at}`, served] as const);

/** A response as it would come from the web. */
function fetched({
  status = 200,
  headers = {},
  html,
  final,
  asked = 'https://site.test/page',
}: Served): FetchedResponse {
  const response = {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    url: final ?? asked,
    hops: [],
    body: Buffer.from(html),
    truncated: false,
    address: '192.0.2.1',
    timings: { dnsMs: 0, ttfbMs: 0, totalMs: 0 },
    tls: null,
  };
  return new FetchedResponse(response, 0);
}

test('a hundred blocking pages are distinguished from a hundred real ones', () => {
  assert.ok(blockedPages.size >= 180 && realPages.size >= 140);
  const verdict = (served: Served) => blockedBy(fetched(served), served.asked ?? 'https://site.test/page');
  const missed = [...blockedPages, ...Object.entries({ ...walls, ...wordedWalls })]
    .filter(([, served]) => !verdict(served))
    .map(([name]) => name);
  const wrong = [...realPages, ...Object.entries({ ...shortPages, ...wordedPages })]
    .filter(([, served]) => verdict(served))
    .map(([name]) => name);
  assert.deepEqual({ missed, wrong }, { missed: [], wrong: [] });
});

const nav = '<nav><a href="/">Home</a><a href="/blog">Blog</a><a href="/about">About</a></nav>';

/** The verdicts on pages of one line each, with their titles and bodies. */
const verdicts = (lines: string, asked = 'https://site.test/page') =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [title = '', body = ''] = line.split(' ¦ ');
      return [
        line,
        blockedBy(fetched({ html: titled(title, body.replace('{nav}', nav)), asked }), asked),
      ] as const;
    });

test('most walls in words that the model was not trained on are recognised, and no page is refused', () => {
  assert.deepEqual(
    [heldOutPages, secondPages].flatMap((lines) => verdicts(lines).filter(([, verdict]) => verdict)),
    [],
  );
  const recognised = [heldOutWalls, secondWalls].map(
    (lines) => verdicts(lines).filter(([, verdict]) => verdict).length,
  );
  assert.ok(
    recognised.every((count, at) => count >= [48, 35][at]!),
    `${recognised} of 60 and 40 are recognised`,
  );
});

test('pages of known makers are recognised by their sentences', () => {
  const missed = verdicts(makerWallTexts).filter(([, verdict]) => !verdict);
  const wrong = verdicts(makerRealTexts).filter(([, verdict]) => verdict);
  assert.deepEqual({ missed, wrong }, { missed: [], wrong: [] });
  const made = verdicts('Not here ¦ <p>This domain is parked free, courtesy of GoDaddy.com.</p>');
  assert.deepEqual(made[0]?.[1], { kind: 'error', by: 'GoDaddy' });
});

test('walls without a known sign are recognised by their wording', () => {
  const wallVerdicts = verdicts(wallTexts);
  const real = verdicts(realTexts);
  assert.ok(wallVerdicts.length >= 200 && real.length >= 150);
  const missed = wallVerdicts.filter(([, verdict]) => !verdict).map(([line]) => line);
  const wrong = real.filter(([, verdict]) => verdict).map(([line]) => line);
  assert.deepEqual({ missed, wrong }, { missed: [], wrong: [] });
});

test('walls are recognised by their markup in any language, and pages in a frame that speaks of them are not', () => {
  const missed = verdicts(markedWalls).filter(([, verdict]) => !verdict);
  const wrong = verdicts(markedPages).filter(([, verdict]) => verdict);
  assert.deepEqual({ missed, wrong }, { missed: [], wrong: [] });
});

test('a page is taken apart only as deep as pages are read', () => {
  assert.equal(toPageParts('<p>word</p>'.repeat(2 * maxDepth)).contentWords, 2 * maxDepth);
  assert.ok(toPageParts('<div>word '.repeat(2 * maxDepth)).contentWords <= maxDepth + 1);
});

test('a page about an error is not an error if its URL names the subject', () => {
  const html = titled('503 Service Unavailable', '<h1>503 Service Unavailable</h1><p>Try again later.</p>');
  const verdict = (asked: string) => blockedBy(fetched({ html, asked }), asked)?.kind ?? null;
  assert.deepEqual(['https://site.test/page', 'https://site.test/http/503'].map(verdict), ['error', null]);
});

test('pages that block programs are reported as blocked', async (t) => {
  const site: Site = {
    '/private': (_, response) => response.writeHead(302, { location: '/users/sign_in' }).end(),
    '/users/sign_in': titled('Sign in', '<form><input type="password"></form>'),
    '/walled': (request, response) =>
      request.headers.cookie === 'seen=1'
        ? serve(response, { html: titled('Behind the wall', prose) })
        : response.writeHead(302, { location: '/walled', 'set-cookie': 'seen=1; Path=/; HttpOnly' }).end(),
    '/inside': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    '/russian': (_, response) =>
      void response
        .setHeader('content-type', 'text/html')
        .end(Buffer.concat([Buffer.from('<html lang="ru"><title>'), cyrillic, Buffer.from('</title>')])),
    '/unnamed': (_, response) =>
      void response
        .setHeader('content-type', 'text/html')
        .end(
          Buffer.concat([
            Buffer.from('<title>'),
            cyrillic,
            Buffer.from('</title><p>'),
            ...Array(9).fill(cyrillic),
          ]),
        ),
    ...Object.fromEntries(
      Array.from(
        { length: 12 },
        (_, n) =>
          [
            `/hop${n}`,
            (_, response) => response.writeHead(302, { location: `/hop${n + 1}` }).end(),
          ] satisfies [string, Site[string]],
      ),
    ),
    '/hop12': titled('Far away', prose),
    '/feed': '<rss version="2.0"><channel><title>News</title></channel></rss>',
  };
  for (const [path, served] of servedPages) site[path] = (_, response) => serve(response, served);
  site['/real/example'] = titled('Example Domain', '<p>For documentation.</p>');
  const { call, at } = await startSite(t, site);

  await t.test('get the same answer from every skill, and are free', async () => {
    const left = async () =>
      Number((await call('url-metadata', '/real/example')).headers['ratelimit-remaining']);
    const before = await left();
    const skills =
      'html-table readability seo-audit structured-data brand-assets lang-hreflang broken-links tech-detect security-headers rss-to-json';
    for (const skill of skills.split(' ')) {
      const answer = await call(skill, '/blocked/0');
      assert.deepEqual([answer.status, answer.headers['x-error-code']], [422, 'blocked']);
      const { access, kind, by, status, final_url } = answer.json;
      assert.deepEqual([skill, access, kind, by, status], [skill, 'blocked', 'challenge', 'Cloudflare', 403]);
      assert.equal(final_url, at('/blocked/0'));
    }
    assert.equal(await left(), before - 1);
    const source = await call('source-verify', '/blocked/2');
    assert.deepEqual([source.json.access, source.json.live, source.json.title], ['blocked', null, null]);
  });

  await t.test('a login page is content only when it was requested', async () => {
    const wall = await call('readability', '/private');
    assert.deepEqual(
      [wall.json.kind, wall.json.url, wall.json.final_url],
      ['login', at('/private'), at('/users/sign_in')],
    );
    assert.equal((await call('url-metadata', '/users/sign_in')).json.title, 'Sign in');
  });

  await t.test('cookies set by redirects are sent on', async () => {
    assert.equal((await call('url-metadata', '/walled')).json.title, 'Behind the wall');
  });

  await t.test('ten redirects are followed, and no more', async () => {
    const far = await call('url-metadata', '/hop2');
    assert.deepEqual(
      [far.json.title, far.json.url, far.json.final_url],
      ['Far away', at('/hop2'), at('/hop12')],
    );
    assertRefused(await call('url-metadata', '/hop1'), 502, 'upstream_failed');
  });

  await t.test('http is tried where https is not supported', async () => {
    const https = at('/real/example').replace('http:', 'https:');
    const { json } = await call('url-metadata', https);
    assert.deepEqual([json.title, json.url, json.final_url], ['Example Domain', https, at('/real/example')]);
    const feed = await call('rss-to-json', at('/feed').replace('http:', 'https:'));
    assert.deepEqual([feed.json.feed.title, feed.json.final_url], ['News', at('/feed')]);
  });

  await t.test('a redirect to a private address keeps the hops before it', async () => {
    const refused = await call('url-metadata', '/inside');
    assertRefused(refused, 400, 'bad_target');
    assert.ok(refused.json.error.includes(`${at('/inside')} → http://10.0.0.1/`), refused.json.error);
    const { json } = await call('redirect-trace', '/inside');
    assert.deepEqual([json.count, json.final_status], [1, null]);
  });

  await t.test('an undeclared encoding is detected', async () => {
    assert.equal((await call('url-metadata', '/russian')).json.title, 'Привет, мир');
    assert.equal((await call('url-metadata', '/unnamed')).json.title, 'Привет, мир');
    assert.equal((await call('lang-hreflang', '/russian')).json.charset, 'windows-1251');
  });
});

/** «Привет, мир» in windows-1251. */
const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0]);
