import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { type TestContext, test } from 'node:test';
import { serveHttp } from '../../counterparts/servers.ts';
import { startApp } from '../../harness/app.ts';
import { noBrowser } from '../../harness/browser.ts';
import { assertRefused } from '../../harness/refused.ts';
import type { Site } from '../site.ts';
import { startWorld } from '../world.ts';

const skip = noBrowser;
const ownProfiles = `kith-browser-${process.pid}-`;
const html = (response: ServerResponse, headers = {}) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });

/** A site at 127.0.0.1, which is open to calls here, and a server at 127.0.0.2, which is not. */
async function startPages(t: TestContext, makeSite: (internal: string) => Site) {
  const inside: string[] = [];
  const { port: insidePort } = await serveHttp(
    t,
    (request, response) => {
      inside.push(`${request.method} ${request.url}`);
      response.setHeader('access-control-allow-origin', '*');
      html(response).end('<title>internal</title>secret');
    },
    '127.0.0.2',
  );
  const site = makeSite(`127.0.0.2:${insidePort}`);
  const asked: string[] = [];
  const { port } = await serveHttp(t, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const found = site[request.url ?? ''];
    if (typeof found === 'function') return found(request, response);
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(found ?? '<title>Not here</title>');
  });
  const world = await startWorld(t, {
    zone: { 'site.test': { A: ['127.0.0.1'] }, 'inside.test': { A: ['127.0.0.2'] } },
    env: { KITH_OUTBOUND_ALLOW: '127.0.0.1/32', KITH_BROWSER_PAGES: '4' },
  });
  const call = (skill: string, path: string, more = '&render=1&max_age=0') =>
    world.utility.get(`/${skill}?url=${encodeURIComponent(`http://site.test:${port}${path}`)}${more}`, {
      ally: world.ally,
    });
  return { ...world, call, asked, inside, port };
}

/** Processes of browsers that this process started, by what they have of their profile. */
const browserProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const texts = ['cmdline', 'environ'].map((file) => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, 'latin1');
        } catch {
          return '';
        }
      });
      return texts.some((text) => text.includes(ownProfiles)) ? [Number(pid)] : [];
    });
const profiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith(ownProfiles));

