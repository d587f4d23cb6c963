import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FetchedResponse } from '../../../../src/utility/pages/fetched-response.ts';
import { maxDepth } from '../../../../src/utility/pages/tree.ts';
import { judgePage, missingReason } from '../../../../src/utility/pages/walls/judge.ts';
import { readVisiblePage } from '../../../../src/utility/pages/walls/visible-page.ts';
import { prose, titled } from '../../../fixtures/utility/pages/served-page.ts';

interface Served {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly html: string;
  readonly final?: string;
  readonly asked?: string;
}

const page = 'https://site.test/page';

/** A response as it would come from the web. */
function fetched({ status = 200, headers = {}, html, asked = page, final = asked }: Served): FetchedResponse {
  const response = {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    url: final,
    hops: [],
    body: Buffer.from(html),
    truncated: false,
    address: '192.0.2.1',
    timings: { dnsMs: 0, ttfbMs: 0, totalMs: 0 },
    tls: null,
  };
  return new FetchedResponse(response, 0);
}

const judge = (served: Served) => judgePage(fetched(served), served.asked ?? page);

const login = '<form><input name="user"><input type="password"><button>OK</button></form>';
const captcha = '<form><div class="h-captcha" data-sitekey="1"></div></form>';

/** What comes in place of pages: the kind, the maker if it can be told, and the response. */
const walls: readonly (readonly [kind: string, by: string | null, Served])[] = [
  [
    'challenge',
    'Cloudflare',
    { status: 403, headers: { 'cf-mitigated': 'challenge' }, html: titled('Site') },
  ],
  ['challenge', 'Cloudflare', { html: titled('Just a moment...', '<script>window._cf_chl_opt={}</script>') }],
  ['challenge', 'DataDome', { html: titled('a.test', "<script>var dd={'rt':'c'}</script>") }],
  ['challenge', 'Anubis', { html: titled('Wait', '<script id="anubis_challenge">{}</script>') }],
  ['challenge', null, { html: titled('Nur einen Moment…', '<p>Wir prüfen Ihren Browser.</p>') }],
  ['challenge', null, { html: titled('a.test', '<p>Please verify that you are not a robot.</p>') }],
  ['challenge', null, { html: titled('a.test', captcha) }],
  ['challenge', null, { html: titled('安全验证', '<p>请按住滑块,拖动到最右边</p>') }],
  ['challenge', null, { html: titled('Shop', '<h1>Hi</h1>'), final: 'https://a.queue-it.net/?c=1' }],
  ['refused', null, { status: 403, html: titled('403 Forbidden') }],
  ['refused', null, { status: 429, html: '' }],
  [
    'refused',
    null,
    { html: titled('Access Denied', '<p>You do not have permission to access this page.</p>') },
  ],
  ['refused', null, { html: titled('Site', '<p>Your request has been blocked. Support ID: 1234.</p>') }],
  ['login', null, { status: 401, html: titled('Sign in') }],
  ['login', null, { html: titled('Sign in', login), final: 'https://site.test/login?next=page' }],
  ['login', null, { html: titled('Log in', `<p>You must log in to continue.</p>${login}`) }],
  ['consent', null, { html: titled('Before you continue to YouTube', '<button>Accept</button>') }],
  ['error', null, { status: 503, html: titled('Shop', '<p>We are updating our shop.</p>') }],
  ['error', null, { html: titled('Bad Gateway', '<center><h1>502 Bad Gateway</h1></center><hr>nginx/1.2') }],
  ['error', null, { html: titled('Error', '<pre>Cannot GET /page</pre>') }],
  ['error', null, { html: '<b>Fatal error</b>: Uncaught Error in /var/www/index.php:3' }],
  ['error', null, { html: titled('Maintenance', '<p>We will be back soon.</p>') }],
];

/** Pages that have something in common with walls. */
const pages: readonly string[] = [
  titled('Real Site', '<h1>Welcome</h1><p>Content here</p>'),
  titled('Contact', '<form><input name="email"><textarea></textarea><div class="g-recaptcha"></div></form>'),
  titled('Reset your password', '<p>We send you a link.</p><form><input type="email"></form>'),
  titled(
    'Create your account',
    '<form><input name="name"><input type="password" autocomplete="new-password"></form>',
  ),
  titled('Thank you', '<p>Your order has been placed.</p>'),
  titled(
    'Ferns',
    '<noscript>Enable JavaScript and cookies to continue</noscript><p>Eleven ferns that live on two hours of light.</p>',
  ),
  titled('Shoes', '<h1>Shoes</h1><p>Twelve models</p><script>window._pxAppId="PX1"</script>'),
  titled(
    'Why is that?',
    '<p>My bank shows <q>Access denied. Please verify you are human</q> since Monday, in every browser I have.</p>',
  ),
  titled(
    'Page not found: ten pages we love',
    '<p>A broken link need not be a dead end, said ten designers.</p>',
  ),
  titled('Index of /', '<pre><a href="../">../</a></pre>'),
];

