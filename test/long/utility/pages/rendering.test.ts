import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { serveHttp } from '../../../counterparts/servers.ts';
import type { Site } from '../../../fixtures/utility/site.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { noBrowser } from '../../../harness/browser.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { attackPage } from './attack-page.ts';
import { browserProcesses, browserProfiles, isRenderer } from './browser-processes.ts';

const skip = noBrowser;
const html = (response: ServerResponse, headers = {}) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });

/** Calls to the first are allowed here, calls to the second are not. */
const [openAddress, insideAddress] = ['127.0.0.1', '127.0.0.2'];
/** Long enough that a busy machine does not matter: a page that ends here was ended by something else. */
const patience = { KITH_BROWSER_TIMEOUT_S: '60', KITH_BROWSER_PAGES: '1' };

async function startPages(t: TestContext, site: Site, env: Record<string, string> = patience) {
  const asked: string[] = [];
  const { port } = await serveHttp(
    t,
    (request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const found = site[request.url ?? ''];
      if (typeof found === 'function') return found(request, response);
      response.statusCode = found === undefined ? 404 : 200;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(found ?? '<title>Not here</title>');
    },
    openAddress,
  );
  const world = await startWorld(t, {
    zone: { 'site.test': { A: [openAddress] }, 'inside.test': { A: [insideAddress] } },
    env: { KITH_OUTBOUND_ALLOW: `${openAddress}/32`, ...env },
  });
  const call = (skill: string, path: string, more = '&render=1&max_age=0') =>
    world.utility.get(`/${skill}?url=${encodeURIComponent(`http://site.test:${port}${path}`)}${more}`, {
      ally: world.ally,
    });
  return { ...world, call, asked };
}

const words = 'A paragraph that only a script writes, long enough to be the text of an article. '.repeat(6);

