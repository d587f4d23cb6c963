import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `prepack`: builds what is published. Node strips no types below node_modules, so a package contains
 * JavaScript compiled from the sources, at the same paths under dist/. A checkout runs its sources directly.
 */
const root = path.join(import.meta.dirname, '..');
const packageDir = (name: string) => path.join(root, 'packages', name);
/** The packages that the server contains, and the folder of dist/ that holds each. */
const bundled = { sdk: 'client', 'json-repair': 'json-repair' } as const;
const tsc = (cwd: string, ...args: string[]) =>
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), args, { cwd, stdio: 'inherit' });

const [name = ''] = process.argv.slice(2);
if (name === 'server') buildServer();
else if (Object.hasOwn(bundled, name)) buildLibrary(name);
else throw new Error(`usage: build-package.ts ${['server', ...Object.keys(bundled)].join('|')}`);

/**
 * Builds the server with our other packages inside, the client commands in dist/client, so that it is
 * installed from one package.
 */
function buildServer(): void {
  const dist = path.join(root, 'dist');
  rmSync(dist, { recursive: true, force: true });
  tsc(root, '-p', 'tsconfig.package.json');
  // With the DOM's types: these run in browsers too.
  tsc(root, '-p', 'src/web/pages/tsconfig.package.json');
  for (const [from, to] of Object.entries(bundled))
    tsc(packageDir(from), '-p', 'tsconfig.package.json', '--outDir', path.join(dist, to));
  rmSync(path.join(dist, 'client/cli.js'));
  // The compiler writes what lies outside of src beside its sources.
  for (const file of globSync('packages/*/src/**/*.js', { cwd: root })) rmSync(path.join(root, file));
  cpSync(path.join(root, 'src'), dist, {
    recursive: true,
    filter: (from) => !from.endsWith('.ts') && !/tsconfig(\.package)?\.json$/.test(from),
  });
  rewriteAddresses(dist);
  loadBundled(dist);
}

function buildLibrary(name: string): void {
  const dir = packageDir(name);
  const dist = path.join(dir, 'dist');
  rmSync(dist, { recursive: true, force: true });
  tsc(dir, '-p', 'tsconfig.package.json');
  tsc(dir, '-p', '.', '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', dist);
  rewriteAddresses(dist);
}

/** Imports of `../packages/sdk/src/` become imports of the copy in dist/. */
function loadBundled(dist: string): void {
  const loaded = new Set<string>();
  for (const name of globSync('**/*.js', { cwd: dist })) {
    const file = path.join(dist, name);
    const text = readFileSync(file, 'utf8');
    const inPackage = text.replaceAll(
      /(['"])(?:\.\.\/)+packages\/([\w-]+)\/src\//g,
      (_, quote: string, from: keyof typeof bundled) => {
        loaded.add(from);
        return `${quote}${path.posix.relative(path.posix.dirname(name), bundled[from]).replace(/^(?!\.)/, './')}/`;
      },
    );
    if (inPackage !== text) writeFileSync(file, inPackage);
  }
  for (const each of Object.keys(bundled)) if (!loaded.has(each)) throw new Error(`nothing loads ${each}`);
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
