import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../../src/app/settings.ts';
import { checkBrowser } from '../../../../src/commands/doctor/machine.ts';
import { findInstallation } from '../../../../src/platform/chromium/installation.ts';
import { startApp } from '../../../harness/app.ts';
import { noBrowser } from '../../../harness/browser.ts';
import { assertRefused } from '../../../harness/refused.ts';

test('the doctor starts the browser and says whether its sandbox works', { skip: noBrowser }, async () => {
  const config = readConfig({
    KITH_BROWSER_TIMEOUT_S: '60',
    KITH_BROWSER_PAGES: '1',
    KITH_CITY_PORT: '0',
    KITH_UTILITY_PORT: '0',
  });
  const well = await checkBrowser(config);
  assert.deepEqual([well.what, well.state], ['browser', 'ok'], well.found);
  assert.match(well.found, /renders pages, sandboxed/);
  const none = await checkBrowser({ ...config, browser: 'off' });
  assert.deepEqual([none.state, typeof none.advice], ['off', 'string']);
});

test('without a browser render=1 is a 409 that says what to do', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kith-no-browser-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = path.join(folder, 'chromium');
  const { utility } = await startApp(t, {
    env: { KITH_BROWSER: program, KITH_OUTBOUND_ALLOW: '127.0.0.1/32' },
  });
  const render = async (said: RegExp) => {
    const refused = await utility.get('/readability?url=http%3A%2F%2F127.0.0.1%2F&render=1&free=1');
    assertRefused(refused, 409, 'no_browser');
    assert.match(refused.json.error, said);
    assert.match(refused.json.hint, /without render.*For the operator/);
  };
  await render(/no program at/);
  await chmod(folder, 0o755);
  const last = '[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running';
  await writeFile(program, `#!/bin/sh\necho "${last}" >&2\nexit 133\n`, { mode: 0o755 });
  await render(/cannot be sandboxed/);
  assert.equal((await utility.get('/skills')).json.rendering.available, false);
  assert.throws(() => findInstallation({ program: 'off', user: 'nobody' }), /turned the browser off/);
});