test('pages are rendered, and reach nothing that a call may not reach', { skip }, async (t) => {
  const inside: string[] = [];
  const insideServer = await serveHttp(
    t,
    (request, response) => {
      inside.push(`${request.method} ${request.url}`);
      html(response, { 'access-control-allow-origin': '*' }).end('<title>internal</title>secret');
    },
    insideAddress,
  );
  const internal = `${insideAddress}:${insideServer.port}`;
  const datagrams: string[] = [];
  const udp = createSocket('udp4', (_, from) => datagrams.push(from.address));
  udp.bind(0, openAddress);
  await once(udp, 'listening');
  t.after(() => udp.close());
  const { promise: done, resolve: isDone } = Promise.withResolvers<void>();
  const { call, asked, utility, ally } = await startPages(t, {
    '/app': `<!doctype html><html lang="en"><title>App</title><div id="root"></div>
      <script>fetch('/words').then((r) => r.text()).then((words) => {
        document.getElementById('root').innerHTML = '<article><h1>Written late</h1><p>' + words + '</p></article>';
      })</script>`,
    '/words': words,
    '/state': (_, response) =>
      html(response, { 'set-cookie': 'served=1' }).end(`<title>before</title><script>
        const had = [document.cookie.includes('kept'), localStorage.getItem('kept'), history.length].join();
        document.cookie = 'kept=1'; localStorage.setItem('kept', '1');
        Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'forged' });
        document.title = had;</script>`),
    '/attack': attackPage(internal, (udp.address() as AddressInfo).port),
    '/hold': (_, response) => void done.then(() => response.writeHead(404).end()),
    '/done': (_, response) => {
      isDone();
      response.end();
    },
    '/redirect': (_, response) =>
      response.writeHead(302, { location: `http://${internal}/redirected` }).end(),
    '/away': `<script>location = 'http://${internal}/away'</script>`,
    '/hop': `<title>x</title><script>location.replace('/redirect')</script>`,
    '/local': `<title>stays</title><script>location = 'file:///etc/passwd'</script><p>Here still.`,
    '/open': (_, response) =>
      void html(response).write(`<title>open</title><script>fetch('/running')</script>`),
    '/stream': `<title>stream</title><script>fetch('/endless').then((r) => r.text())</script>`,
    '/endless': (_, response) => {
      html(response);
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    },
    '/memory': `<title>memory</title><script>const held = [];
      for (let i = 0; i < 96; i++) held.push(new Uint8Array(32 << 20).fill(i + 1));</script>`,
    '/busy': `<!doctype html><title>busy</title><script>
      navigator.serviceWorker?.register('/worker.js').catch(() => {});
      for (let i = 0; i < 20; i++) window.open('/window' + i);
      addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });
      alert('stop'); confirm('stop'); prompt('stop');
      document.title = 'came to its end';</script>`,
    '/worker.js': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end('onfetch = (e) => e.respondWith(new Response("worker"))'),
    '/download': `<title>Your download begins</title><p id="p"></p><script>
      p.textContent = 'Written by a script.'; location = '/file';</script>`,
    '/file': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' })
        .end('PK'),
  });
  const left = async () => (await utility.get('/ally/me', { ally })).json.left_today;

  await t.test('a page is read after its scripts have run', async () => {
    const plain = await call('readability', '/app', '');
    assert.equal(plain.json.rendered_only, true);
    assert.equal('rendered' in plain.json, false);
    const rendered = await call('readability', '/app');
    assert.equal(rendered.status, 200, rendered.text);
    assert.match(rendered.json.text, /only a script writes/);
    assert.equal(rendered.json.rendered, true);
    assert.equal(rendered.json.rendered_only, false);
    assertRefused(await call('url-metadata', '/app', '&render=yes'), 400, 'invalid_field');
    assertRefused(await call('robots-analyze', '/app', '&render=1'), 400, 'invalid_field');
  });

  await t.test(
    'a screenshot comes with the response, and the catalogue lists the skills that offer one',
    async () => {
      for (const skill of ['url-metadata', 'brand-assets']) {
        const { json, text } = await call(skill, '/state', '&screenshot=1');
        assert.deepEqual(
          [json.rendered, json.screenshot?.width, json.screenshot?.height],
          [true, 1280, 800],
          text,
        );
        const image = Buffer.from(json.screenshot.url.replace('data:image/webp;base64,', ''), 'base64');
        assert.equal(image.subarray(0, 4).toString() + image.subarray(8, 12).toString(), 'RIFFWEBP');
        assert.equal(image.length, json.screenshot.bytes);
        assert.equal(createHash('sha256').update(image).digest('hex'), json.screenshot.sha256);
      }
      assertRefused(await call('readability', '/state', '&screenshot=1'), 400, 'invalid_field');
      const { rendering } = (await utility.get('/skills')).json;
      assert.deepEqual([rendering.available, rendering.surcharge_usd], [true, 0]);
      assert.deepEqual(rendering.screenshot, ['/url-metadata', '/brand-assets']);
      assert.equal(rendering.render.length, 9);
    },
  );

  await t.test('calls share nothing with each other', async () => {
    for (const _ of [1, 2]) {
      const { json, text } = await call('url-metadata', '/state');
      assert.deepEqual([json.title, json.status], ['false,,2', 200], text);
    }
  });

  await t.test('neither requests nor datagrams reach private addresses', async () => {
    const { json, text } = await call('url-metadata', '/attack');
    assert.equal(json.title, '15 tried, answered: none', text);
    assert.deepEqual(datagrams, []);
    for (const path of ['/redirect', '/away', '/hop']) {
      const refused = await call('readability', path);
      assertRefused(refused, 400, 'bad_target', path);
      assert.match(refused.json.error, /not a public address.*site\.test.* → http:\/\/127\.0\.0\.2/, path);
    }
    assert.equal((await call('url-metadata', '/local')).json.title, 'stays');
    assert.deepEqual(inside, []);
  });

  await t.test('dialogs, windows and service workers delay nothing', async () => {
    const busy = await call('url-metadata', '/busy');
    assert.equal(busy.json.title, 'came to its end', busy.text);
    const windows = asked.filter((each) => each.includes('/window'));
    assert.deepEqual(windows, []);
  });

  await t.test('a page that starts a download is still the page', async () => {
    const { json, text } = await call('readability', '/download');
    assert.deepEqual([json.title, json.rendered], ['Your download begins', true], text);
    assert.match(json.text, /Written by a script/);
  });

  await t.test('a failure is an error that costs nothing', async () => {
    const before = await left();
    const open = call('url-metadata', '/open');
    await until(() => asked.includes('GET /open'), 'the page is loading');
    const waited = await call('url-metadata', '/app');
    assertRefused(waited, 503, 'overloaded');
    assert.ok(Number(waited.headers['retry-after']) > 0);
    // The root process of the browser.
    process.kill(Math.min(...browserProcesses()), 'SIGKILL');
    assertRefused(await open, 503, 'overloaded');
    asked.length = 0;
    const crashing = call('url-metadata', '/open');
    // A renderer killed before it runs the page is replaced by the browser, without an error.
    await until(() => asked.includes('GET /running'), 'its renderer runs the page');
    for (const pid of browserProcesses().filter(isRenderer)) process.kill(pid, 'SIGKILL');
    assertRefused(await crashing, 422, 'unreadable');
    assertRefused(await call('url-metadata', '/stream'), 422, 'unreadable');
    assertRefused(await call('url-metadata', '/memory'), 422, 'unreadable');
    assertRefused(await call('url-metadata', '/file'), 422, 'unreadable');
    assert.equal(await left(), before);
  });

  assert.deepEqual(browserProfiles(), []);
  assert.deepEqual(browserProcesses(), []);
});

test('a page with endless scripts is given up, and its browser killed', { skip }, async (t) => {
  const site: Site = { '/loop': '<title>loop</title><script>for (;;);</script>', '/silent': () => {} };
  const { call } = await startPages(t, site, { KITH_BROWSER_TIMEOUT_S: '12' });
  assertRefused(await call('url-metadata', '/loop'), 504, 'upstream_timeout');
  const silent = await call('url-metadata', '/silent');
  assertRefused(silent, 504, 'upstream_timeout');
  assert.match(silent.json.error, /^The server did not respond in time\. \(http:\/\/site\.test/);
  assert.deepEqual(browserProfiles(), []);
  assert.deepEqual(browserProcesses(), []);
});
