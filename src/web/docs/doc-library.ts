import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { linksIn } from './markdown.ts';

/** The pages of docs/ in this package, and the files they link to. */
export interface DocLibrary {
  /** By name: `sdk`, `guides/watch-a-page`. */
  readonly pages: ReadonlyMap<string, string>;
  /** By path in the package: `examples/pay.ts`. */
  readonly files: ReadonlyMap<string, string>;
  /** Groups of the index, in menu order. */
  readonly groups: readonly Group[];
}

interface Group {
  readonly title: string;
  readonly pages: readonly { readonly name: string; readonly title: string }[];
}

const root = path.join(import.meta.dirname, '../../..');
let cached: Promise<DocLibrary> | undefined;

/** Read on the first request and cached by the process. */
export function loadLibrary(): Promise<DocLibrary> {
  cached ??= readLibrary().catch((error: unknown) => {
    cached = undefined;
    throw error;
  });
  return cached;
}

async function readLibrary(): Promise<DocLibrary> {
  const folder = path.join(root, 'docs');
  const found = await readdir(folder, { recursive: true });
  const names = found
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replaceAll(path.sep, '/').slice(0, -'.md'.length))
    .sort();
  const pages = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(path.join(folder, `${name}.md`), 'utf8')] as const),
    ),
  );
  return { pages, files: await readLinkedFiles(pages), groups: parseMenu(pages.get('index') ?? '') };
}

/** Only files that a page links to are served. */
async function readLinkedFiles(pages: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const named = new Set<string>();
  for (const [name, text] of pages) {
    for (const { href } of linksIn(text)) {
      const file = repositoryPathOf(name, href);
      if (file && !file.startsWith('docs/')) named.add(file);
    }
  }
  const files = new Map<string, string>();
  for (const name of [...named].sort()) {
    const file = path.join(root, name);
    if ((await stat(file).catch(() => undefined))?.isFile()) files.set(name, await readFile(file, 'utf8'));
  }
  return files;
}

/** Path in the package that a link resolves to; undefined for external links and anchors. */
export function repositoryPathOf(page: string, href: string): string | undefined {
  if (/^([a-z][a-z+.-]*:|[#/])/i.test(href)) return undefined;
  const [target = ''] = href.split('#', 1);
  const place = path.posix.join('docs', path.posix.dirname(page), decodeURIComponent(target));
  return place.startsWith('../') ? undefined : place;
}

function parseMenu(index: string): Group[] {
  const [, ...parts] = index.split(/^## /m);
  return parts.map((part) => ({
    title: part.slice(0, part.indexOf('\n')).trim(),
    pages: linksIn(part).map(({ href, title }) => ({ name: href.replace(/\.md$/, ''), title })),
  }));
}
