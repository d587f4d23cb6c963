import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { findInstallation } from '../../../../src/platform/chromium/installation.ts';
import { makeCertificate } from '../../../counterparts/certificate.ts';
import { serveHttps, serveTcp } from '../../../counterparts/servers.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import { noBrowser } from '../../../harness/browser.ts';
import { assertRefused } from '../../../harness/refused.ts';

const skip = noBrowser || (process.platform !== 'linux' && 'processes are looked at in /proc');
const certificate = makeCertificate(['site.test']);
/** Calls to the first are allowed here, calls to the second are not. */
const [openAddress, insideAddress] = ['127.0.0.1', '127.0.0.2'];

/** This machine's browser, which trusts the key of this test. */
async function trustingBrowser(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kith-trusting-'));
  t.after(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const { program } = findInstallation({ program: process.env.CHROME_PATH, user: 'nobody' });
  const key = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  const file = path.join(folder, 'chromium');
  const script = `#!/bin/sh\nexec '${program}' --ignore-certificate-errors-spki-list=${hash} "$@"\n`;
  await writeFile(file, script, { mode: 0o755 });
  return file;
}

/** Tries every way to reach an internal server, and delays its own load event until all have ended. */
const attack = (inside: number, open: number) => `<!doctype html><title>tried</title>
  <img src="https://${insideAddress}:${inside}/img"><iframe src="https://inside.test:${inside}/frame"></iframe>
  <iframe src="file:///etc/passwd"></iframe><img src="/hold"><script>(async () => {
    const got = [];
    const attempt = async (name, work) => { try { got.push(name + ':' + await work()); } catch { got.push(name + ':nothing'); } };
    const text = (url) => () => fetch(url).then((r) => r.text());
    const socket = (url) => () => new Promise((resolve, reject) => {
      const each = new WebSocket(url); each.onopen = () => resolve('open'); each.onerror = reject; });
    await attempt('own', text('/fine'));
    await attempt('first', text('https://turn.test:${open}/fine'));
    await attempt('second', text('https://turn.test:${open}/fine'));
    await attempt('address', text('https://${insideAddress}:${inside}/address'));
    await attempt('name', text('https://inside.test:${inside}/name'));
    await attempt('both', text('https://both.test:${inside}/both'));
    await attempt('redirect', text('/redirect'));
    await attempt('socket', socket('wss://${insideAddress}:${inside}/socket'));
    await attempt('named socket', socket('wss://inside.test:${inside}/socket'));
    await attempt('metadata', text('https://169.254.169.254/latest/meta-data/'));
    await attempt('port', text('https://site.test:22/'));
    await attempt('file', text('file:///etc/passwd'));
    document.title = got.join(' ');
    fetch('/done');
  })()</script>`;

/** Type, user and sandbox of the processes that render pages. */
function renderers() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
        const isOwn = `${command}${environment}`.includes(`kith-browser-${process.pid}-`);
        if (!isOwn || !command.includes('--type=renderer')) return [];
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const field = (name: string) => new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1];
        return [
          {
            isRoot: field('Uid') === '0',
            seccomp: field('Seccomp'),
            noNewPrivileges: field('NoNewPrivs'),
            ownNamespace: readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net'),
            isUnconfined: command.includes('--no-sandbox'),
          },
        ];
      } catch {
        return [];
      }
    });
}

test('an https page goes by a tunnel, and reaches nothing that a call may not reach', { skip }, async (t) => {
  let reached = 0;
  // A listener without TLS: the test is that nothing connects.
  const { port: insidePort } = await serveTcp(
    t,
    (socket) => {
      reached += 1;
      socket.destroy();
    },
    insideAddress,
  );
  const { promise: done, resolve: isDone } = Promise.withResolvers<void>();
  let confined: ReturnType<typeof renderers> = [];
  const site: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    '/attack': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(attack(insidePort, server.port)),
    '/fine': (_, response) =>
      // Closed, so that the next request resolves the name again.
      response.writeHead(200, { 'access-control-allow-origin': '*', connection: 'close' }).end('fine'),
    '/redirect': (_, response) =>
      response.writeHead(302, { location: `https://${insideAddress}:${insidePort}/redirected` }).end(),
    '/hold': (_, response) => void done.then(() => response.writeHead(404).end()),
    '/done': (_, response) => {
      confined = renderers();
      isDone();
      response.end();
    },
  };
  const server = await serveHttps(
    t,
    certificate,
    (request, response) => {
      const found = site[request.url ?? ''];
      if (found) found(request, response);
      else response.writeHead(404).end();
    },
    openAddress,
  );
  const { utility, ally } = await startWorld(t, {
    zone: {
      'site.test': { A: [openAddress] },
      'inside.test': { A: [insideAddress] },
      'both.test': { A: [openAddress, insideAddress] },
      'turn.test': [{ A: [openAddress] }, { A: [insideAddress] }],
    },
    env: {
      KITH_OUTBOUND_ALLOW: `${openAddress}/32`,
      KITH_BROWSER: await trustingBrowser(t),
      KITH_BROWSER_TIMEOUT_S: '60',
      KITH_BROWSER_PAGES: '1',
    },
  });
  const render = (url: string) =>
    utility.get(`/url-metadata?url=${encodeURIComponent(url)}&render=1&max_age=0`, { ally });

  const { json, text } = await render(`https://site.test:${server.port}/attack`);
  const ways = 'address,name,both,redirect,socket,named socket,metadata,port,file'.split(',');
  const nothing = ['second', ...ways].map((each) => `${each}:nothing`);
  assert.equal(json.title, ['own:fine', 'first:fine', ...nothing].join(' '), text);

  for (const start of [`https://${insideAddress}:${insidePort}/`, `https://inside.test:${insidePort}/`])
    assertRefused(await render(start), 400, 'bad_target', start);
  assertRefused(await render(`https://site.test:${server.port}/redirect`), 400, 'bad_target');
  assert.equal(reached, 0);

  assert.ok(confined.length > 0);
  for (const each of confined)
    assert.deepEqual(each, {
      isRoot: false,
      seccomp: '2',
      noNewPrivileges: '1',
      ownNamespace: true,
      isUnconfined: false,
    });
});
