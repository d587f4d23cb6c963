import type { Element } from 'domhandler';
import { asRecord, isRecord } from '../../../platform/decode.ts';
import { declaredDate, publishedAt } from '../article/published.ts';
import type { PageSource } from '../page-source.ts';
import { type ParsedPage, parsePage } from '../parsed-page.ts';
import { jsonLdBlocks } from '../structured/json-ld.ts';
import { closest, rawText, squeeze, textOf } from '../tree.ts';
import { findAuthor } from './author.ts';
import { findFavicon } from './icons.ts';
import { collectJsonLdObjects } from './json-ld-objects.ts';
import { maxTextChars, metaTags, splitRels, toAbsoluteUrl } from './meta.ts';
import { findImage, findPublisher, openGraphImages } from './publisher.ts';

const modifiedNames = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'dcterms.modified',
  'dc.date.modified',
];

/** When the page says that it was published and last changed, as ISO 8601. */
function findPageDates(page: ParsedPage): { published_at: string | null; modified_at: string | null } {
  const meta = metaTags(page);
  const objects = collectJsonLdObjects(page);
  return {
    published_at: publishedAt(firstDate(objects.map(({ datePublished }) => datePublished)), page),
    modified_at: firstDate([
      ...objects.map(({ dateModified }) => dateModified),
      ...modifiedNames.map((name) => meta.get(name)),
    ]),
  };
}

const firstDate = (values: readonly unknown[]): string | null =>
  values.map(declaredDate).find((each) => each !== null) ?? null;

export interface PageMetadata {
  title: string | null;
  /** Text of the title element, which may differ from og:title. */
  page_title: string | null;
  description: string | null;
  canonical: string | null;
  publisher: string | null;
  author: string | null;
  published_at: string | null;
  modified_at: string | null;
  image: string | null;
  images: string[];
  open_graph: Record<string, string>;
  twitter_card: Record<string, string>;
  favicon: string | null;
  lang: string | null;
}

export function pageMetadata({ page: source }: { page: PageSource }): PageMetadata {
  const page = parsePage(source);
  const meta = metaTags(page);
  return {
    title: findTitle(page, meta),
    page_title: titleElement(page),
    description: findDescription(page, meta),
    canonical: findCanonical(page),
    publisher: findPublisher(page, titleElement(page)),
    author: findAuthor(page),
    ...findPageDates(page),
    image: findImage(page),
    images: openGraphImages(page),
    open_graph: tagsWithPrefix(meta, 'og:', page),
    twitter_card: tagsWithPrefix(meta, 'twitter:', page),
    favicon: findFavicon(page),
    lang: findLanguage(page, meta),
  };
}

const vectorTypes = new Set(['svg']);

/** The page's own title element; an svg has titles too. */
export function titleElement(page: ParsedPage): string | null {
  const title = page.all('title').find((each) => !closest(each, vectorTypes));
  return title ? squeeze(rawText(title)).slice(0, maxTextChars) || null : null;
}

export function findCanonical(
  page: ParsedPage,
  counts: (link: Element) => boolean = () => true,
): string | null {
  const link = page
    .all('link')
    .find((each) => splitRels(each.attribs).includes('canonical') && each.attribs.href && counts(each));
  return toAbsoluteUrl(link?.attribs.href, page.base);
}

export function findTitle(page: ParsedPage, meta: Map<string, string>): string | null {
  return (
    meta.get('og:title') ??
    meta.get('twitter:title') ??
    titleElement(page) ??
    fromJsonLd(page, ['headline', 'name']) ??
    (squeeze(
      page
        .all('h1')
        .map(textOf)
        .find((text) => squeeze(text)) ?? '',
    ) ||
      null)
  );
}

function findDescription(page: ParsedPage, meta: Map<string, string>): string | null {
  return (
    meta.get('og:description') ??
    meta.get('twitter:description') ??
    meta.get('description') ??
    fromJsonLd(page, ['description', 'articleBody']) ??
    null
  );
}

const articleTypes =
  /Article|Posting|WebPage|Product|Event|Recipe|Movie|Book|Episode|VideoObject|Report|Review/;

/** The first of these fields in the page's JSON-LD about its main subject (article, product and so on). */
function fromJsonLd(page: ParsedPage, fields: readonly string[]): string | undefined {
  const blocks = jsonLdBlocks(page).flatMap(({ value }) => [value].flat());
  const things = blocks.flatMap((each) => [each, ...[asRecord(each)['@graph'] ?? []].flat()]);
  for (const thing of things) {
    if (!isRecord(thing) || !articleTypes.test(String(thing['@type']))) continue;
    for (const field of fields) {
      const value = thing[field];
      if (typeof value === 'string' && squeeze(value)) return squeeze(value).slice(0, maxTextChars);
    }
  }
  return undefined;
}

const addresses =
  /^(?:url|image|video|audio|(?:image|video|audio):(?:url|secure_url)|image:src|player|player:stream)$/;

/** The tags with a prefix, keyed by the rest of the name; URLs are made absolute. */
function tagsWithPrefix(meta: Map<string, string>, prefix: string, page: ParsedPage): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of meta) {
    if (!name.startsWith(prefix) || name.length > 100) continue;
    const key = name.slice(prefix.length);
    found[key] = addresses.test(key) ? (toAbsoluteUrl(value, page.base) ?? value) : value;
  }
  return found;
}

/** The language a page declares, in canonical BCP 47 form. */
export function findLanguage(page: ParsedPage, meta: Map<string, string>): string | null {
  const html = page.all('html')[0]?.attribs;
  const named =
    html?.lang || html?.['xml:lang'] || meta.get('content-language') || httpEquiv(page, 'content-language');
  if (named) return named.trim().split(',', 1)[0]?.trim() || null;
  return (meta.get('og:locale') ?? meta.get('inlanguage'))?.replaceAll('_', '-') ?? null;
}

export function httpEquiv(page: ParsedPage, name: string): string | undefined {
  return page.all('meta').find(({ attribs }) => attribs['http-equiv']?.trim().toLowerCase() === name)?.attribs
    .content;
}
