import { decodeXml } from '../../pages/charset.ts';
import { parseTree } from '../../pages/tree.ts';
import { parseXml } from '../../text/xml/xml-tree.ts';
import { type Feed, fullAddress } from './feed.ts';
import { jsonFeed } from './json-feed.ts';
import { xmlFeed } from './xml-feed.ts';

export interface FeedSource {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Where it came from; addresses are relative to it, or to what the answer said was its place. */
  readonly url: string;
  readonly contentLocation?: string;
  readonly language?: string;
}

/** A feed; or of a page, the feeds that it names; or neither. */
export type FeedReading = { readonly found: Feed } | { readonly linked: readonly string[] };

/** For a worker: what strangers wrote is read where it can be stopped. */
export function readFeed({ bytes, contentType, url, contentLocation, language }: FeedSource): FeedReading {
  const { text } = decodeXml(bytes, contentType);
  const base = fullAddress(contentLocation, url) ?? url;
  const start = text.slice(0, 4_096).trimStart();
  const json = start.startsWith('{') ? jsonFeed(text, base) : null;
  if (json) return { found: json };
  // A page must not be read as XML: it would be, as far as it goes.
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
    .flatMap(({ attribs }) => fullAddress(attribs.href, url) ?? [])
    .slice(0, 20);
}
