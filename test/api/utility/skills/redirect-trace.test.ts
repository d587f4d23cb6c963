import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const send =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { ...html, ...headers }).end(body);

test('access says whether the destination was reached, and a wall leaves the rest unknown', async (t) => {
  const page = `<title>A page</title><p>${'Words of a real page. '.repeat(40)}</p>`;
  const { call } = await startSite(t, {
    '/open': page,
    '/to-wall': send(302, '', { location: '/wall' }),
    '/wall': send(403, '<title>Just a moment...</title><h1>Checking your browser</h1>', {
      'cf-mitigated': 'challenge',
    }),
    '/broken': send(503, '<h1>Service Unavailable</h1>'),
    '/round': send(302, '', { location: '/round' }),
    '/lost': send(302, ''),
    '/mail': send(302, '', { location: 'mailto:ada@example.com' }),
    '/to-dead': send(302, '', { location: 'http://127.0.0.1:1/' }),
  });
  const trace = async (path: string) => (await call('redirect-trace', path)).json;
  const open = await trace('/open');
  assert.deepEqual([open.access, open.not_read], ['open', {}]);
  const wall = await trace('/to-wall');
  assert.deepEqual([wall.access, wall.final_status, wall.count], ['blocked', 403, 1]);
  assert.match(wall.not_read.hops, /redirects further is unknown: a challenge page with status 403/);
  assert.deepEqual([(await trace('/broken')).access, (await trace('/none')).access], ['blocked', 'missing']);
  // No page came: the last response is a redirect that leads nowhere.
  for (const path of ['/round', '/lost', '/mail'])
    assert.equal((await trace(path)).access, 'unreachable', path);
  assert.match((await trace('/lost')).notes.join(), /answered 302 without an address to go to/);
  assert.deepEqual([(await trace('/to-dead')).access, (await trace('/to-dead')).count], ['unreachable', 1]);
  // Another skill says the same of the same pages.
  for (const path of ['/wall', '/broken']) {
    const { status, json } = await call('url-metadata', path);
    assert.deepEqual([status, json.access], [422, 'blocked']);
    const { json: verified } = await call('source-verify', path);
    assert.deepEqual([verified.access, verified.live], ['blocked', null]);
  }
});

test('a page that loads itself again is noted; at once, it is a loop', async (t) => {
  const words = '<p>Scores of the match.</p>';
  const { call, at } = await startSite(t, {
    '/at-once': '<meta http-equiv="refresh" content="0"><title>Wait</title>',
    '/named': '<meta http-equiv="refresh" content="0; url=/named"><title>Wait</title>',
    '/header': send(200, words, { refresh: '0' }),
    '/scores': `<meta http-equiv="refresh" content="5">${words}`,
    '/slow': `<meta http-equiv="refresh" content="300">${words}`,
    '/cookie': (request, response) =>
      request.headers.cookie === 'seen=1'
        ? response.writeHead(200, html).end(words)
        : response
            .writeHead(200, { ...html, 'set-cookie': 'seen=1' })
            .end('<meta http-equiv="refresh" content="0">'),
  });
  const trace = async (path: string) => {
    const { loop, count, notes } = (await call('redirect-trace', path)).json;
    return [loop, count, notes];
  };
  for (const path of ['/at-once', '/named', '/header'])
    assert.deepEqual(await trace(path), [true, 0, [`${at(path)} loads itself again after 0 s.`]]);
  assert.deepEqual(await trace('/scores'), [false, 0, [`${at('/scores')} loads itself again after 5 s.`]]);
  assert.deepEqual(await trace('/slow'), [false, 0, []]);
  assert.deepEqual(await trace('/cookie'), [false, 1, []]);
});
