import type { Element } from 'domhandler';
import { blockText } from '../article/block-text.ts';
import { splitRels, toAbsoluteUrl } from '../metadata/meta.ts';
import type { PageSource } from '../page-source.ts';
import { parsePage } from '../parsed-page.ts';
import { malformedReason } from './malformed.ts';
import { srcsetUrls } from './srcset.ts';

export const linkKinds = [
  'link',
  'image',
  'script',
  'stylesheet',
  'media',
  'frame',
  'icon',
  'other',
] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface PageLink {
  url: string;
  /** Link text. */
  text: string;
  kind: LinkKind;
  /** Parts of that page that are linked to (#…), as written. */
  fragments?: string[];
}

export interface MalformedLink {
  href: string;
  reason: string;
  text: string;
  kind: LinkKind;
}

/** A link to a part of a page. */
export interface MissingAnchor {
  href: string;
  text: string;
}

export interface PageLinks {
  /** Number of links to follow. */
  total: number;
  /** Number of files the page loads. */
  assets: number;
  /** Distinct URLs without fragments: first the links, then the files, in document order. */
  links: PageLink[];
  malformed: MalformedLink[];
  /** Links to parts of the page that its HTML does not contain. */
  missingAnchors: MissingAnchor[];
}

const maxText = 200;
const maxHref = 300;
const maxDistinct = 2_000;
const maxMalformed = 100;
const maxMissingAnchors = 100;
const maxFragments = 20;

type LinkAttribute = readonly [
  tag: string,
  kind: LinkKind,
  hrefs: (element: Element) => readonly (string | undefined)[],
];

const attribute =
  (name: string) =>
  ({ attribs }: Element) => [attribs[name]];
const srcset = ({ attribs }: Element) => (attribs.srcset ? srcsetUrls(attribs.srcset) : []);

/** Links that a reader can follow, then files that a browser loads. */
const sources: readonly LinkAttribute[] = [
  ['a', 'link', attribute('href')],
  ['area', 'link', attribute('href')],
  ['img', 'image', (element) => [element.attribs.src, ...srcset(element)]],
  ['input', 'image', ({ attribs }) => (attribs.type?.toLowerCase() === 'image' ? [attribs.src] : [])],
  ['image', 'image', ({ attribs }) => [attribs.href ?? attribs['xlink:href']]],
  ['video', 'image', attribute('poster')],
  ['script', 'script', attribute('src')],
  [
    'link',
    'stylesheet',
    (element) => (splitRels(element.attribs).includes('stylesheet') ? [element.attribs.href] : []),
  ],
  ['link', 'icon', (element) => (isIcon(element) ? [element.attribs.href] : [])],
  ['link', 'other', (element) => (isPreload(element) ? [element.attribs.href] : [])],
  ['video', 'media', attribute('src')],
  ['audio', 'media', attribute('src')],
  ['source', 'media', attribute('src')],
  ['source', 'image', srcset],
  ['track', 'media', attribute('src')],
  ['embed', 'media', attribute('src')],
  ['object', 'media', attribute('data')],
  ['iframe', 'frame', attribute('src')],
  ['frame', 'frame', attribute('src')],
];

const isIcon = ({ attribs }: Element): boolean =>
  splitRels(attribs).some(
    (rel) => rel === 'icon' || rel.startsWith('apple-touch-icon') || rel === 'mask-icon',
  );
const isPreload = ({ attribs }: Element): boolean =>
  splitRels(attribs).some((rel) => ['preload', 'modulepreload', 'manifest'].includes(rel));

/** The URLs that a page links to or loads, and malformed ones. */
export function pageLinks({ page: source }: { page: PageSource }): PageLinks {
  const page = parsePage(source);
  const found = new Map<string, PageLink>();
  const malformed = new Map<string, MalformedLink>();
  const own = page.url.href.replace(/#.*$/, '');
  let total = 0;
  let assets = 0;
  for (const [tag, kind, hrefsOf] of sources) {
    for (const element of page.all(tag)) {
      for (const each of hrefsOf(element)) {
        const href = each?.trim();
        if (!href || href.startsWith('#')) continue;
        const reason = malformedReason(href, page.base);
        if (reason) {
          if (malformed.size < maxMalformed && !malformed.has(href))
            malformed.set(href, { href: href.slice(0, maxHref), reason, text: linkText(element), kind });
        }
        const url = toAbsoluteUrl(href, page.base)?.replace(/#.*$/, '');
        if (!url) continue;
        if (kind === 'link') total += 1;
        else assets += 1;
        // A malformed link is reported; requesting it would show nothing.
        if (reason || (!found.has(url) && found.size >= maxDistinct)) continue;
        const link = found.get(url) ?? { url, text: linkText(element), kind };
        found.set(url, link);
        // Parts of the page itself are searched in full below.
        const fragment = kind === 'link' && url !== own ? fragmentOf(href) : null;
        if (fragment !== null && (link.fragments?.length ?? 0) < maxFragments)
          link.fragments = [...new Set([...(link.fragments ?? []), fragment])];
      }
    }
  }
  return {
    total,
    assets,
    links: [...found.values()],
    malformed: [...malformed.values()],
    missingAnchors: findMissingAnchors(page),
  };
}

/** `#top`, routes of scripts (`#/…`, `#!…`) and text fragments (`#:~:text=…`) need no element. */
const needsNoElement = /^(?:top$|[/!]|:~:)/i;

/** Anywhere in the text, also in scripts, which may add such an element. */
const nameAttribute = /\b(?:id|name)\s{0,5}=\s{0,5}(?:"([^"]{0,500})"|'([^']{0,500})'|([^\s"'>]{1,500}))/gi;

function findMissingAnchors(page: ReturnType<typeof parsePage>): MissingAnchor[] {
  const missing = new Map<string, MissingAnchor>();
  const own = page.url.href.replace(/#.*$/, '');
  const hasPart = partsOf(page.html);
  for (const element of page.all('a')) {
    const href = element.attribs.href?.trim() ?? '';
    const fragment = fragmentOf(href);
    if (fragment === null || missing.has(href) || missing.size >= maxMissingAnchors) continue;
    if (toAbsoluteUrl(href, page.base)?.replace(/#.*$/, '') !== own) continue;
    if (!hasPart(fragment)) missing.set(href, { href: href.slice(0, maxHref), text: linkText(element) });
  }
  return [...missing.values()];
}

/** The part of a page that a link leads to; null if that needs no element. */
function fragmentOf(href: string): string | null {
  const at = href.indexOf('#');
  const fragment = href.slice(at + 1);
  return at < 0 || fragment === '' || needsNoElement.test(fragment) ? null : fragment;
}

/** Whether the text of a page names this part. */
export function partsOf(html: string): (fragment: string) => boolean {
  const names = new Set(
    [...html.matchAll(nameAttribute)].map(([, quoted, single, bare]) => quoted ?? single ?? bare),
  );
  return (fragment) => names.has(fragment) || names.has(decodeFragment(fragment));
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function linkText(element: Element): string {
  const { attribs } = element;
  const own = element.name === 'a' ? blockText(element).replaceAll('\n', ' ') : '';
  return (own || attribs['aria-label'] || attribs.alt || attribs.title || '').slice(0, maxText);
}
