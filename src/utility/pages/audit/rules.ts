import { readFileSync } from 'node:fs';
import type { Element } from 'domhandler';
import { tagFault } from '../language/tag.ts';
import { splitRels } from '../metadata/meta.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { squeeze, textOf } from '../tree.ts';
import type { AuditFacts } from './facts.ts';

/** Link texts that do not describe their target, in over 40 languages. */
const texts = readFileSync(new URL('vague-texts.txt', import.meta.url), 'utf8');

/** Typeset apostrophes are as common as plain ones. */
const plainText = (text: string): string => text.normalize('NFKC').replaceAll('’', "'");
const vague = new Set(plainText(texts.trim()).split(/[|\n]/));

/** Arrows, brackets and dots around the words. */
const ornaments = /^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu;

export function isVague(text: string): boolean {
  const words = plainText(text).replaceAll(ornaments, '');
  return vague.has(words.toLowerCase()) || vague.has(words.toLocaleLowerCase('tr'));
}

/** Crawlers whose directives count in a general audit. */
const auditedCrawlers = new Set(['robots', 'googlebot']);
const withValue = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/**
 * The X-Robots-Tag directives that apply to all crawlers or to Google. A header may name the crawler it is
 * for (`otherbot: noindex, nofollow`), which applies until another one is named.
 */
export function generalDirectives(headers: readonly string[]): string[] {
  return headers.flatMap((header) => {
    let agent = 'robots';
    const found: string[] = [];
    for (const part of splitDirectives(header)) {
      const match = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part);
      const isAgent = match && !withValue.has((match[1] ?? '').toLowerCase());
      if (isAgent) agent = (match[1] ?? '').toLowerCase();
      const directive = (isAgent ? (match[2] ?? '') : part).trim().toLowerCase();
      if (directive && auditedCrawlers.has(agent)) found.push(directive);
    }
    return found;
  });
}

/** The directives between commas; a date may have a comma of its own: `Friday, 25 Jun 2010 15:00:00 GMT`. */
function splitDirectives(header: string): string[] {
  const parts: string[] = [];
  for (const part of header.split(',')) {
    const last = parts.at(-1) ?? '';
    const hasHalfDate = /\bunavailable_after\s*:/i.test(last) && Number.isNaN(Date.parse(dateIn(last)));
    if (hasHalfDate && !Number.isNaN(Date.parse(dateIn(`${last},${part}`))))
      parts.splice(-1, 1, `${last},${part}`);
    else parts.push(part);
  }
  return parts;
}

const dateIn = (directive: string): string => directive.replace(/^.*\bunavailable_after\s*:/i, '').trim();

/** Whether these directives keep a page out of the index at `now`. */
export function isNoindex(directives: readonly string[], now: number): boolean {
  return directives.some((each) => {
    if (each === 'noindex' || each === 'none') return true;
    return /^unavailable_after\s*:/.test(each) && Date.parse(dateIn(each)) < now;
  });
}

export interface Issue {
  severity: 'error' | 'warning' | 'notice';
  code: string;
  message: string;
}

type AuditRule = (facts: AuditFacts) => Issue | null | false | undefined;

const error = (code: string, message: string): Issue => ({ severity: 'error', code, message });
const warning = (code: string, message: string): Issue => ({ severity: 'warning', code, message });
const notice = (code: string, message: string): Issue => ({ severity: 'notice', code, message });

