import { repairJson } from '../../../../packages/json-repair/src/index.ts';
import { decodeObject, isJsonObject, unreadable } from '../../../platform/decode.ts';
import { decodeXml } from '../../pages/charset.ts';
import { parseTree } from '../../pages/tree.ts';
import { parseXml } from '../../text/xml/xml-tree.ts';
import { readDate } from './dates.ts';
import { type Feed, formatPerson, maxItems, type Person, resolveUrl, statedEpisode } from './feed.ts';
import { htmlToText } from './markup.ts';
import { xmlFeed } from './xml-feed.ts';

type Json = Record<string, unknown>;

const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value : []).filter(isJsonObject);
const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null;

const feedVersion = /jsonfeed\.org\/version\/([\d.]{1,5})/;
/** A feed names its version first. */
const headChars = 4_096;

/** Parses a JSON feed (versions 1 and 1.1), leniently as XML feeds are; null if it is not one. */
function parseJsonFeed(source: string, base: string): Feed | null {
  const { feed, isCut } = readObject(source);
  const version = feedVersion.exec(text(feed.version) ?? '')?.[1];
  if (!version) return null;
  // The end of the text cuts off what came last.
  const isItemCut = isCut && Object.keys(feed).at(-1) === 'items';
  const all = objectsIn(feed.items).slice(0, isItemCut ? -1 : undefined);
  const title = text(feed.title);
  return {
    format: `json ${version}`,
    feed: {
      title,
      title_text: title,
      link: resolveUrl(text(feed.home_page_url), base),
      description: text(feed.description),
      updated_at: null,
      id: text(feed.feed_url),
      language: text(feed.language),
      author: toPeople(feed, base).map(formatPerson)[0] ?? null,
      copyright: null,
      generator: null,
      image: resolveUrl(text(feed.icon) ?? text(feed.favicon), base),
    },
    items: all.slice(0, maxItems).map((each) => toItem(each, base)),
    truncated: isCut || all.length > maxItems,
  };
}

function readObject(source: string): { readonly feed: Json; readonly isCut: boolean } {
  const feed = decodeObject(source);
  if (feed !== unreadable) return { feed, isCut: false };
  const repaired = feedVersion.test(source.slice(0, headChars))
    ? repairJson({ json: source, cut: 'drop' })
    : null;
  const { json, truncated } = repaired?.ok ? repaired.result : { json: {}, truncated: false };
  return { feed: isJsonObject(json) ? json : {}, isCut: truncated };
}

function toItem(item: Json, base: string) {
  const people = toPeople(item, base);
  const content = text(item.content_html) ?? text(item.content_text);
  const updated = readDate(text(item.date_modified));
  const title = text(item.title);
  return {
    id: text(item.id),
    title,
    title_text: htmlToText(title),
    link: resolveUrl(text(item.url) ?? text(item.external_url), base),
    date: readDate(text(item.date_published)) ?? updated,
    updated_at: updated,
    summary: text(item.summary) ?? content,
    content,
    author: people[0] ? formatPerson(people[0]) : null,
    authors: people,
    categories: (Array.isArray(item.tags) ? item.tags : []).flatMap((each) => text(each) ?? []).slice(0, 100),
    enclosures: objectsIn(item.attachments)
      .slice(0, 100)
      .flatMap((each) => {
        const url = resolveUrl(text(each.url), base);
        const bytes = typeof each.size_in_bytes === 'number' ? Math.trunc(each.size_in_bytes) : null;
        return url ? [{ url, type: text(each.mime_type), length: bytes }] : [];
      }),
    image: resolveUrl(text(item.image) ?? text(item.banner_image), base),
    media: statedEpisode({
      duration_s:
        objectsIn(item.attachments)
          .map((each) => each.duration_in_seconds)
          .find((each): each is number => typeof each === 'number' && each > 0) ?? null,
      season: null,
      episode: null,
      episode_type: null,
      explicit: null,
      chapters: null,
      transcript: null,
    }),
  };
}

function toPeople(owner: Json, base: string): Person[] {
  return [...objectsIn(owner.authors), ...objectsIn([owner.author])].slice(0, 100).flatMap((each) => {
    const person = { name: text(each.name), email: null, url: resolveUrl(text(each.url), base) };
    return person.name || person.url ? [person] : [];
  });
}

export interface FeedSource {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** URL it came from; relative URLs are resolved against it, or against Content-Location. */
  readonly url: string;
  readonly contentLocation?: string;
  readonly language?: string;
}

/** A feed; or the feeds that a page links to, possibly none. */
export type FeedReading = { readonly found: Feed } | { readonly linked: readonly string[] };

/** Runs in a worker: parsing untrusted input must be interruptible. */
export function readFeed({ bytes, contentType, url, contentLocation, language }: FeedSource): FeedReading {
  const { text } = decodeXml(bytes, contentType);
  const base = resolveUrl(contentLocation, url) ?? url;
  const start = text.slice(0, 4_096).trimStart();
  const json = start.startsWith('{') ? parseJsonFeed(text, base) : null;
  if (json) return { found: json };
  // A page must not be parsed as XML, which would succeed up to a point.
  if (/^(?:\ufeff|<\?xml[^>]*>|<!--[\s\S]{0,2000}?-->|\s)*<(?:!doctype html|html)[\s>]/i.test(start)) {
    const page = /<(?:rss|feed|rdf:rdf)[\s>]/i.test(text.slice(0, 4_096)) ? null : linkedFeeds(text, url);
    if (page) return { linked: page };
  }
  const found = xmlFeed(parseXml(text, base), language?.split(',')[0]?.trim() || null);
  return found ? { found } : { linked: linkedFeeds(text, url) };
}

const feedTypes = /^(?:application\/(?:rss|atom|rdf|feed)\+(?:xml|json)|text\/(?:rss|atom)\+?xml)/i;

function linkedFeeds(html: string, url: string): string[] {
  const links = parseTree(html).all('link');
  return links
    .filter(
      ({ attribs }) =>
        /(?:^|\s)alternate(?:\s|$)/i.test(attribs.rel ?? '') && feedTypes.test((attribs.type ?? '').trim()),
    )
    .flatMap(({ attribs }) => resolveUrl(attribs.href, url) ?? [])
    .slice(0, 20);
}