async function until(what: string, holds: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(20_000);
  while (!holds()) {
    assert.ok(!signal.aborted, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a page is read after its scripts have run, each time by a fresh browser', { skip }, async (t) => {
  const words = 'A paragraph that only a script writes, long enough to be the text of an article. '.repeat(6);
  const { call } = await startPages(t, () => ({
    '/app': `<!doctype html><html lang="en"><title>App</title><div id="root"></div>
      <script>addEventListener('load', () => setTimeout(() => fetch('/words').then((r) => r.text()).then((words) => {
        document.getElementById('root').innerHTML = '<article><h1>Written late</h1><p>' + words + '</p></article>';
      }), 100))</script>`,
    '/words': words,
    '/state': (_, response) =>
      html(response, { 'x-served-by': 'site', 'set-cookie': 'served=1' }).end(`<title>before</title><script>
        const had = [document.cookie.includes('kept'), localStorage.getItem('kept'), history.length].join();
        document.cookie = 'kept=1'; localStorage.setItem('kept', '1');
        Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'forged' });
        document.title = had;</script>`),
  }));
  const plain = await call('readability', '/app', '');
  assert.equal(plain.json.rendered_only, true);
  assert.equal('rendered' in plain.json, false);

  const rendered = await call('readability', '/app');
  assert.equal(rendered.status, 200, rendered.text);
  assert.match(rendered.json.text, /only a script writes/);
  assert.equal(rendered.json.rendered, true);
  assert.equal(rendered.json.rendered_only, false);

  for (const _ of [1, 2]) {
    const { json } = await call('url-metadata', '/state');
    assert.equal(json.title, 'false,,2');
    assert.equal(json.status, 200);
  }
  assertRefused(await call('url-metadata', '/app', '&render=yes'), 400, 'invalid_field');
  assertRefused(await call('robots-analyze', '/app', '&render=1'), 400, 'invalid_field');
  assert.deepEqual(profiles(), []);
  assert.deepEqual(browserProcesses(), []);
});

test('a page reaches nothing that a call may not reach, by whatever way it tries', { skip }, async (t) => {
  const datagrams: string[] = [];
  const udp = createSocket('udp4', (_, from) => datagrams.push(from.address));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  t.after(() => udp.close());
  const udpPort = (udp.address() as AddressInfo).port;
  const { call, inside } = await startPages(t, (internal) => ({
    '/attack': `<!doctype html><title>tried</title><p id="out"></p>
      <img src="http://${internal}/img"><iframe src="http://${internal}/frame"></iframe>
      <iframe src="file:///etc/passwd"></iframe><link rel="stylesheet" href="http://inside.test:${internal.split(':')[1]}/css">
      <link rel="preconnect" href="http://${internal}"><link rel="dns-prefetch" href="http://inside.test">
      <script>(async () => {
        const got = [];
        const attempt = async (name, work) => { try { got.push(name + ':' + await work()); } catch { got.push(name + ':nothing'); } };
        const text = (url, options) => () => fetch(url, options).then((r) => r.text());
        await attempt('address', text('http://${internal}/fetch'));
        await attempt('opaque', () => fetch('http://${internal}/opaque', { mode: 'no-cors' }).then((r) => r.type));
        await attempt('name', text('http://inside.test:${internal.split(':')[1]}/name'));
        await attempt('redirect', text('/redirect'));
        await attempt('metadata', text('http://169.254.169.254/latest/meta-data/'));
        await attempt('ten', text('http://10.0.0.1/'));
        await attempt('six', text('http://[::1]:${internal.split(':')[1]}/'));
        await attempt('file', text('file:///etc/passwd'));
        await attempt('chrome', text('chrome://version'));
        await attempt('ftp', text('ftp://site.test/'));
        await attempt('port', text('http://site.test:22/'));
        await attempt('socket', () => new Promise((resolve, reject) => {
          const socket = new WebSocket('ws://${internal}/socket'); socket.onopen = () => resolve('open'); socket.onerror = reject; }));
        await attempt('worker', () => new Promise((resolve, reject) => {
          const source = 'fetch("http://${internal}/worker").then((r) => r.text()).then(postMessage, () => postMessage(null))';
          const worker = new Worker(URL.createObjectURL(new Blob([source])));
          worker.onmessage = ({ data }) => data === null ? reject() : resolve(data); worker.onerror = reject; }));
        await attempt('webtransport', () => new WebTransport('https://127.0.0.1:${udpPort}/').ready);
        await attempt('webrtc', async () => {
          const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] });
          peer.createDataChannel('x');
          const candidates = [];
          peer.onicecandidate = ({ candidate }) => candidate && candidates.push(candidate.candidate);
          await peer.setLocalDescription(await peer.createOffer());
          await new Promise((resolve) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve(); setTimeout(resolve, 1500); });
          if (candidates.length === 0) throw new Error('none');
          return candidates.join();
        });
        const answered = got.filter((each) => !each.endsWith(':nothing'));
        document.title = got.length + ' tried, answered: ' + (answered.join(' ') || 'none');
      })()</script>`,
    '/redirect': (_, response) =>
      response.writeHead(302, { location: `http://${internal}/redirected` }).end(),
    '/away': (_, response) => html(response).end(`<script>location = 'http://${internal}/away'</script>`),
    '/hop': `<title>x</title><script>location.replace('/redirect')</script>`,
    '/local': `<title>stays</title><script>location = 'file:///etc/passwd'</script><p>Here still.`,
  }));
  const attack = await call('url-metadata', '/attack');
  assert.equal(attack.json.title, '15 tried, answered: none', attack.text);
  assert.deepEqual(datagrams, []);

  for (const path of ['/redirect', '/away', '/hop']) {
    const refused = await call('readability', path);
    assertRefused(refused, 400, 'bad_target', path);
    assert.match(refused.json.error, /not a public address.*site\.test.* → http:\/\/127\.0\.0\.2/, path);
  }
  assert.equal((await call('url-metadata', '/local')).json.title, 'stays');
  assert.deepEqual(inside, []);
});

test('a page that never ends is cut off, charged to nobody, and leaves nothing behind', {
  skip,
}, async (t) => {
  const { call, asked, utility, ally } = await startPages(t, () => ({
    '/loop': '<title>loop</title><script>for (;;);</script>',
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
    '/open': (_, response) => void html(response).write('<title>open</title>'),
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
    '/file': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' })
        .end('PK'),
  }));
  const left = async () => (await utility.get('/ally/me', { ally })).json.quota.free_calls_left;
  const before = await left();

  const loop = call('url-metadata', '/loop');
  await until('the first page is loaded', () => asked.includes('GET /loop'));
  // Two of the four places are this caller's: the other is taken by a page that stays open.
  const open = call('url-metadata', '/open');
  await until('the second page is loaded', () => asked.includes('GET /open'));
  const third = await call('url-metadata', '/busy');
  assertRefused(third, 503, 'overloaded');
  assert.ok(Number(third.headers['retry-after']) > 0);
  assert.ok(browserProcesses().length > 0);
  assertRefused(await loop, 504, 'upstream_timeout');
  assert.equal((await open).json.title, 'open');

  const killed = call('url-metadata', '/open');
  await until('it is open again', () => asked.filter((each) => each === 'GET /open').length === 2);
  // The one that started all others.
  process.kill(Math.min(...browserProcesses()), 'SIGKILL');
  assertRefused(await killed, 502, 'upstream_failed');
  assertRefused(await call('url-metadata', '/stream'), 422, 'unreadable');
  assertRefused(await call('url-metadata', '/memory'), 422, 'unreadable');
  assertRefused(await call('url-metadata', '/file'), 422, 'unreadable');
  assert.equal(await left(), before - 1);

  const busy = await call('url-metadata', '/busy');
  assert.equal(busy.json.title, 'came to its end', busy.text);
  assert.deepEqual(
    asked.filter((each) => each.includes('/window')),
    [],
  );
  assert.deepEqual(profiles(), []);
  assert.deepEqual(browserProcesses(), []);
});

test('without a browser render=1 is a 409 that says what to do, and the call without it works', async (t) => {
  for (const [KITH_BROWSER, said] of [
    ['off', /turned the browser off/],
    ['/nowhere/chromium', /no program at \/nowhere\/chromium/],
  ] as const) {
    const app = await startApp(t, { env: { KITH_BROWSER } });
    const refused = await app.utility.get('/readability?url=https%3A%2F%2Fexample.com%2F&render=1&free=1');
    assertRefused(refused, 409, 'no_browser');
    assert.match(refused.json.error, said);
    assert.match(refused.json.hint, /without render/);
  }
});