const rules: readonly AuditRule[] = [
  ({ status }) =>
    (status < 200 || status > 299) && error('http_status', `The page returns status ${status}.`),
  ({ page, robotsHeaders, now }) => {
    // If there are several such elements, the strictest directive wins.
    const metaDirectives = page
      .all('meta')
      .filter(({ attribs }) => /^(?:robots|googlebot)$/i.test(attribs.name?.trim() ?? ''))
      .map(({ attribs }) => attribs.content ?? '');
    return (
      isNoindex(generalDirectives([...metaDirectives, ...robotsHeaders]), now) &&
      error('noindex', 'The page asks search engines not to index it.')
    );
  },
  ({ title }) => !title.text && error('title_missing', 'The page has no title.'),
  ({ title }) =>
    title.length > 60 &&
    warning('title_long', `The title has ${title.length} characters; search results cut it after 60.`),
  ({ title }) =>
    title.length > 0 &&
    title.length < 10 &&
    warning('title_short', `The title has only ${title.length} characters.`),
  ({ page }) =>
    page.all('title').filter((each) => each.parent && 'name' in each.parent && each.parent.name === 'head')
      .length > 1 && warning('title_several', 'The page has more than one title.'),
  ({ meta_description }) =>
    !meta_description.text && error('description_missing', 'The page has no meta description.'),
  ({ meta_description: { length } }) =>
    length > 160 &&
    warning(
      'description_long',
      `The meta description has ${length} characters; search results cut it after 160.`,
    ),
  ({ meta_description: { length } }) =>
    length > 0 &&
    length < 50 &&
    notice('description_short', `The meta description has only ${length} characters.`),
  ({ h1_count }) => h1_count === 0 && error('h1_missing', 'The page has no h1 heading.'),
  ({ h1_count }) => h1_count > 1 && notice('h1_several', `The page has ${h1_count} h1 headings.`),
  canonicalRule,
  ({ images: { total, with_alt } }) =>
    with_alt < total &&
    (with_alt / total < 0.8 ? error : warning)(
      'image_alt',
      `${total - with_alt} of ${total} images have no alternative text.`,
    ),
  ({ open_graph }) => {
    const missing = ['title', 'description', 'image'].filter((name) => !open_graph[name]);
    return (
      missing.length > 0 &&
      warning('open_graph', `OpenGraph tags are missing: ${missing.map((name) => `og:${name}`).join(', ')}.`)
    );
  },
  ({ meta }) =>
    !/width\s*=|initial-scale\s*=/i.test(meta.get('viewport') ?? '') &&
    error('viewport', 'The page has no viewport meta tag for small screens.'),
  ({ page }) => {
    const lang = page.all('html')[0]?.attribs.lang?.trim();
    if (!lang) return warning('lang_missing', 'The html element names no language.');
    const fault = tagFault(lang);
    return fault !== null && warning('lang_invalid', `The lang "${lang}" ${fault}.`);
  },
  (facts) => {
    const wrong = alternateLinks(facts).find(({ attribs: { hreflang = '', href = '' } }) => {
      const tag = hreflang.trim().toLowerCase();
      return (tag !== 'x-default' && tagFault(tag) !== null) || !/^https?:\/\//i.test(href.trim());
    });
    return (
      wrong &&
      warning(
        'hreflang',
        `An hreflang alternate is not valid: ${wrong.attribs.hreflang} ${wrong.attribs.href ?? ''}`,
      )
    );
  },
  ({ page }) => {
    const count = linksToOtherPages(page).filter((each) => isVague(squeeze(textOf(each)))).length;
    return (
      count > 0 && notice('link_text', `${count} links have a text that does not describe their target.`)
    );
  },
  ({ page }) => {
    const count = page.all('a').filter(isUncrawlable).length;
    return count > 0 && notice('links_not_crawlable', `${count} links have no address that can be followed.`);
  },
  ({ word_count }) => word_count < 200 && notice('thin_content', `The page has only ${word_count} words.`),
  ({ page }) => page.url.protocol === 'http:' && warning('not_https', 'The page is not served over HTTPS.'),
  ({ page }) =>
    page.all('script').every(({ attribs }) => !/ld\+json/i.test(attribs.type ?? '')) &&
    !page.html.includes('itemscope') &&
    notice('structured_data', 'The page has no structured data.'),
];

export const findIssues = (facts: AuditFacts): Issue[] => rules.flatMap((rule) => rule(facts) || []);

function canonicalRule({ page, head, canonical, canonicalHeader, canonicalOf }: AuditFacts): Issue | null {
  const links = page
    .all('link')
    .filter(({ attribs }) => splitRels(attribs).includes('canonical') && attribs.href);
  const headLinks = links.filter((each) => head.has(each));
  const [first] = headLinks;
  if (!first && canonicalHeader !== null) return elsewhere(canonicalHeader, page.url);
  if (!first && links.length > 0)
    return error('canonical_outside_head', 'The canonical link is outside the head, where it is ignored.');
  if (!first) return warning('canonical_missing', 'The page names no canonical address.');
  if (canonicalHeader !== null && canonicalOf(first.attribs.href) !== canonicalHeader)
    return error('canonical_several', 'The Link header and the page name different canonical addresses.');
  if (canonical === null)
    return error('canonical_invalid', `The canonical address is not valid: ${first.attribs.href}`);
  if (new Set(headLinks.map(({ attribs }) => canonicalOf(attribs.href))).size > 1) {
    return error('canonical_several', 'The page names more than one canonical address.');
  }
  if (!/^https?:\/\//i.test(first.attribs.href?.trim() ?? '')) {
    return notice('canonical_relative', 'The canonical URL is not absolute.');
  }
  const url = new URL(canonical);
  if (
    url.pathname === '/' &&
    url.search === '' &&
    page.url.pathname !== '/' &&
    url.origin === page.url.origin
  ) {
    return warning('canonical_root', 'The canonical address is the home page, not this one.');
  }
  return elsewhere(canonical, page.url);
}

/** Another page is indexed instead of this one. Schemes, `www.` and queries may differ between copies of one page. */
function elsewhere(canonical: string, page: URL): Issue | null {
  const url = new URL(canonical);
  const place = ({ host, pathname }: URL) => `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  if (place(url) === place(page)) return null;
  return warning('canonical_elsewhere', `The page asks to be indexed as another one: ${canonical}`);
}

/** Browsers and search engines honour these links in the head only. */
const alternateLinks = ({ page, head }: AuditFacts): Element[] =>
  page
    .all('link')
    .filter(
      (each) =>
        splitRels(each.attribs).includes('alternate') &&
        each.attribs.hreflang !== undefined &&
        head.has(each),
    );

/** Links to other pages: not to a fragment of this page, not nofollow. */
const linksToOtherPages = (page: ParsedPage): Element[] =>
  page
    .all('a')
    .filter(
      ({ attribs }) =>
        /^(?!#|javascript:|mailto:|tel:)./i.test(attribs.href?.trim() ?? '') &&
        !splitRels(attribs).includes('nofollow'),
    );

function isUncrawlable({ attribs }: Element): boolean {
  if (attribs.name || attribs.id || attribs.role) return false;
  const href = attribs.href?.trim();
  if (href === undefined) return attribs.onclick !== undefined;
  return href === '' || /^javascript:/i.test(href);
}
