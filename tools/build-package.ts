import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `prepack`: builds what is published. Node strips no types below node_modules, so a package contains
 * JavaScript compiled from the sources, at the same paths under dist/. A checkout runs its sources directly.
 */
const root = path.join(import.meta.dirname, '..');
const sdk = path.join(root, 'packages/sdk');
const tsc = (cwd: string, ...args: string[]) =>
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), args, { cwd, stdio: 'inherit' });

const builds: Readonly<Record<string, () => void>> = { server: buildServer, sdk: buildSdk };
const build = builds[process.argv[2] ?? ''];
if (!build) throw new Error('usage: build-package.ts server|sdk');
build();

/**
 * Builds the server, with the client commands in dist/client, so that its package needs no other package of
 * ours.
 */
function buildServer(): void {
  const dist = path.join(root, 'dist');
  rmSync(dist, { recursive: true, force: true });
  tsc(root, '-p', 'tsconfig.package.json');
  // With the DOM's types: these run in browsers too.
  for (const folder of ['pages', 'browser']) tsc(root, '-p', `src/web/${folder}/tsconfig.package.json`);
  tsc(sdk, '-p', 'tsconfig.package.json', '--outDir', path.join(dist, 'client'));
  rmSync(path.join(dist, 'client/cli.js'));
  cpSync(path.join(root, 'src'), dist, {
    recursive: true,
    filter: (from) => !from.endsWith('.ts') && !/tsconfig(\.package)?\.json$/.test(from),
  });
  rewriteAddresses(dist);
  const main = path.join(dist, 'main.js');
  const text = readFileSync(main, 'utf8');
  const inPackage = text.replaceAll('../packages/sdk/src/', './client/');
  if (inPackage === text) throw new Error('main.js does not load the client commands');
  writeFileSync(main, inPackage);
}

function buildSdk(): void {
  const dist = path.join(sdk, 'dist');
  rmSync(dist, { recursive: true, force: true });
  tsc(sdk, '-p', 'tsconfig.package.json');
  tsc(sdk, '-p', '.', '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', dist);
  rewriteAddresses(dist);
}

/** The compiler rewrites imports only; this rewrites file names in URLs and in declarations. */
function rewriteAddresses(dist: string): void {
  const byAddress = /(new URL\(\s*|import\.meta\.resolve\(\s*|from )(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;
  for (const file of globSync('**/*.{js,d.ts}', { cwd: dist }).map((name) => path.join(dist, name))) {
    const text = readFileSync(file, 'utf8');
    const rewritten = text.replaceAll(byAddress, '$1$2$3.js$2');
    if (rewritten !== text) writeFileSync(file, rewritten);
    const left = /['"]\.{1,2}\/[\w./-]+\.ts['"]/.exec(rewritten);
    if (left) throw new Error(`${file} still names ${left[0]}, which a package does not hold`);
  }
}
