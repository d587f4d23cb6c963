import type { Element } from 'domhandler';
import { blockText } from '../article/block-text.ts';
import { splitRels, toAbsoluteUrl } from '../metadata/meta.ts';
import type { PageSource } from '../page-source.ts';
import { parsePage } from '../parsed-page.ts';

/** Parses the URLs of a srcset attribute by the HTML standard: a comma within a URL does not end it. */
function srcsetUrls(srcset: string): string[] {
  const urls: string[] = [];
  const words = srcset.trim().split(/\s+/);
  let inDescriptor = false;
  for (const word of words) {
    if (inDescriptor) {
      inDescriptor = !word.endsWith(',');
      const glued = word.indexOf(',');
      if (glued >= 0 && glued < word.length - 1) {
        urls.push(word.slice(glued + 1));
        inDescriptor = true;
      }
      continue;
    }
    const url = word.replace(/^,+/, '');
    if (url === '') continue;
    const ended = url.endsWith(',');
    const bare = ended ? url.slice(0, url.search(/,+$/)) : url;
    if (bare !== '') urls.push(bare);
    inDescriptor = !ended;
  }
  return urls;
}

const webScheme = /^https?:/i;
/** Valid schemes that no web server handles. */
const otherSchemes = new Set(
  'about blob cid data facetime feed file fax ftp ftps geo git im intent irc ircs javascript magnet maps market mid ms-settings news nntp callto sip sips skype slack sms smsto spotify ssh steam tel telnet tg threema urn view-source viber webcal weixin whatsapp ws wss xmpp zoommtg bitcoin ethereum mailto android-app ios-app signal'.split(
    ' ',
  ),
);
const misspeltScheme = /^(?:h?t{1,3}ps?|htps?|hhttps?|httpp?s{0,2}|hptts?|htpps?|https?s)$/i;
const placeholder =
  /\{\{|\$\{|<%|%7B%7B|\[object(?: |%20)Object\]|^(?:undefined|null|NaN)$|\/(?:undefined|NaN)(?:\/|$)/i;

/** Why a link cannot be what its author intended; null if it can. */
function malformedReason(href: string, base: URL): string | null {
  const text = href.trim();
  if (placeholder.test(text)) return 'A placeholder of a template or a script was not filled in.';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return mailFault(text.slice(7));
  if (scheme === 'tel') return /\d/.test(text) ? null : 'A tel: link without a number.';
  if (scheme && !webScheme.test(text)) {
    if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+:\d{1,5}(?:[/?#]|$)/i.test(text))
      return 'The scheme is missing, so the host is read as one.';
    if (misspeltScheme.test(scheme)) return `The scheme "${scheme}:" is misspelt.`;
    return otherSchemes.has(scheme) ||
      scheme.startsWith('web+') ||
      scheme.includes('.') ||
      scheme.includes('-')
      ? null
      : `The scheme "${scheme}:" is not a known one.`;
  }
  if (/^https?\/\//i.test(text)) return 'The colon after the scheme is missing, so it is read as a path.';
  if (/^https?:(?!\/\/)/i.test(text)) return 'The two slashes after the scheme are missing.';
  if (/^https?:\/\/https?(?::|\/\/)/i.test(text)) return 'It has two schemes.';
  if (/^www\.[^/\s]+\.[a-z]{2,}(?:[/?#]|$)/i.test(text))
    return 'The scheme is missing, so it is read as a path.';
  const url = URL.parse(text, base.href);
  if (!url) return 'It cannot be read as an address.';
  const host = webScheme.test(text) || text.startsWith('//') ? hostFault(text) : null;
  return host;
}

/** Browsers repair these; other clients do not. */
function hostFault(text: string): string | null {
  const host = /^(?:https?:)?\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (host === '') return 'The host is missing.';
  if (/[\s<>"]|%20/.test(host)) return 'The host has a space or a bracket in it.';
  if (host.includes('..') || host.startsWith('.')) return 'The host has an empty label.';
  return null;
}

function mailFault(rest: string): string | null {
  const [address = '', query = ''] = rest.split('?', 2);
  if (address === '' && /(?:^|&)(?:to|subject|body|cc|bcc)=/i.test(query)) return null;
  return /[^\s@]@[^\s@]/.test(address) || /%40/.test(address) ? null : 'A mailto: link without an address.';
}

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
