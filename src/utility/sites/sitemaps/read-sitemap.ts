import { gunzipSync, constants as zlib } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { errorCode } from '../../../platform/error-fields.ts';
import { decodeXml } from '../../pages/charset.ts';
import { withoutDoctype } from '../../text/xml/xml-tree.ts';
import { unreadableInput } from '../../workers/failure.ts';
import { readFeed } from '../feeds/read-feed.ts';

export interface SitemapSource {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly url: string;
  /** Maximum number of URLs to return. */
  readonly maxUrls: number;
}

export interface SitemapEntry {
  readonly loc: string;
  readonly lastmod: string | null;
}

export interface SitemapReading {
  /** `none` is not a sitemap, for example a "not found" page. */
  readonly kind: 'index' | 'urls' | 'none';
  readonly entries: readonly SitemapEntry[];
  readonly truncated: boolean;
}

/** The protocol's size limit per file. */
const maxUnpackedBytes = 50 * 1_024 * 1_024;
const maxLocChars = 4_096;
/** The protocol nests five levels; deep nesting takes a parser quadratic time. */
const maxDepth = 500;

/**
 * Parses a sitemap or sitemap index in XML, a list of URLs, or a feed; compressed or not. Runs in a worker.
 */
export function readSitemap({ bytes, contentType, url, maxUrls }: SitemapSource): SitemapReading {
  const { text } = decodeXml(gunzip(bytes), contentType);
  const start = text.slice(0, 4_096).trimStart();
  if (!start.startsWith('<')) return fromLines(text, maxUrls);
  if (/<(?:[\w-]+:)?(?:urlset|sitemapindex)[\s>]/i.test(text.slice(0, 65_536)))
    return fromXml(text, url, maxUrls);
  if (/<(?:rss|feed|rdf:RDF)[\s>]/i.test(start)) return fromFeed(bytes, contentType, url, maxUrls);
  return { kind: 'none', entries: [], truncated: false };
}

function gunzip(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    // A truncated file is read as far as it goes.
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes, finishFlush: zlib.Z_SYNC_FLUSH });
  } catch (error) {
    const large = error instanceof RangeError || errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    throw unreadableInput(
      large
        ? `It decompresses to more than ${maxUnpackedBytes} bytes.`
        : 'It is compressed, but cannot be decompressed.',
    );
  }
}

const end = new Error('enough');

/** Event-based, without a tree, since these files are long. Malformed files are read as far as they go. */
function fromXml(source: string, base: string, room: number): SitemapReading {
  const entries: SitemapEntry[] = [];
  let kind: 'index' | 'urls' = 'urls';
  let truncated = false;
  let depth = 0;
  let within = '';
  /** Prefix of the sitemap's own elements, such as `ns0:`. */
  let prefix = '';
  let field = '';
  let isAtEnd = false;
  let loc = '';
  let lastmod = '';
  const flush = () => {
    const address = resolveUrl(loc, base);
    if (address && entries.length >= room) {
      truncated = true;
      throw end;
    }
    if (address) entries.push({ loc: address, lastmod: lastmod.trim().slice(0, 100) || null });
    loc = '';
    lastmod = '';
  };
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        if (depth > maxDepth) {
          truncated = true;
          throw end;
        }
        const local = localName(name);
        if (local === 'sitemapindex') kind = 'index';
        if (local === 'sitemapindex' || local === 'urlset') prefix = prefixOf(name);
        if (local === 'url' || local === 'sitemap') {
          // An unclosed element ends where the next one starts.
          if (within) flush();
          within = local;
        }
        // Elements of image and video extensions belong to those, not to the entry.
        const isOwn = ['', prefix].includes(prefixOf(name));
        field = within && isOwn && (local === 'loc' || local === 'lastmod') ? local : '';
      },
      ontext(text) {
        if (field === 'loc' && loc.length < maxLocChars) loc += text;
        else if (field === 'lastmod' && lastmod.length < 100) lastmod += text;
      },
      onclosetag(name) {
        depth -= 1;
        if (isAtEnd) truncated = true;
        // A URL truncated by the end of the file would be another URL.
        if (isAtEnd && field === 'loc') loc = '';
        field = '';
        if (within && localName(name) === within) {
          flush();
          within = '';
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.write(withoutDoctype(source).text);
    isAtEnd = true;
    parser.end();
    if (within) flush();
  } catch (error) {
    if (error !== end) throw error;
  }
  return { kind, entries, truncated };
}

const prefixOf = (name: string): string => name.slice(0, name.indexOf(':') + 1).toLowerCase();
const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

function fromLines(text: string, room: number): SitemapReading {
  const found = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\ufeff/, '').trim())
    .filter((line) => /^https?:\/\/[^\s<>]{3,4096}$/i.test(line));
  const entries = found.slice(0, room).map((loc) => ({ loc, lastmod: null }));
  return { kind: found.length > 0 ? 'urls' : 'none', entries, truncated: found.length > room };
}

function fromFeed(bytes: Uint8Array, contentType: string, url: string, room: number): SitemapReading {
  const reading = readFeed({ bytes: gunzip(bytes), contentType, url });
  if (!('found' in reading)) return { kind: 'none', entries: [], truncated: false };
  const found = reading.found.items.flatMap(({ link, updated_at, date }) => {
    const loc = link && resolveUrl(link, url);
    return loc ? [{ loc, lastmod: updated_at ?? date }] : [];
  });
  return {
    kind: 'urls',
    entries: found.slice(0, room),
    truncated: reading.found.truncated || found.length > room,
  };
}

/** Resolves a URL; one with a scheme stays as written. */
function resolveUrl(text: string, base: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const url = URL.parse(trimmed, base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return /^https?:/i.test(trimmed) ? trimmed : url.href;
}
