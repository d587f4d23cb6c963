import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { runKith } from '../../harness/process.ts';

const root = path.join(import.meta.dirname, '../../..');

test('kith listen prints the webhooks of a local watch, and refuses forged ones', async (t) => {
  const app = await startApp(t, { env: { KITH_OUTBOUND_ALLOW: '127.0.0.1/32' } });
  const home = mkdtempSync(path.join(tmpdir(), 'kith-listen-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const { city, utility } = app.kith.urls;
  const env = { HOME: home, KITH_CITY_URL: city, KITH_BASE_URL: utility };
  const kith = (...args: string[]) => runKith(args, env);
  assert.equal((await kith('register', 'watcher')).code, 0);

  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const args = [path.join(root, 'bin/kith.mjs'), 'listen', '--port', '0', '--count', '1', '--json'];
  const listener = spawn(process.execPath, args, { env: { PATH, NODE_COMPILE_CACHE, ...env } });
  t.after(() => listener.kill('SIGKILL'));
  const [remarks, printed] = [createInterface(listener.stderr), createInterface(listener.stdout)];
  const [ready] = (await once(remarks, 'line')) as [string];
  const url = /http:\S+\//.exec(ready)?.[0] ?? '';

  const added = await kith('watch', 'add', 'page', `${city}/docs`, '--notify', url, '--json');
  assert.equal(added.code, 0, added.stderr);
  const { watch_id } = JSON.parse(added.stdout);
  const refused = once(remarks, 'line');
  const now = String(Math.floor(Date.now() / 1_000));
  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'webhook-id': 'm1', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' },
    body: '{}',
  });
  assert.equal(forged.status, 401);
  assert.match(((await refused) as [string])[0], /^refused a webhook: .*no signature matches$/);

  const [heard, ended] = [once(printed, 'line'), once(listener, 'exit')];
  assert.equal((await kith('watch', 'test', watch_id)).code, 0);
  const event = JSON.parse(((await heard) as [string])[0]);
  assert.deepEqual([event.type, event.data.watch_id], ['watch.test', watch_id]);
  assert.deepEqual(await ended, [0, null]);
});

test('a private target is refused with the setting that allows it', async (t) => {
  const app = await startApp(t, { env: { KITH_ROLES: 'city,utility' } });
  const { key } = (await app.utility.post('/ally/register', { agent: 'dev' })).json;
  for (const body of [
    { kind: 'page', target: 'http://127.0.0.1/' },
    { kind: 'page', target: 'http://127.0.0.1/', notify: 'http://10.0.0.1/hook' },
  ]) {
    const refusal = await app.utility.post('/watch', body, { ally: key });
    assert.equal(refusal.status, 400);
    assert.match(refusal.json.hint, /KITH_OUTBOUND_ALLOW=127\.0\.0\.1\/32/);
  }
});
