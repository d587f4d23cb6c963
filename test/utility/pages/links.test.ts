import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { makeCertificate } from '../../counterparts/certificate.ts';
import { serveHttps } from '../../counterparts/servers.ts';
import { assertRefused } from '../../harness/refused.ts';
import { startSite } from '../site.ts';

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
    const { json } = await call('redirect-trace', '/a#part');
    assert.deepEqual(json.hops, [
      { url: at('/a#part'), status: 301, location: 'b?x=1' },
      { url: at('/b?x=1#part'), status: 308, location: at('/end', 'other.test') },
    ]);
    assert.deepEqual(
      [json.count, json.final_url, json.final_status, json.loop],
      [2, at('/end#part', 'other.test'), 200, false],
    );
    assert.match(json.notes.join(), /meta refresh: http:\/\/other\.test:\d+\/elsewhere/);

    const loop = (await call('redirect-trace', '/loop')).json;
    assert.deepEqual([loop.loop, loop.count, loop.final_status], [true, 2, 307]);
    const long = (await call('redirect-trace', '/long/0')).json;
    assert.deepEqual([long.loop, long.count, long.final_status], [false, 20, null]);
    const dead = (await call('redirect-trace', '/dead')).json;
    assert.deepEqual([dead.count, dead.final_status, dead.final_url], [1, null, 'http://nobody.invalid/']);
    assert.match(dead.notes.join(), /no answer/);
    const mail = (await call('redirect-trace', '/mail')).json;
    assert.deepEqual([mail.final_status, mail.loop], [302, false]);
    const nowhere = (await call('redirect-trace', '/no-place')).json;
    assert.deepEqual([nowhere.count, nowhere.final_status], [0, 302]);
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
      <a href="/walled">walled</a> <a href="/hangs-up">hang</a> <a href="/fails"><img src=x alt="">Fails</a>
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

    site['/many'] = Array.from({ length: 130 }, (_, i) => `<a href="/n/${i}">${i}</a>`).join('');
    for (let i = 0; i < 130; i += 1) site[`/n/${i}`] = 'here';
    const many = (await call('broken-links', '/many')).json;
    assert.deepEqual([many.links, many.checked, many.broken_count, many.truncated], [130, 100, 0, true]);
  });
});
