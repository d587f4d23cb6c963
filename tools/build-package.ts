import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `prepack`: what is published. Node strips no types below node_modules, so a package holds JavaScript made of the
 * sources, in the same places under dist/; a checkout runs its sources as they are and needs none of this.
 */
const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const tsc = path.join(root, 'node_modules/.bin/tsc');

rmSync(dist, { recursive: true, force: true });
execFileSync(tsc, ['-p', 'tsconfig.package.json'], { cwd: root, stdio: 'inherit' });
const types = [
  '--noEmit',
  'false',
  '--declaration',
  '--emitDeclarationOnly',
  '--outDir',
  path.join(dist, 'sdk'),
];
execFileSync(tsc, ['-p', 'src/sdk', ...types], { cwd: root, stdio: 'inherit' });
cpSync(path.join(root, 'src'), dist, {
  recursive: true,
  // What browsers load keeps its types: the server takes them off when it is asked for a page, in a package as in a checkout.
  filter: (from) =>
    (from.includes('/web/browser/') || !from.endsWith('.ts')) && !from.endsWith('tsconfig.json'),
});

/** The compiler rewrites what is imported; files that are named by their address, and declarations, it leaves alone. */
const byAddress = /(new URL\(\s*|import\.meta\.resolve\(\s*|from )(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;
for (const file of globSync('**/*.{js,d.ts}', { cwd: dist }).map((name) => path.join(dist, name))) {
  const text = readFileSync(file, 'utf8');
  const rewritten = text.replaceAll(byAddress, '$1$2$3.js$2');
  if (rewritten !== text) writeFileSync(file, rewritten);
  const left = /['"]\.{1,2}\/[\w./-]+\.ts['"]/.exec(rewritten);
  if (left) throw new Error(`${file} still names ${left[0]}, which a package does not hold`);
}
