import type { ParsedPage } from '../parsed-page.ts';
import { splitRels, toAbsoluteUrl } from './meta.ts';

export interface SiteIcon {
  readonly href: string;
  readonly rel: string;
  readonly sizes: string | null;
  readonly type: string | null;
}

const iconRels = new Set([
  'icon',
  'apple-touch-icon',
  'apple-touch-icon-precomposed',
  'mask-icon',
  'fluid-icon',
]);
const maxIcons = 100;
const maxAttributeChars = 200;

/** The icons that a page declares, in document order. */
export function declaredIcons(page: ParsedPage): SiteIcon[] {
  const icons: SiteIcon[] = [];
  for (const { attribs } of page.all('link')) {
    const rel = splitRels(attribs).find((each) => iconRels.has(each));
    const href = rel && dataOrAbsolute(attribs.href, page.base);
    if (!rel || !href || icons.length >= maxIcons) continue;
    icons.push({ href, rel, sizes: trimAttribute(attribs.sizes), type: trimAttribute(attribs.type) });
  }
  return icons;
}

const trimAttribute = (text: string | undefined): string | null =>
  text?.trim().slice(0, maxAttributeChars) || null;

/** The declared icon that a browser would show. */
export function findFavicon(page: ParsedPage): string | null {
  const icons = declaredIcons(page);
  const found =
    icons.find(({ rel, href }) => rel === 'icon' && !href.startsWith('data:')) ??
    icons.find(({ rel, href }) => rel !== 'mask-icon' && !href.startsWith('data:'));
  return found?.href ?? null;
}

/** Small icons may be embedded as data URLs; a long one is not worth its space in the response. */
function dataOrAbsolute(href: string | undefined, base: URL): string | null {
  const text = href?.trim() ?? '';
  if (/^data:image\//i.test(text)) return text.length <= 4_096 ? text : null;
  return toAbsoluteUrl(text, base);
}
