import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { prose, titled } from '../../../fixtures/utility/pages/served-page.ts';
import { type Site, startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';

const serve = (
  response: ServerResponse,
  { status = 200, headers = {}, html }: { status?: number; headers?: Record<string, string>; html: string },
) => void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);

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
  site['/challenge'] = (_, response) =>
    serve(response, {
      status: 403,
      headers: { 'cf-mitigated': 'challenge' },
      html: titled('Just a moment...'),
    });
  site['/doubtful'] = titled(
    'Robot or human?',
    '<p>An exhibition on two hundred years of automata, in hall 3.</p>',
  );
  site['/real/example'] = titled('Example Domain', '<p>For documentation.</p>');
  const { call, at } = await startSite(t, site);

  await t.test('get the same answer from every skill, and are free', async () => {
    const left = async () =>
      Number((await call('url-metadata', '/real/example')).headers['ratelimit-remaining']);
    const before = await left();
    const skills =
      'html-table readability seo-audit structured-data brand-assets lang-hreflang broken-links tech-detect security-headers rss-to-json';
    for (const skill of skills.split(' ')) {
      const answer = await call(skill, '/challenge');
      assert.deepEqual([answer.status, answer.headers['x-error-code']], [422, 'blocked']);
      const { access, kind, by, status, final_url } = answer.json;
      assert.deepEqual([skill, access, kind, by, status], [skill, 'blocked', 'challenge', 'Cloudflare', 403]);
      assert.equal(final_url, at('/challenge'));
    }
    assert.equal(await left(), before - 1);
    const source = await call('source-verify', '/challenge');
    assert.deepEqual([source.json.access, source.json.live, source.json.title], ['blocked', null, null]);
  });

  await t.test('a page that may be a wall is returned, and is free', async () => {
    const left = async () =>
      Number((await call('url-metadata', '/real/example')).headers['ratelimit-remaining']);
    const before = await left();
    for (const skill of ['readability', 'url-metadata', 'html-table', 'security-headers', 'tech-detect']) {
      const { status, json } = await call(skill, '/doubtful');
      assert.deepEqual([skill, status, json.access], [skill, 200, 'uncertain']);
    }
    assert.equal((await call('source-verify', '/doubtful')).json.access, 'uncertain');
    assert.equal(await left(), before - 1);
    assert.equal((await call('url-metadata', '/real/example')).json.access, 'open');
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
