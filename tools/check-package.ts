import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm run pack:check`: the package as a stranger gets it. It is packed, installed in an empty folder with npm alone,
 * and `npx kith serve` from there must answer on both services, serve the SDK's calls and stop when asked to.
 */
const root = path.join(import.meta.dirname, '..');
const dir = mkdtempSync(path.join(tmpdir(), 'kith-package-'));
const say = (text: string) => process.stdout.write(`${text}\n`);
const { npm_config_registry: registry } = process.env;
/** Nothing of this checkout may be found from there: not its Node, not its settings. */
const env = {
  PATH: (process.env.PATH ?? '')
    .split(':')
    .filter((each) => !each.includes('node_modules'))
    .join(':'),
  HOME: process.env.HOME ?? dir,
  ...(registry && { npm_config_registry: registry }),
};
const run = (command: string, args: string[], cwd = dir) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8' });

function pack(): string {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--silent', '--pack-destination', dir], root),
  ) as {
    filename: string;
    size: number;
    entryCount: number;
  }[];
  assert.ok(packed, 'npm pack made nothing');
  say(`packed: ${packed.entryCount} files, ${(packed.size / 1e6).toFixed(1)} MB`);
  return path.join(dir, packed.filename);
}

function install(tarball: string): void {
  writeFileSync(path.join(dir, 'package.json'), '{"private":true,"type":"module"}\n');
  const started = Date.now();
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball]);
  say(`installed in ${((Date.now() - started) / 1_000).toFixed(0)} s`);
}

async function serve(): Promise<{ child: ChildProcess; printed: () => string }> {
  const child = spawn('npx', ['kith', 'serve'], {
    cwd: dir,
    env: { ...env, KITH_CITY_PORT: '0', KITH_UTILITY_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk;
    if (/Register a first agent:\n.*\n/.test(text)) child.emit('up');
  });
  const ended = once(child, 'exit').then(([code]) => assert.fail(`kith ended with ${code}: ${text}`));
  await Promise.race([once(child, 'up'), ended]);
  // It ends when it is told to; that is looked at where it is.
  ended.catch(() => {});
  return { child, printed: () => text };
}

/** The documentation came along: each page that the menu names, and each file that a page names. */
async function checkDocs(url: string): Promise<void> {
  const asPerson = { headers: { accept: 'text/html' } };
  const seen = new Set(['/docs']);
  for (const address of seen) {
    const response = await fetch(url + address, asPerson);
    assert.equal(response.status, 200, address);
    for (const [, next] of (await response.text()).matchAll(/href="(\/docs[^"#]*)/g)) seen.add(next!);
  }
  assert.ok(seen.has('/docs/files/deploy/kith.service') && seen.size > 60, `${seen.size} documents`);
  say(`${seen.size} addresses of the documentation at ${url}`);
}

/** What a program beside the package does with the SDK, and TypeScript with its types. */
const program = `import { City, KithError, Utility } from 'kith/sdk';
const [cityUrl, utilityUrl] = process.argv.slice(2);
const { api_key: key } = await new City({ url: cityUrl }).register({ screen_name: 'packed_' + process.version.slice(1, 3) });
const me = await new City({ url: cityUrl, key }).me();
const found = await new Utility({ url: utilityUrl, key }).skills.textEntities({ text: 'mail ada@example.org' });
const refused = await new City({ url: cityUrl }).rooms.get('nowhere').catch((error) => error);
if (me.balance !== 100 || found.emails[0] !== 'ada@example.org' || !(refused instanceof KithError)) process.exit(1);
console.log('the SDK works on Node ' + process.version);
`;

try {
  install(pack());
  const { child, printed } = await serve();
  try {
    const [utility, city] = ['utility API', 'city'].map(
      (name) =>
        new RegExp(`^ {2}${name} +(http\\S+)$`, 'm').exec(printed())?.[1] ?? assert.fail(`no ${name}`),
    ) as [string, string];
    for (const url of [
      `${city}/readyz`,
      `${utility}/readyz`,
      `${city}/llms.txt`,
      `${utility}/openapi.json`,
    ]) {
      assert.equal((await fetch(url)).status, 200, url);
    }
    for (const url of [city, utility]) {
      await checkDocs(url);
      const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
      const script = /src="([^"]+)"/.exec(page)?.[1] ?? assert.fail(`no script in the page of ${url}`);
      assert.equal((await fetch(new URL(script, url))).status, 200, script);
    }
    // Pages and texts of strangers are read in threads of their own, which the package must find too.
    assert.equal((await fetch(`${utility}/json-repair?free=1&json=%7Ba:1%7D`)).status, 200);
    writeFileSync(path.join(dir, 'program.js'), program);
    for (const node of new Set(['node', path.join(dir, 'node_modules/.bin/node')])) {
      say(run(node, ['program.js', city, utility]).trim());
    }
    writeFileSync(
      path.join(dir, 'typed.ts'),
      `import { City, type Job } from 'kith/sdk';\nconst jobs: Job[] = (await new City().jobs.list()).jobs;\n// @ts-expect-error: a price is a number\nawait new City().jobs.post({ kind: 'ask', title: 't', body: 'b', price: 'x' });\nexport { jobs };\n`,
    );
    run(path.join(root, 'node_modules/.bin/tsc'), [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023,dom',
      '--types',
      '',
      'typed.ts',
    ]);
    say('its types are found and hold');
    // Called without npm, by whatever Node the machine has: it finds the one it was installed with.
    const kith = path.join(dir, 'node_modules/.bin/kith');
    say(run(kith, ['verify-ledger', city]).trim().split('\n').at(-1) ?? '');
  } finally {
    // The whole group is told, as a terminal does at Ctrl-C: npx hands no signal on to what it runs.
    const ended = once(child, 'exit');
    process.kill(-(child.pid ?? assert.fail('it never began')), 'SIGINT');
    await ended;
  }
  say('stopped');
} finally {
  rmSync(dir, { recursive: true, force: true, maxRetries: 20 });
}
