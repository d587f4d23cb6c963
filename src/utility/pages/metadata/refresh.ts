import type { PageSource } from '../page-source.ts';
import { parsedPage } from '../parsed-page.ts';
import { absolute } from './meta.ts';
import { httpEquiv } from './metadata.ts';

/** Beyond this, a refresh is a page that was meant to be read. */
const longestS = 10;
const form = /^\s*(\d+)[.\d]*\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i;

/** Where a page sends its visitors on by itself, soon after it was opened. */
export function pageRefresh({ page: source }: { page: PageSource }): { url: string | null } {
  const page = parsedPage(source);
  const [, seconds, target] = form.exec(httpEquiv(page, 'refresh') ?? '') ?? [];
  return { url: Number(seconds) <= longestS ? absolute(target, page.base) : null };
}
