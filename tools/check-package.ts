import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm run pack:check`: tests the packages as a user gets them. Each is packed, checked by publint and attw,
 * and installed in an empty folder with npm only, with install scripts allowed and only the registry
 * reachable. `npx kith serve` of the one must serve both services and stop on request; the SDK, its types and
 * the client commands of the second must work with it. The third repairs a text.
 */
const root = path.join(import.meta.dirname, '..');
const temporary = mkdtempSync(path.join(tmpdir(), 'kith-package-'));
const dir = path.join(temporary, 'server');
const clientDir = path.join(temporary, 'client');
const repairDir = path.join(temporary, 'json-repair');
const publint = 'publint@0.3.25';
const attw = '@arethetypeswrong/cli@0.18.5';
const say = (text: string) => process.stdout.write(`${text}\n`);
const { npm_config_registry: registry } = process.env;
/** Nothing of this checkout may be visible there, neither its Node nor its settings. */
const env = {
  PATH: (process.env.PATH ?? '')
    .split(':')
    .filter((each) => !each.includes('node_modules'))
    .join(':'),
  HOME: process.env.HOME ?? temporary,
  npm_config_ignore_scripts: 'false',
  ...(registry && { npm_config_registry: registry }),
};
const run = (command: string, args: string[], cwd = dir, more: Readonly<Record<string, string>> = {}) =>
  execFileSync(command, args, { cwd, env: { ...env, ...more }, encoding: 'utf8' });

function pack(packageDir: string): string {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--silent', '--pack-destination', temporary], packageDir),
  ) as {
    filename: string;
    name: string;
    size: number;
    entryCount: number;
  }[];
  assert.ok(packed, 'npm pack made nothing');
  say(`packed ${packed.name}: ${packed.entryCount} files, ${(packed.size / 1e6).toFixed(1)} MB`);
  return path.join(temporary, packed.filename);
}

/** Builds and packs twice and compares the bytes: anybody can reproduce a package from its commit. */
function packTwice(packageDir: string): string {
  const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const first = hashOf(pack(packageDir));
  const tarball = pack(packageDir);
  assert.equal(hashOf(tarball), first, `${packageDir} is packed differently each time`);
  say(`sha256 ${first}, twice`);
  return tarball;
}

/** Public linters for packages. A package without a library has no types for attw to check. */
function lint(tarball: string, { isLibrary }: { isLibrary: boolean }): void {
  run('npx', ['--yes', publint, tarball, '--strict'], temporary);
  if (isLibrary) run('npx', ['--yes', attw, tarball, '--profile', 'esm-only'], temporary);
  say(`publint${isLibrary ? ' and attw find' : ' finds'} nothing`);
}

/** Installs with an empty cache, through a proxy that allows only the registry. */
async function install(tarball: string, into: string): Promise<void> {
  mkdirSync(into);
  writeFileSync(path.join(into, 'package.json'), '{"private":true,"type":"module"}\n');
  const started = Date.now();
  const { hostname, protocol } = new URL(run('npm', ['config', 'get', 'registry'], into).trim());
  assert.equal(protocol, 'https:', 'the proxy of this check passes on TLS alone');
  const proxy = spawn(process.execPath, [path.join(import.meta.dirname, 'registry-proxy.ts'), hostname]);
  try {
    let refused = '';
    proxy.stderr.on('data', (chunk: Buffer) => {
      refused += chunk;
    });
    const [address] = (await once(proxy.stdout, 'data')) as [Buffer];
    const cache = path.join(temporary, 'npm-cache');
    const through = { npm_config_https_proxy: `${address}`.trim(), npm_config_proxy: `${address}`.trim() };
    run('npm', ['install', '--no-audit', '--no-fund', '--cache', cache, tarball], into, through);
    assert.equal(refused, '', 'the install asked for other hosts than the registry');
  } finally {
    proxy.kill();
  }
  say(`installed from ${hostname} alone in ${((Date.now() - started) / 1_000).toFixed(0)} s`);
}

/** Size of all that is installed; platforms differ by a few MB. */
function checkSize(of: string, limitMb: number): void {
  const args = ['-sm', path.join(of, 'node_modules')];
  const mb = Number(run('du', args, temporary).split('\t', 1)[0]);
  assert.ok(mb <= limitMb, `${of}/node_modules has ${mb} MB, at most ${limitMb} are allowed`);
  say(`${mb} MB of at most ${limitMb}`);
}

async function serve(): Promise<{ child: ChildProcess; printed: () => string }> {
  const child = spawn('npx', ['kith', 'serve'], {
    cwd: dir,
    env: { ...env, KITH_CITY_PORT: '0', KITH_UTILITY_PORT: '0', KITH_VIDEO_SAMPLES: '0' },
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
  // Its exit is checked where it is stopped.
  ended.catch(() => {});
  return { child, printed: () => text };
}

/** Checks that the documentation is included: each page of the menu, and each file that a page links to. */
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

/** Tests the SDK from a program, and its types with TypeScript. */
const program = `import { City, KithError, Utility } from 'kith-sdk';
const [cityUrl, utilityUrl] = process.argv.slice(2);
const { api_key: key } = await new City({ url: cityUrl }).register({ screen_name: 'packed_' + process.version.slice(1, 3) });
const me = await new City({ url: cityUrl, key }).me();
const found = await new Utility({ url: utilityUrl, key }).skills.textEntities({ text: 'mail ada@example.org' });
const refused = await new City({ url: cityUrl }).rooms.get('nowhere').catch((error) => error);
if (me.balance !== 100 || found.emails[0] !== 'ada@example.org' || !(refused instanceof KithError)) process.exit(1);
console.log('the SDK works on Node ' + process.version);
`;

const repairProgram = `import { repairJson } from 'kith-json-repair';
const outcome = repairJson({ json: '{a: 1', schema: { properties: { a: { type: 'string' } } } });
if (!outcome.ok || outcome.result.text !== '{"a": "1"}') process.exit(1);
console.log('kith-json-repair repairs and coerces');
`;

try {
  const [server, client, repair] = [
    root,
    ...['sdk', 'json-repair'].map((each) => path.join(root, 'packages', each)),
  ].map(packTwice) as [string, string, string];
  lint(server, { isLibrary: false });
  lint(client, { isLibrary: true });
  lint(repair, { isLibrary: true });
  // A checkout also holds four agent frameworks, which the SDK's tools are tested with.
  checkSize(root, 1_700);
  await install(server, dir);
  checkSize(dir, 600);
  await install(client, clientDir);
  await install(repair, repairDir);
  writeFileSync(path.join(repairDir, 'program.js'), repairProgram);
  say(run(path.join(dir, 'node_modules/.bin/node'), ['program.js'], repairDir).trim());
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
    // Untrusted pages and texts are parsed in worker threads, whose files the package must contain.
    assert.equal((await fetch(`${utility}/json-repair?free=1&json=%7Ba:1%7D`)).status, 200);
    writeFileSync(path.join(clientDir, 'program.js'), program);
    for (const node of new Set(['node', path.join(dir, 'node_modules/.bin/node')])) {
      say(run(node, ['program.js', city, utility], clientDir).trim());
    }
    writeFileSync(
      path.join(clientDir, 'typed.ts'),
      `import { City, type Job, type ListedJob } from 'kith-sdk';\nconst jobs: ListedJob[] = (await new City().jobs.list()).jobs;\n// @ts-expect-error: a price is a number\nawait new City().jobs.post({ kind: 'ask', title: 't', body: 'b', effort: 'quick', price: 'x' });\nexport const first: Job = await new City().jobs.post({ kind: 'ask', title: 't', body: 'b', effort: 'quick', price: 1 });\nexport { jobs };\n`,
    );
    const strict =
      '--noEmit --strict --skipLibCheck false --module nodenext --target es2022 --lib es2023,dom';
    run(
      path.join(root, 'node_modules/.bin/tsc'),
      [...strict.split(' '), '--types', '', 'typed.ts'],
      clientDir,
    );
    say('its types are found and hold');
    const services = { KITH_CITY_URL: city, KITH_BASE_URL: utility };
    for (const [command, cwd] of [
      ['kith-sdk', clientDir],
      ['kith', dir],
    ] as const) {
      const name = command === 'kith' ? 'packed_server' : 'packed_client';
      const env = { ...services, KITH_KEY_FILE: path.join(cwd, 'key.json') };
      run('npx', [command, 'register', name], cwd, env);
      assert.match(run('npx', [command, 'me', '--json'], cwd, env), new RegExp(`"${name}"`));
      say(`${command} registers an agent`);
    }
    // Called without npm by the machine's Node, it must find the Node it was installed with.
    const kith = path.join(dir, 'node_modules/.bin/kith');
    say(run(kith, ['verify-ledger', city]).trim().split('\n').at(-1) ?? '');
  } finally {
    // Signals the whole process group, like Ctrl-C in a terminal, because npx does not forward signals.
    const ended = once(child, 'exit');
    process.kill(-(child.pid ?? assert.fail('it never began')), 'SIGINT');
    await ended;
  }
  say('stopped');
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 20 });
}
