import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { findScripts, scriptExtension, webFiles } from '../../../src/web/files.ts';
import { pageRoutes } from '../../../src/web/pages/routes.ts';
import { sharedApp } from '../../harness/shared-app.ts';

const most = { script: 60_000, all: 300_000 };

/** The bytes as they are sent, compressed, and what they say. */
async function load(url: string) {
  const { statusCode, headers, body } = await request(url, {
    headers: { accept: 'text/html', 'accept-encoding': 'br' },
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  assert.equal(statusCode, 200, url);
  const isCompressed = headers['content-encoding'] === 'br';
  return { size: bytes.length, text: (isCompressed ? brotliDecompressSync(bytes) : bytes).toString() };
}

test('no page loads more than 60 kB of script and 300 kB in all before it is there', async () => {
  const services = await sharedApp();
  const files = await webFiles();
  const loaded = new Map<string, ReturnType<typeof load>>();
  for (const service of ['city', 'utility'] as const) {
    const { url } = services[service];
    const file = (name: string) => {
      const found = loaded.get(name) ?? load(`${url}/web/${files.hash}/${name}`);
      loaded.set(name, found);
      return found;
    };
    const sum = async (names: readonly string[]) =>
      (await Promise.all(names.map(file))).reduce((total, { size }) => total + size, 0);
    const style = await file(`style/${service}.css`);
    const fonts = [...style.text.matchAll(/fonts\/[\w-]+\.woff2/g)].map(([name]) => name);
    assert.ok(fonts.length > 0);
    for (const { path, module, needs } of pageRoutes[service]) {
      const entries = ['pages/start', `pages/${module}`].map((name) => name + scriptExtension);
      const script = await sum(findScripts(files, ...entries));
      assert.ok(
        script > 10_000 && script <= most.script,
        `${service} ${path} loads ${script} bytes of script`,
      );
      if (needs || path.includes('{')) continue;
      const page = await load(url + path);
      for (const name of entries) assert.ok(page.text.includes(name), `${path} loads ${name}`);
      const all = page.size + script + style.size + (await sum(fonts)) + (await file('icon.svg')).size;
      assert.ok(all <= most.all, `${service} ${path} loads ${all} bytes`);
    }
  }
});
