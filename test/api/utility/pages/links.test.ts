import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { makeCertificate } from '../../../counterparts/certificate.ts';
import { serveHttps } from '../../../counterparts/servers.ts';
import { startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';

const to = (status: number, location: string) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(status, { location }).end();
const status = (code: number) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(code).end();

test('redirects are traced and links are checked', async (t) => {
  const { call, at, asked, site } = await startSite(t, {
    '/a': to(301, 'b?x=1'),
    '/b?x=1': to(308, '//other.test/c'),
    '/end': '<meta http-equiv="refresh" content="0; url=/elsewhere">',
    '/loop': to(302, '/pool'),
    '/pool': to(307, '/loop#again'),
    '/inside': to(302, 'http://10.0.0.1/'),
    '/dead': to(302, 'http://nobody.invalid/'),
    '/mail': to(302, 'mailto:a@b.test'),
    '/no-place': status(302),
    '/gone': status(410),
    '/walled': status(403),
    '/no-head': (request, response) => void response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
    '/hangs-up': (request, response) =>
      request.method === 'HEAD' ? request.socket.destroy() : response.end('ok'),
    '/fails': status(503),
  });
  for (let i = 0; i < 30; i += 1) site[`/long/${i}`] = to(302, `/long/${i + 1}`);

  const secured = await serveHttps(
    t,
    makeCertificate(['tls.test']),
    (_, response) => void response.end('<title>x'),
  );
  const untrusted = `https://tls.test:${secured.port}/`;

  await t.test('redirect-trace', async () => {
    site['/b?x=1'] = to(308, at('/end', 'other.test'));
    const prose = '<p>Words that are meant to be read, at length.'.repeat(20);
    site['/elsewhere'] = '<title>Moving</title><script>var a = 1; window.location.replace("/last");</script>';
    site['/last'] =
      `<script>if (old) { location = "/never" }</script><noscript><meta http-equiv=refresh content="0;url=/no"></noscript>
      <meta http-equiv=refresh content="300; url=/later">${prose}`;
    const { json } = await call('redirect-trace', '/a#part');
    const way = (trace: { hops: Record<string, unknown>[] }) =>
      trace.hops.map(({ url, status, location, kind }) => [url, status, location, kind]);
    assert.deepEqual(way(json), [
      [at('/a#part'), 301, 'b?x=1', 'http'],
      [at('/b?x=1#part'), 308, at('/end', 'other.test'), 'http'],
      [at('/end#part', 'other.test'), 200, at('/elsewhere', 'other.test'), 'meta'],
      [at('/elsewhere', 'other.test'), 200, at('/last', 'other.test'), 'script'],
    ]);
    assert.deepEqual(
      [json.count, json.final_url, json.final_status, json.loop, json.notes],
      [4, at('/last', 'other.test'), 200, false, []],
    );
    for (const { ms, first_byte_ms } of json.hops) assert.ok(first_byte_ms >= 0 && ms >= first_byte_ms);
    assert.ok(
      json.final_ms >= 0 && json.total_ms >= Math.max(...json.hops.map(({ ms }: { ms: number }) => ms)),
    );

    site['/onload'] = '<script>function go() { window.location = "/last" }</script><body onload="go()">Moved';
    site['/timer'] = `<script>setTimeout("location.href='/last'", 0)</script><p>One moment.`;
    for (const path of ['/onload', '/timer'])
      assert.deepEqual(way((await call('redirect-trace', path)).json), [
        [at(path), 200, at('/last'), 'script'],
      ]);
    // A page that reloads itself is read, not redirected; a cookie may be the reason for the reload.
    site['/ticker'] = '<meta http-equiv="refresh" content="5; url=/ticker"><p>Now';
    assert.deepEqual(way((await call('redirect-trace', '/ticker')).json), []);
    site['/header'] = (_, response) =>
      void response.writeHead(200, { refresh: '2; url=/long/25', 'content-type': 'text/html' }).end('wait');
    const header = (await call('redirect-trace', '/header')).json;
    assert.deepEqual([header.hops[0].kind, header.notes.length, header.final_status], ['header', 1, 404]);
    site['/cookie'] = (request, response) =>
      request.headers.cookie === 'seen=1'
        ? response.end('welcome')
        : response.writeHead(302, { location: '/cookie', 'set-cookie': 'seen=1; Path=/' }).end();
    const cookie = (await call('redirect-trace', '/cookie')).json;
    assert.deepEqual([cookie.loop, cookie.count, cookie.final_status], [false, 1, 200]);

    const loop = (await call('redirect-trace', '/loop')).json;
    assert.deepEqual([loop.loop, loop.count, loop.final_status], [true, 2, 307]);
    const long = (await call('redirect-trace', '/long/0')).json;
    assert.deepEqual([long.loop, long.count, long.final_status], [false, 20, null]);
    const unreachable = (await call('redirect-trace', '/dead')).json;
    assert.deepEqual(
      [unreachable.count, unreachable.final_status, unreachable.final_url],
      [1, null, 'http://nobody.invalid/'],
    );
    assert.match(unreachable.notes.join(), /did not respond/);
    const mail = (await call('redirect-trace', '/mail')).json;
    assert.deepEqual([mail.final_status, mail.loop], [302, false]);
    const missing = (await call('redirect-trace', '/no-place')).json;
    assert.deepEqual([missing.count, missing.final_status], [0, 302]);
    const inside = (await call('redirect-trace', '/inside')).json;
    assert.deepEqual([inside.count, inside.final_url, inside.final_status], [1, 'http://10.0.0.1/', null]);
    assert.match(inside.notes.join(), /not a public address/);
    assertRefused(await call('redirect-trace', 'http://10.0.0.1/'), 400, 'bad_target');
    assertRefused(await call('redirect-trace', 'http://nobody.invalid/'), 502, 'upstream_failed');
    assertRefused(await call('redirect-trace', 'ftp://site.test/'), 400, 'invalid_field');
    const refused = await call('url-metadata', untrusted);
    assertRefused(refused, 502, 'upstream_failed');
    assert.match(refused.json.error, /No trusted TLS/);
  });

  await t.test('broken-links', async () => {
    site['/index'] = `<a href="/no-head">one</a> <a href="/no-head#x">again</a> <a href="/gone">Gone</a>
      <a href="/walled">walled</a> <a href="/hangs-up">hang</a> <a href="/fails">Fails</a>
      <a href="http://nobody.invalid/">dead</a> <a href="http://10.1.1.1/">inside</a> <a href="mailto:x@y">m</a>
      <a href="#here">here</a> <a href="javascript:x()">js</a> <a href="/a">moved</a> <a href="${untrusted}">tls</a>`;
    const { json } = await call('broken-links', '/index');
    const named = (list: { text: string; status: number | null }[]) =>
      list.map(({ text, status }) => [text, status]);
    assert.deepEqual([json.links, json.checked, json.broken_count, json.truncated], [10, 9, 4, false]);
    assert.deepEqual(named(json.broken), [
      ['Gone', 410],
      ['Fails', 503],
      ['dead', null],
      ['tls', null],
    ]);
    assert.deepEqual(named(json.unverified), [
      ['walled', 403],
      ['inside', null],
    ]);
    assert.ok(
      asked.includes('HEAD /gone') && !asked.includes('GET /gone'),
      'gone is gone without a second look',
    );
    assert.ok(asked.includes('GET /no-head') && asked.includes('GET /hangs-up'));

    const words = 'Our tea is grown in the hills. '.repeat(20);
    const file = (type: string) => (_: unknown, response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': type }).end('x');
    site['/here.css'] = file('text/css');
    site['/one,two.png'] = file('image/png');
    site['/home.png'] = '<title>The Shop</title>';
    site['/soft'] = `<title>Page not found | Shop</title><p>${words}`;
    site['/tea'] = `<title>Tea</title><h1>404 kinds of tea</h1><p>${words}`;
    site['/challenge'] = (_, response) =>
      void response
        .writeHead(503, { 'content-type': 'text/html' })
        .end('<title>Just a moment...</title><script>window._cf_chl_opt={}</script>');
    site['/assets'] =
      `<link rel=stylesheet href=/here.css><link rel="icon" href="/icon.ico"><script src=/gone.js></script>
      <picture><source srcset="/a.webp 1x, /b.webp 2x"><img src="/one,two.png" srcset="/one,two.png 1x, /c.png 2x" alt="Two"></picture>
      <img src=/home.png alt=Home><img src="data:image/png;base64,AA"><video poster=/p.png src=/v.mp4></video><iframe src=/frame></iframe>
      <a href=/soft>Soft</a> <a href=/tea>Tea</a> <a href=/challenge>Wall</a>
      <a href="https//site.test/x">no colon</a> <a href="http://">nothing</a> <a href="htps://site.test/">misspelt</a>
      <a href="www.site.test/x">no scheme</a> <a href="site.test:8080/x">port</a> <a href="com.app.mail:open">app</a> <a href="{{link}}">template</a> <a href="mailto:">mail</a> <a href="tel:+32 2 1">tel</a>`;
    const assets = (await call('broken-links', '/assets')).json;
    const kinds = assets.broken.map((each: Record<string, unknown>) => [
      each.kind,
      new URL(String(each.url)).pathname,
      each.status,
      each.soft_404,
    ]);
    assert.deepEqual(kinds, [
      ['link', '/soft', 200, true],
      ['image', '/c.png', 404, false],
      ['image', '/home.png', 200, true],
      ['image', '/p.png', 404, false],
      ['script', '/gone.js', 404, false],
      ['icon', '/icon.ico', 404, false],
      ['media', '/v.mp4', 404, false],
      ['image', '/a.webp', 404, false],
      ['image', '/b.webp', 404, false],
      ['frame', '/frame', 404, false],
    ]);
    assert.deepEqual(named(assets.unverified), [['Wall', 503]]);
    site['/parts'] = `<title>Parts</title><p id=here>${'Words of a page. '.repeat(30)}`;
    site['/anchors'] =
      `<title>Parts</title><h2 id="intro">One</h2><a name="old"></a><p id="café"></p><script>add('<p id="late">')</script>
      <a href="#intro">a</a> <a href="#old">b</a> <a href="#caf%C3%A9">c</a> <a href="#late">d</a> <a href="#top">e</a>
      <a href="#">f</a> <a href="#/route">g</a> <a href="/soft#else">h</a> <a href="/parts#here">in</a> <a href="/parts#nope">Nope</a> <a href="#missing">Missing</a> <a href="${at('/anchors')}#gone">Gone</a>`;
    const { missing_anchors, broken } = (await call('broken-links', '/anchors')).json;
    assert.deepEqual(missing_anchors, [
      { href: '#missing', text: 'Missing' },
      { href: `${at('/anchors')}#gone`, text: 'Gone' },
      { href: `${at('/parts')}#nope`, text: 'in' },
    ]);
    assert.deepEqual(broken.length, 1, 'only the soft 404');
    assert.deepEqual([assets.assets, assets.pages, assets.disallowed], [12, [at('/assets')], undefined]);
    assert.deepEqual(
      assets.malformed.map(({ text, reason }: { text: string; reason: string }) => [text, reason]),
      [
        ['no colon', 'The colon after the scheme is missing, so it is read as a path.'],
        ['nothing', 'It cannot be read as an address.'],
        ['misspelt', 'The scheme "htps:" is misspelt.'],
        ['no scheme', 'The scheme is missing, so it is read as a path.'],
        ['port', 'The scheme is missing, so the host is read as one.'],
        ['template', 'A placeholder of a template or a script was not filled in.'],
        ['mail', 'A mailto: link without an address.'],
      ],
    );

    site['/robots.txt'] = 'User-agent: *\nDisallow: /secret';
    site['/top'] =
      `<a href=/left>l</a><a href=/secret>s</a><a href=/n/missing>m</a><a href="${at('/far', 'far.test')}">far</a>`;
    site['/left'] =
      `<p>${words}<a href=/top>top</a><a href=/lost>Lost</a><img src=/lost.png alt=L><a href="http:/x">bad</a>`;
    site['/secret'] = `<p>${words}<a href=/never>never</a>`;
    site['/far'] = `<p>${words}<a href=/never2>never</a>`;
    const deep = (await call('broken-links', '/top', '&depth=1')).json;
    assert.deepEqual(deep.pages, [at('/top'), at('/left')]);
    assert.deepEqual(deep.disallowed, [at('/secret')]);
    assert.deepEqual(
      deep.broken.map((each: { url: string; page: string }) => [each.url, each.page]),
      [
        [at('/n/missing'), at('/top')],
        [at('/lost'), at('/left')],
        [at('/lost.png'), at('/left')],
      ],
    );
    assert.deepEqual([deep.malformed[0].page, deep.truncated, deep.checked], [at('/left'), false, 7]);
    assert.ok(
      !asked.some((each) => each.includes('/never')),
      'only linked pages of the same host that robots.txt allows',
    );
    const shallow = (await call('broken-links', '/top')).json;
    assert.deepEqual([shallow.pages.length, shallow.checked], [1, 4]);
    assertRefused(await call('broken-links', '/top', '&depth=2'), 400, 'invalid_field');
    for (let i = 0; i < 25; i += 1) site[`/p/${i}`] = `<p>${words}<a href=/q/${i}>q</a>`;
    site['/wide'] = Array.from({ length: 25 }, (_, i) => `<a href=/p/${i}>p</a>`).join('');
    const wide = (await call('broken-links', '/wide', '&depth=1')).json;
    assert.deepEqual(
      [wide.pages.length, wide.checked, wide.broken_count, wide.truncated],
      [21, 45, 20, true],
    );

    site['/many'] = Array.from({ length: 130 }, (_, i) => `<a href="/n/${i}">${i}</a>`).join('');
    for (let i = 0; i < 130; i += 1) site[`/n/${i}`] = 'here';
    const many = (await call('broken-links', '/many')).json;
    assert.deepEqual([many.links, many.checked, many.broken_count, many.truncated], [130, 100, 0, true]);
  });
});
