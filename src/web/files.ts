import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripTypes } from './strip-types.ts';

const contentTypes = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const hasContentType = (extension: string): extension is keyof typeof contentTypes =>
  Object.hasOwn(contentTypes, extension);

/** Files of packages that are served along with our own. */
const packageFiles: Readonly<Record<string, string>> = {
  'fonts/inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'fonts/bricolage.woff2':
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
};

/** Emoji font for visitors whose system has none, in slices that load on demand. */
const emoji = '@fontsource/noto-color-emoji';
const emojiSlices = Array.from({ length: 11 }, (_, nth) => `noto-color-emoji-${nth}-400-normal.woff2`);

export interface WebFile {
  readonly type: string;
  readonly plain: Buffer;
  /** Whether compression makes it smaller. */
  readonly isCompressible: boolean;
  /** Modules that a script imports statically. */
  readonly imports: readonly string[];
}

export interface WebFiles {
  /** Hash over all files, part of their URLs, so that each can be cached forever. */
  readonly hash: string;
  readonly byName: ReadonlyMap<string, WebFile>;
}

const folder = path.join(import.meta.dirname, 'browser');
let cached: Promise<WebFiles> | undefined;

/** Files of the pages, read on the first request and cached by the process. */
export function webFiles(): Promise<WebFiles> {
  cached ??= readFiles().catch((error: unknown) => {
    cached = undefined;
    throw error;
  });
  return cached;
}

async function readFiles(): Promise<WebFiles> {
  const found = await readdir(folder, { recursive: true });
  const own = found
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => hasContentType(path.extname(name)))
    .sort()
    .map((name) => [name, path.join(folder, name)] as const);
  const others = [
    ...Object.entries(packageFiles),
    ...emojiSlices.map((name) => [`fonts/${name}`, `${emoji}/files/${name}`] as const),
  ].map(([name, source]) => [name, fileURLToPath(import.meta.resolve(source))] as const);
  const files = await Promise.all([
    ...[...own, ...others].map(async ([name, source]) => [name, await readWebFile(name, source)] as const),
    emojiStyle(),
  ]);
  const hash = createHash('sha256');
  for (const [name, file] of files) hash.update(`${name}\0`).update(file.plain).update('\0');
  return { hash: hash.digest('hex').slice(0, 16), byName: new Map(files) };
}

/** The package's style sheet with our URLs, and a family name that no installed font has. */
async function emojiStyle(): Promise<readonly [string, WebFile]> {
  const css = await readFile(fileURLToPath(import.meta.resolve(`${emoji}/400.css`)), 'utf8');
  const plain = Buffer.from(
    css
      .replaceAll(/src: url\(\.\/files\/([\w-]+\.woff2)\)[^;]*;/g, "src: url('../fonts/$1') format('woff2');")
      .replaceAll("'Noto Color Emoji'", "'Kith Emoji'"),
  );
  return ['style/emoji.css', { type: contentTypes['.css'], plain, isCompressible: true, imports: [] }];
}

async function readWebFile(name: string, source: string): Promise<WebFile> {
  const extension = path.extname(name);
  if (!hasContentType(extension)) throw new Error(`no content type for ${name}`);
  const type = contentTypes[extension];
  const bytes = await readFile(source);
  const plain = extension === '.ts' ? Buffer.from(stripTypes(bytes.toString())) : bytes;
  const imports = extension === '.ts' ? findImports(name, plain.toString()) : [];
  return { type, plain, isCompressible: extension !== '.woff2', imports };
}

/** Static imports only: `import('./city/front.ts')` loads on demand. */
function findImports(name: string, script: string): string[] {
  const found = script.matchAll(/^(?:import|export)\b[^'"();]*?from\s*'(\.[^']+)'/gm);
  return [...found].map(([, target = '']) => path.posix.join(path.posix.dirname(name), target));
}

/** All scripts of a page, the entry first, so that a browser can fetch them in parallel. */
export function findScripts({ byName }: WebFiles, entry: string, path: string): string[] {
  const found = new Set([entry, ...pageModule(byName.get(entry), path)]);
  for (const each of found) for (const next of byName.get(each)?.imports ?? []) found.add(next);
  return [...found];
}

/** Matches `{ path: '/jobs', load: () => import('./city/jobs.ts') }` in the entry scripts. */
function pageModule(entry: WebFile | undefined, path: string): string[] {
  const routes =
    entry?.plain.toString().matchAll(/path: '([^']+)', load: \(\) => import\('\.\/([^']+)'\)/g) ?? [];
  return [...routes].flatMap(([, of, name]) => (of === path && name ? [name] : []));
}
