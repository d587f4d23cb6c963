import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Strips the types from a script the way Node does for this server's own files. Node warns about this function
 * only, so the warning is suppressed: it would tell operators nothing.
 */
function stripTypes(script: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return trimLineEnds(stripTypeScriptTypes(script, { mode: 'strip' }));
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Stripped types leave blanks behind; line numbers stay, so that an error names the source line. */
const trimLineEnds = (script: string): string => script.replaceAll(/[ \t]+$/gm, '');

const contentTypes = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
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

/** Packages that pages import, by the name they import them with. A browser gets them as files of this folder. */
const libraries: Readonly<Record<string, string>> = {
  preact: 'preact',
  'preact/hooks': 'preact/hooks',
  '@preact/signals': '@preact/signals',
  '@preact/signals-core': '@preact/signals-core',
  htm: 'htm',
  'markdown-it': 'markdown-it/browser',
};
const libraryFile = (name: string): string => `lib/${name.replaceAll('/', '-').replace('@', '')}.mjs`;

/** In cascade order: later files refine earlier ones. */
const styleSheets = { shared: ['tokens', 'base', 'frame', 'parts', 'docs'], services: ['city', 'utility'] };

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

const here = import.meta.dirname;
/** Scripts are sources in a checkout, and compiled in a package. */
export const scriptExtension = path.extname(import.meta.filename);
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
  const resolve = (name: string) => fileURLToPath(import.meta.resolve(name));
  const found = await Promise.all([namesIn(path.join(here, 'pages'), 'pages', scriptExtension)]);
  const sources: [string, string][] = [
    ...found.flat(),
    ['icon.svg', path.join(here, 'icon.svg')],
    ...Object.entries(libraries).map(([name, source]): [string, string] => [
      libraryFile(name),
      resolve(source),
    ]),
    ...Object.entries(packageFiles).map(([name, source]): [string, string] => [name, resolve(source)]),
  ];
  const files = await Promise.all([
    ...sources.map(async ([name, source]) => [name, await readWebFile(name, source)] as const),
    ...styleSheets.services.map(
      async (service) => [`style/${service}.css`, await readStyles(service)] as const,
    ),
  ]);
  const hash = createHash('sha256');
  for (const [name, file] of files) hash.update(`${name}\0`).update(file.plain).update('\0');
  return { hash: hash.digest('hex').slice(0, 16), byName: new Map(files) };
}

async function namesIn(folder: string, served: string, ...extensions: string[]): Promise<[string, string][]> {
  const found = await readdir(folder, { recursive: true });
  return found
    .filter((name) => extensions.includes(path.extname(name)))
    .map((name) => name.replaceAll(path.sep, '/'))
    .sort()
    .map((name) => [`${served}/${name}`, path.join(folder, name)]);
}

/** All styles of a service in one file, so that a page waits for one. */
async function readStyles(service: string): Promise<WebFile> {
  const names = [...styleSheets.shared, service];
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(here, 'style', `${name}.css`), 'utf8')),
  );
  return {
    type: contentTypes['.css'],
    plain: Buffer.from(texts.join('\n')),
    isCompressible: true,
    imports: [],
  };
}

async function readWebFile(name: string, source: string): Promise<WebFile> {
  const extension = path.extname(name);
  if (!hasContentType(extension)) throw new Error(`no content type for ${name}`);
  const type = contentTypes[extension];
  const bytes = await readFile(source);
  if (!type.startsWith('text/javascript'))
    return { type, plain: bytes, isCompressible: extension !== '.woff2', imports: [] };
  const script = extension === '.ts' ? stripTypes(bytes.toString()) : bytes.toString();
  const plain = resolveLibraries(name, script);
  return { type, plain: Buffer.from(plain), isCompressible: true, imports: findImports(name, plain) };
}

/** A browser knows no packages: an import of one becomes the path of its file. */
function resolveLibraries(name: string, script: string): string {
  const up = '../'.repeat(name.split('/').length - 1);
  return script.replaceAll(
    /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([@a-z][^"']*)\2/g,
    (whole, before: string, quote: string, target: string) =>
      target in libraries ? `${before}${quote}${up}${libraryFile(target)}${quote}` : whole,
  );
}

/** Static imports only: `import('./find.ts')` loads on demand. */
function findImports(name: string, script: string): string[] {
  const found = script.matchAll(/(?:^|[;}\s])(?:import|export)\b[^'"();]*?from\s*["'](\.[^"']+)["']/g);
  return [...found].map(([, target = '']) => path.posix.join(path.posix.dirname(name), target));
}

/** All scripts that these load, themselves first, so that a browser can fetch them in parallel. */
export function findScripts({ byName }: WebFiles, ...entries: readonly string[]): string[] {
  const found = new Set(entries);
  for (const each of found) for (const next of byName.get(each)?.imports ?? []) found.add(next);
  return [...found];
}
