import { blockText } from '../article/block-text.ts';
import { headerCharset } from '../charset.ts';
import { headElements } from '../head-elements.ts';
import { metaTags, splitRels, toAbsoluteUrl } from '../metadata/meta.ts';
import { findCanonical, findLanguage, httpEquiv } from '../metadata/metadata.ts';
import type { PageSource } from '../page-source.ts';
import { type ParsedPage, parsePage } from '../parsed-page.ts';
import { detectLanguage } from './detect.ts';
import { linkHeader } from './link-header.ts';
import { tagFault } from './tag.ts';

export interface Alternate {
  hreflang: string;
  href: string;
}

export interface PageLanguage {
  lang: string | null;
  /** That of its text; null if the text is short or does not tell it clearly. */
  detected_lang: string | null;
  charset: string;
  alternates: Alternate[];
  issues: string[];
  /** Addresses of this page: its own, and its canonical one. */
  own: string[];
}

const maxAlternates = 1_000;
const prescanBytes = 1_024;

export function pageLanguage({ page: source, link }: { page: PageSource; link: string }): PageLanguage {
  const page = parsePage(source);
  const issues: string[] = [];
  const found = [...fromPage(page, issues), ...fromHeader(link, page)];
  const alternates = found.slice(0, maxAlternates);
  if (found.length > maxAlternates)
    issues.push(`Only the first ${maxAlternates} of ${found.length} alternates are shown.`);
  const own = ownAddresses(page);
  const lang = findLanguage(page, metaTags(page));
  // A page may leave out the body tag.
  const detected = detectLanguage(blockText(page.all('body')[0] ?? page.root, { shown: true }));
  issues.push(...langIssues(page), ...charsetIssues(page, source), ...setIssues(alternates, own));
  if (lang !== null && detected !== null && !isSameLanguage(lang, detected))
    issues.push(`The page declares "${lang}", but its text reads as "${detected}".`);
  return {
    lang,
    detected_lang: detected,
    charset: page.charset.toLowerCase(),
    alternates,
    issues,
    own,
  };
}

function fromPage(page: ParsedPage, issues: string[]): Alternate[] {
  const head = headElements(page);
  return page.all('link').flatMap((element) => {
    const { attribs } = element;
    if (!splitRels(attribs).includes('alternate') || attribs.hreflang === undefined) return [];
    const hreflang = attribs.hreflang.trim();
    if (!head.has(element)) {
      issues.push(`The alternate for "${hreflang}" is outside the head, where it is ignored.`);
      return [];
    }
    const href = toAbsoluteUrl(attribs.href, page.base);
    if (href === null) {
      issues.push(`The alternate for "${hreflang}" has no address.`);
      return [];
    }
    if (!/^https?:\/\//i.test(attribs.href?.trim() ?? '')) {
      issues.push(`The alternate for "${hreflang}" is not an absolute URL: ${attribs.href}`);
    }
    return [{ hreflang, href }];
  });
}

function fromHeader(link: string, page: ParsedPage): Alternate[] {
  return linkHeader(link).flatMap(({ href, params }) => {
    const url = toAbsoluteUrl(href, page.url);
    const isAlternate = (params.rel ?? '').toLowerCase().split(/\s+/).includes('alternate');
    return url && isAlternate && params.hreflang ? [{ hreflang: params.hreflang, href: url }] : [];
  });
}

function langIssues(page: ParsedPage): string[] {
  const html = page.all('html')[0]?.attribs;
  const lang = html?.lang?.trim();
  if (!lang) return ['The html element names no language (lang).'];
  const fault = tagFault(lang);
  const xml = html?.['xml:lang']?.trim();
  return [
    ...(fault ? [`The lang "${lang}" ${fault}.`] : []),
    ...(xml && xml.toLowerCase() !== lang.toLowerCase()
      ? [`lang "${lang}" and xml:lang "${xml}" differ.`]
      : []),
  ];
}

function charsetIssues(page: ParsedPage, source: PageSource): string[] {
  const header = headerCharset(source.contentType);
  const element = page.all('meta').find(({ attribs }) => attribs.charset !== undefined);
  const meta = element?.attribs.charset ?? headerCharset(httpEquiv(page, 'content-type') ?? '');
  const issues: string[] = [];
  if (!header && !meta) issues.push('No charset is declared, neither in the header nor in the page.');
  if (header && meta && labelName(header) !== labelName(meta)) {
    issues.push(`The header says charset ${header}, the page says ${meta}; the header wins.`);
  }
  if (page.charset !== 'UTF-8') issues.push(`The page is not in UTF-8 but in ${page.charset}.`);
  const metaIndex = /<meta[^>]{0,200}charset/i.exec(page.html.slice(0, 100_000))?.index ?? 0;
  if (!header && metaIndex > prescanBytes)
    issues.push(
      `The charset is declared after the first ${prescanBytes} bytes, where browsers do not look for it.`,
    );
  return issues;
}

/** Canonical name of an encoding label. */
function labelName(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return label.toLowerCase();
  }
}

/** Names of languages whose texts cannot be told apart by such words. */
const alike = ['no nb nn da', 'hr sr bs sh', 'id ms', 'zh yue'].map((each) => each.split(' '));

function isSameLanguage(declared: string, detected: string): boolean {
  const primary = declared.toLowerCase().split(/[-_]/)[0] ?? '';
  return primary === detected || alike.some((each) => each.includes(primary) && each.includes(detected));
}

const ownAddresses = (page: ParsedPage): string[] =>
  [page.url.href, findCanonical(page)].flatMap((url) => url?.replace(/#.*$/, '') ?? []);

/** Faults of the alternates as a set. */
function setIssues(alternates: readonly Alternate[], own: readonly string[]): string[] {
  if (alternates.length === 0) return [];
  const issues: string[] = [];
  const byTag = new Map<string, Set<string>>();
  for (const { hreflang, href } of alternates) {
    const tag = hreflang.toLowerCase();
    byTag.set(tag, (byTag.get(tag) ?? new Set()).add(href));
  }
  for (const [tag, hrefs] of byTag) {
    const fault = tag === 'x-default' ? null : tagFault(tag);
    if (fault) issues.push(`The hreflang "${tag}" ${fault}.`);
    if (hrefs.size > 1) issues.push(`The hreflang "${tag}" points to ${hrefs.size} addresses.`);
  }
  if (!byTag.has('x-default')) issues.push('There is no x-default among the alternates.');
  if (!alternates.some(({ href }) => own.includes(href.replace(/#.*$/, '')))) {
    issues.push('The page is not among its own alternates.');
  }
  return issues;
}
