import { decodeHtml, decodeXml } from './charset.ts';
import type { PageSource } from './page-source.ts';
import { parseStandardTree } from './standard-tree.ts';
import { parseTree, type Tree } from './tree.ts';

/** A page shared by the skills that read it. Each of its trees is parsed once, on first use. */
export interface ParsedPage extends Tree {
  readonly url: URL;
  /** Base URL of its links. */
  readonly base: URL;
  readonly html: string;
  readonly charset: string;
  /** The tree a browser builds. */
  standardTree(): Tree;
}

const maxCached = 8;
/** A tree takes many times the memory of its text, so a large page is parsed again rather than cached. */
const maxCachedChars = 4 * 1_024 * 1_024;
const recentPages = new Map<string, ParsedPage>();

/**
 * Parses in the calling worker and caches the last few: tasks for the same page are sent to the same worker.
 */
export function parsePage(source: PageSource): ParsedPage {
  const key = `${source.hash} ${source.contentType} ${source.url}`;
  const found = recentPages.get(key);
  if (found) {
    recentPages.delete(key);
    recentPages.set(key, found);
    return found;
  }
  const page = parse(source);
  recentPages.set(key, page);
  let chars = 0;
  for (const [each, { html }] of [...recentPages].reverse()) {
    chars += html.length;
    if (chars > maxCachedChars) recentPages.delete(each);
  }
  while (recentPages.size > maxCached) recentPages.delete(recentPages.keys().next().value ?? '');
  return page;
}

function parse({ bytes, contentType, url }: PageSource): ParsedPage {
  const decode = /^\s*(?:application\/xhtml\+xml|(?:application|text)\/xml)\b/i.test(contentType)
    ? decodeXml
    : decodeHtml;
  const { text, charset } = decode(bytes, contentType);
  const pageUrl = new URL(url);
  const tree = memoize(() => parseTree(text));
  const base = memoize(() => findBase(tree(), pageUrl));
  return {
    url: pageUrl,
    html: text,
    charset,
    get root() {
      return tree().root;
    },
    get base() {
      return base();
    },
    all: (tag) => tree().all(tag),
    standardTree: memoize(() => parseStandardTree(text)),
  };
}

function memoize<T extends object>(make: () => T): () => T {
  let memoized: T | undefined;
  return () => {
    memoized ??= make();
    return memoized;
  };
}

/** The first base element with an href, as the standard specifies. */
function findBase(tree: Tree, pageUrl: URL): URL {
  const href = tree.all('base').find((each) => each.attribs.href !== undefined)?.attribs.href;
  const base = href === undefined ? null : URL.parse(href.trim(), pageUrl.href);
  return base && (base.protocol === 'http:' || base.protocol === 'https:') ? base : pageUrl;
}
