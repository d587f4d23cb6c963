import { decodeXml } from '../../pages/charset.ts';
import { parseTree } from '../../pages/tree.ts';
import { parseXml } from '../../text/xml/xml-tree.ts';
import { type Feed, resolveUrl } from './feed.ts';
import { parseJsonFeed } from './json-feed.ts';
import { xmlFeed } from './xml-feed.ts';

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
