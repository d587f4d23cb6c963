import { type Element, isTag } from 'domhandler';
import { asRecord } from '../../../platform/decode.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { closest, squeeze, textOf, walk } from '../tree.ts';
import { collectJsonLdObjects, nameOfObject } from './json-ld-objects.ts';
import { maxTextChars, metaTags, splitRels, toAbsoluteUrl } from './meta.ts';

/** The publisher a page names: in JSON-LD, OpenGraph, its application name, or the last part of its title. */
export function findPublisher(page: ParsedPage, title: string | null): string | null {
  const meta = metaTags(page);
  const candidates = [
    ...collectJsonLdObjects(page).map((each) => nameOfObject(each.publisher)),
    meta.get('og:site_name'),
    meta.get('application-name'),
    meta.get('apple-mobile-web-app-title'),
    meta.get('al:android:app_name'),
    meta.get('al:ios:app_name'),
    meta.get('al:iphone:app_name'),
    nameIn(meta.get('publisher')),
    meta.get('dc.publisher'),
    meta.get('dcterms.publisher'),
    meta.get('twitter:app:name:iphone'),
    meta.get('twitter:app:name:ipad'),
    meta.get('twitter:app:name:googleplay'),
    microdataPublisher(page),
    ...collectJsonLdObjects(page)
      .filter((each) => /^(?:WebSite|Organization|NewsMediaOrganization)$/.test(String(each['@type'])))
      .map((each) => nameOfObject(each)),
    titleEnd(title),
  ];
  return (
    candidates
      .map((each) => squeeze(each ?? '').replace(formerName, ''))
      .find(Boolean)
      ?.slice(0, maxTextChars) ?? null
  );
}

/** "X (formerly Twitter)": the former name is not part of the name. */
const formerName = /\s\((?:formerly|previously)\s[^)]*\)$/i;

/**
 * The image that represents the page: the one declared for sharing, otherwise from its structured data or its
 * link.
 */
export function findImage(page: ParsedPage): string | null {
  const meta = metaTags(page);
  const images = page.all('img').filter(isShown);
  const declared = [
    meta.get('og:image:secure_url'),
    meta.get('og:image:url'),
    meta.get('og:image'),
    meta.get('twitter:image:src'),
    meta.get('twitter:image'),
    ...collectJsonLdObjects(page).map((each) => toAddress(each.image)),
    ...collectJsonLdObjects(page).map((each) => toAddress(each.thumbnailUrl)),
    page.all('link').find(({ attribs }) => splitRels(attribs).includes('image_src'))?.attribs.href,
    meta.get('thumbnail'),
    page.all('img').find(({ attribs }) => attribs.itemprop === 'image')?.attribs.src,
    meta.get('image'),
    // Otherwise the first image of its article rather than of its frame.
    images.find((each) => closest(each, contents))?.attribs.src,
    images[0]?.attribs.src,
  ];
  for (const each of declared) {
    const url = toAbsoluteUrl(each, page.base);
    if (url) return url;
  }
  return null;
}

const contents = new Set(['article']);

/** Neither a tracking pixel nor an ornament. */
function isShown({ attribs }: Element): boolean {
  const { src, width, height, style = '' } = attribs;
  const isTiny = [width, height].some((each) => each !== undefined && Number.parseInt(each, 10) <= 2);
  const isHidden = attribs['aria-hidden'] === 'true' || /display:\s*none/i.test(style);
  return src !== undefined && !src.startsWith('data:') && !isTiny && !isHidden;
}

/** Every og:image, in document order. */
export function openGraphImages(page: ParsedPage): string[] {
  const urls = page
    .all('meta')
    .filter(({ attribs }) =>
      /^og:image(?::(?:secure_)?url)?$/i.test((attribs.property ?? attribs.name ?? '').trim()),
    )
    .flatMap(({ attribs }) => toAbsoluteUrl(attribs.content, page.base) ?? []);
  return [...new Set(urls)].slice(0, 50);
}

/** The name inside a publisher of microdata. */
function microdataPublisher(page: ParsedPage): string | null {
  const publishers = ['div', 'span', 'p', 'section', 'footer'].flatMap((tag) =>
    page.all(tag).filter(({ attribs }) => attribs.itemprop === 'publisher'),
  );
  for (const publisher of publishers) {
    const names: string[] = [];
    walk(publisher, (node) => {
      if (isTag(node) && node.attribs.itemprop === 'name') names.push(node.attribs.content ?? textOf(node));
    });
    const name = names.map(nameIn).find((each) => each !== null);
    if (name) return name;
  }
  return null;
}

/** Null for an address, such as that of the publisher's site. */
const nameIn = (text: string | undefined): string | null =>
  text && !/^(?:https?:|www\.)|^[\w-]+\.\w{2,}$/i.test(text.trim()) ? text : null;

function toAddress(value: unknown): string | undefined {
  const [first] = [value].flat();
  if (typeof first === 'string') return first;
  const { url } = asRecord(first);
  return typeof url === 'string' ? url : undefined;
}

/** "A story | The Paper": the part after the last separator, if it is short. */
function titleEnd(title: string | null): string | null {
  const parts = (title ?? '').split(/\s[|–—·•»-]\s/);
  const end = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return end.length > 0 && end.split(' ').length <= 4 ? end : null;
}
