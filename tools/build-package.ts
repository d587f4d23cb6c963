import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `prepack`: what is published. Node strips no types below node_modules, so a package holds JavaScript made of the
 * sources, in the same places under dist/; a checkout runs its sources as they are and needs none of this.
 */
const root = path.join(import.meta.dirname, '..');
const sdk = path.join(root, 'packages/sdk');
const tsc = (cwd: string, ...args: string[]) =>
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), args, { cwd, stdio: 'inherit' });

const builds: Readonly<Record<string, () => void>> = { server: buildServer, sdk: buildSdk };
const build = builds[process.argv[2] ?? ''];
if (!build) throw new Error('usage: build-package.ts server|sdk');
build();

/** The server, with the client commands in dist/client: its package needs no other of ours. */
function buildServer(): void {
  const dist = path.join(root, 'dist');
  rmSync(dist, { recursive: true, force: true });
  tsc(root, '-p', 'tsconfig.package.json');
  tsc(sdk, '-p', 'tsconfig.package.json', '--outDir', path.join(dist, 'client'));
  rmSync(path.join(dist, 'client/cli.js'));
  cpSync(path.join(root, 'src'), dist, {
    recursive: true,
    // What browsers load keeps its types: the server takes them off when it is asked for a page, in a package as in a checkout.
    filter: (from) =>
      (from.includes('/web/browser/') || !from.endsWith('.ts')) && !from.endsWith('tsconfig.json'),
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

/** The compiler rewrites what is imported; files that are named by their address, and declarations, it leaves alone. */
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
