import type { ParsedPage } from '../parsed-page.ts';
import { squeeze } from '../tree.ts';

/** Real values are shorter; anything beyond would only bloat the response. */
export const maxTextChars = 10_000;
const maxUrlChars = 8_192;

/** The first non-empty content per meta name or property, in lower case. */
export function metaTags(page: ParsedPage): Map<string, string> {
  const found = new Map<string, string>();
  for (const { attribs } of page.all('meta')) {
    const content = squeeze(attribs.content ?? attribs.value ?? '').slice(0, maxTextChars);
    if (content === '') continue;
    for (const name of [attribs.property, attribs.name, attribs.itemprop]) {
      const key = name?.trim().toLowerCase();
      if (key && !found.has(key)) found.set(key, content);
    }
  }
  return found;
}

/**
 * Resolves an http(s) URL, or returns null. Raw spaces and the like are left to the URL parser, which escapes
 * them.
 */
export function toAbsoluteUrl(href: string | undefined, base: URL): string | null {
  const text = href?.trim();
  if (!text || text.length > maxUrlChars) return null;
  const url = URL.parse(text, base.href);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

/** The tokens of a rel attribute, in lower case. */
export function splitRels(attribs: Record<string, string>): string[] {
  return (attribs.rel ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}
