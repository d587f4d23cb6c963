import type { ParsedPage } from '../parsed-page.ts';
import { jsonLdBlocks } from '../structured/json-ld.ts';
import { squeeze } from '../tree.ts';
import { absolute, maxTextChars, metaTags, relsOf } from './meta.ts';

type Thing = Record<string, unknown>;

/** The publisher a page names: in JSON-LD, OpenGraph, its application name, or the last part of its title. */
export function publisherOf(page: ParsedPage, title: string | null): string | null {
  const meta = metaTags(page);
  const named = [
    ...things(page).map((each) => nameOf(each.publisher)),
    meta.get('og:site_name'),
    meta.get('application-name'),
    meta.get('apple-mobile-web-app-title'),
    meta.get('al:android:app_name'),
    meta.get('al:iphone:app_name'),
    meta.get('dc.publisher'),
    ...things(page)
      .filter((each) => /^(?:WebSite|Organization|NewsMediaOrganization)$/.test(String(each['@type'])))
      .map((each) => nameOf(each)),
    titleEnd(title),
  ];
  return (
    named
      .map((each) => squeeze(each ?? ''))
      .find(Boolean)
      ?.slice(0, maxTextChars) ?? null
  );
}

/**
 * The image that represents the page: the one declared for sharing, otherwise from its structured data or its
 * link.
 */
export function imageOf(page: ParsedPage): string | null {
  const meta = metaTags(page);
  const declared = [
    meta.get('og:image:secure_url'),
    meta.get('og:image:url'),
    meta.get('og:image'),
    meta.get('twitter:image:src'),
    meta.get('twitter:image'),
    ...things(page).map((each) => addressOf(each.image)),
    ...things(page).map((each) => addressOf(each.thumbnailUrl)),
    page.all('link').find(({ attribs }) => relsOf(attribs).includes('image_src'))?.attribs.href,
    meta.get('thumbnail'),
    page.all('img').find(({ attribs }) => attribs.itemprop === 'image')?.attribs.src,
    // Otherwise the first image of the page.
    page.all('img').find(({ attribs }) => attribs.src && !attribs.src.startsWith('data:'))?.attribs.src,
  ];
  for (const each of declared) {
    const url = absolute(each, page.base);
    if (url) return url;
  }
  return null;
}

/** Every og:image, in document order. */
export function openGraphImages(page: ParsedPage): string[] {
  const urls = page
    .all('meta')
    .filter(({ attribs }) =>
      /^og:image(?::(?:secure_)?url)?$/i.test((attribs.property ?? attribs.name ?? '').trim()),
    )
    .flatMap(({ attribs }) => absolute(attribs.content, page.base) ?? []);
  return [...new Set(urls)].slice(0, 50);
}

function things(page: ParsedPage): Thing[] {
  const blocks = jsonLdBlocks(page).flatMap(({ value }) => [value].flat());
  const all = blocks.flatMap((each) => [each, ...[(each as Thing | null)?.['@graph'] ?? []].flat()]);
  return all.filter((each): each is Thing => typeof each === 'object' && each !== null);
}

function nameOf(value: unknown): string | null {
  const [first] = [value].flat();
  if (typeof first === 'string') return /^https?:/.test(first) ? null : first;
  const name = (first as Thing | null | undefined)?.name;
  return typeof name === 'string' ? name : null;
}

function addressOf(value: unknown): string | undefined {
  const [first] = [value].flat();
  if (typeof first === 'string') return first;
  const url = (first as Thing | null | undefined)?.url;
  return typeof url === 'string' ? url : undefined;
}

/** "A story | The Paper": the part after the last separator, if it is short. */
function titleEnd(title: string | null): string | null {
  const parts = (title ?? '').split(/\s[|–—·•»-]\s/);
  const end = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return end.length > 0 && end.split(' ').length <= 4 ? end : null;
}