test('walls are told by their maker, their status, their place and what they say', () => {
  const found = walls.map(([, , served]) => judge(served));
  assert.deepEqual(
    found.map(({ access, kind, by }) => [access, kind, by]),
    walls.map(([kind, by]) => ['blocked', kind, by]),
  );
});

test('pages that quote, hide or resemble walls are pages', () => {
  assert.deepEqual(
    pages.map((html) => [html, judge({ html }).access]),
    pages.map((html) => [html, 'open']),
  );
});

/** The walls that only their wording tells. */
const worded = walls
  .filter(([, by, { status, final }]) => !by && !status && !final)
  .map(([, , served]) => served.html);
const words = fc.array(
  fc.constantFrom('river', 'copper', 'melody', 'garden', 'winter', 'lantern', 'orchard'),
  {
    minLength: 60,
    maxLength: 200,
  },
);

test('what a wall says is not a wall where the page has content of its own', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        ...worded.filter((html) => !html.includes('Fatal error') && !html.includes('Cannot GET')),
      ),
      words,
      (html, own) => {
        const whole = html.replace('</body>', `<p>${own.join(' ')}</p></body>`);
        assert.equal(judge({ html: whole }).access, 'open', whole);
      },
    ),
  );
});

test('what a page hides is not judged', () => {
  const hiding: ((text: string) => string)[] = [
    (text) => `<div hidden>${text}</div>`,
    (text) => `<div style="color:red; display: none">${text}</div>`,
    (text) =>
      `<style>.x, .y { color: red } .gone { visibility: hidden }</style><p class="a gone">${text}</p>`,
    (text) => `<dialog>${text}</dialog>`,
    (text) => `<template>${text}</template>`,
    (text) => `<!-- ${text} -->`,
    (text) => `<script type="text/plain">${text}</script>`,
    (text) => `<p>Ferns like shade and a moist ground.</p><noscript>${text}</noscript>`,
  ];
  for (const hide of hiding)
    for (const html of worded) {
      const [, inner = ''] = /<body>(.*)<\/body>/s.exec(html) ?? [];
      const said = inner.replaceAll(/<[^>]*>/g, ' ');
      const whole = titled('Ferns', `<h1>Ferns</h1><p>Eleven ferns for a dark room.</p>${hide(said)}`);
      assert.equal(judge({ html: whole }).access, 'open', whole);
    }
});

test('hardly more than what a wall says is uncertain', () => {
  const uncertain = [
    titled(
      'Robot or human?',
      '<p>An exhibition on 200 years of automata, from the first writer to Atlas. In hall 3.</p>',
    ),
    titled('Lounge', login),
  ];
  assert.deepEqual(
    uncertain.map((html) => judge({ html }).access),
    ['uncertain', 'uncertain'],
  );
  assert.equal(judge({ html: titled('Lounge', login), asked: 'https://site.test/login' }).access, 'open');
});

test('a page about an error is not an error if its URL names the subject', () => {
  const html = titled('503 Service Unavailable', '<h1>503 Service Unavailable</h1><p>Try again later.</p>');
  const accessAt = (asked: string) => judge({ html, asked }).access;
  assert.deepEqual([page, 'https://site.test/http/503'].map(accessAt), ['blocked', 'open']);
});

test('a page that says that it does not exist is missing, in any language', () => {
  const missing = [
    'Page not found',
    'Seite nicht gefunden',
    'Page introuvable',
    'Página no encontrada',
    'Страница не найдена',
    '404',
    'ページが見つかりません',
  ];
  for (const title of missing) {
    const answer = fetched({ html: titled(title, `<nav><a href="/">Home</a></nav><h1>${title}</h1>`) });
    assert.ok(missingReason(answer, new URL(page)), title);
  }
  assert.equal(missingReason(fetched({ html: titled('Found', prose) }), new URL(page)), null);
  const moved = {
    html: titled('Site', prose),
    asked: 'https://site.test/a/b/c',
    final: 'https://site.test/',
  };
  assert.ok(missingReason(fetched(moved), new URL(moved.asked)));
});

test('an app is rendered_only, whatever it says to those without scripts', () => {
  const app = titled(
    'App',
    '<noscript>You need to enable JavaScript.</noscript><div id="root"></div><script src="/a.js"></script>',
  );
  assert.equal(judge({ html: app }).access, 'rendered_only');
});

test('a page is read only as deep as pages are, and only until it is surely content', () => {
  assert.ok(readVisiblePage('<div>word '.repeat(2 * maxDepth)).words <= maxDepth + 1);
  const long = readVisiblePage(`${prose}<p>Access denied</p>`);
  assert.equal(long.isLong, true);
  assert.ok(long.words < 300);
});
