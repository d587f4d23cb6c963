import { blockText } from '../article/block-text.ts';
import { absolute } from '../metadata/meta.ts';
import type { PageSource } from '../page-source.ts';
import { parsedPage } from '../parsed-page.ts';

export interface PageLink {
  url: string;
  /** What the page calls it. */
  text: string;
}

const maxText = 200;
const maxDistinct = 2_000;

/** The addresses that a page links to, each once without its fragment, in the order of the page. */
export function pageLinks({ page: source }: { page: PageSource }): { total: number; links: PageLink[] } {
  const page = parsedPage(source);
  const found = new Map<string, string>();
  let total = 0;
  for (const element of [...page.all('a'), ...page.all('area')]) {
    const href = element.attribs.href?.trim();
    if (!href || href.startsWith('#')) continue;
    const url = absolute(href, page.base)?.replace(/#.*$/, '');
    if (!url) continue;
    total += 1;
    if (found.has(url) || found.size >= maxDistinct) continue;
    const shown =
      blockText(element).replaceAll('\n', ' ') || element.attribs['aria-label'] || element.attribs.alt || '';
    found.set(url, shown.slice(0, maxText));
  }
  return { total, links: [...found].map(([url, text]) => ({ url, text })) };
}
