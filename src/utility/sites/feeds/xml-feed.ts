import { attribute, childElements, type XmlElement, xmlText } from '../../text/xml/xml-tree.ts';
import { readDate } from './dates.ts';
import {
  type Enclosure,
  type Episode,
  type Feed,
  type FeedHead,
  type FeedItem,
  formatPerson,
  maxItems,
  type Person,
  readDuration,
  resolveUrl,
  statedEpisode,
  toPerson,
} from './feed.ts';
import { formatMarkup, htmlToText } from './markup.ts';

/** Namespaces of modules by their customary prefix; unlisted namespaces belong to other modules. */
const modules: readonly (readonly [RegExp, string])[] = [
  [/purl\.org\/dc\/elements/, 'dc:'],
  [/purl\.org\/dc\/terms/, 'dcterms:'],
  [/purl\.org\/rss\/1\.0\/modules\/content/, 'content:'],
  [/itunes\.com\/dtds\/podcast|www\.itunes\.com/, 'itunes:'],
  [/search\.yahoo\.com\/mrss|tools\.search\.yahoo\.com\/mrss/, 'media:'],
  [/podcastindex\.org\/namespace|podcast-namespace/, 'podcast:'],
  [/w3\.org\/1999\/xhtml/, 'xhtml:'],
  [/feedburner/, 'feedburner:'],
];
const formats =
  /w3\.org\/2005\/atom|purl\.org\/atom\/|purl\.org\/net\/rss|purl\.org\/rss\/1\.0\/$|backend\.userland\.com|blogs\.law\.harvard\.edu|my\.netscape\.com|netscape\.com\/rdf|cyber\.law\.harvard\.edu|channel\.netscape\.com/;
const undeclared: ReadonlySet<string> = new Set([
  'dc',
  'dcterms',
  'content',
  'itunes',
  'media',
  'podcast',
  'xhtml',
]);
const cores: ReadonlySet<string> = new Set(['', 'atom', 'atom10', 'rss', 'a']);

/**
 * Canonical name of an element regardless of its prefix, given the document's own namespace; '' for an
 * element of an unsupported module.
 */
function fieldKey({ local, namespace }: XmlElement, own = ''): string {
  const known = namespace.toLowerCase();
  if (namespace === own || cores.has(known) || formats.test(known)) return local;
  const module = modules.find(([pattern]) => pattern.test(known));
  if (module) return module[1] + local;
  if (undeclared.has(known)) return `${known}:${local}`;
  return '';
}

/** Child elements by name. */
class FeedFields {
  readonly #byKey = new Map<string, XmlElement[]>();

  constructor(element: XmlElement, own: string) {
    for (const each of childElements(element)) {
      const key = fieldKey(each, own);
      const same = this.#byKey.get(key);
      if (same) same.push(each);
      else if (key) this.#byKey.set(key, [each]);
    }
  }

  all(...keys: string[]): XmlElement[] {
    return keys.flatMap((key) => this.#byKey.get(key) ?? []);
  }

  /** The first non-empty value under these names. */
  read<T>(keys: readonly string[], reader: (element: XmlElement) => T | null | ''): T | null {
    for (const key of keys) {
      for (const element of this.#byKey.get(key) ?? []) {
        const value = reader(element);
        if (value !== null && value !== '') return value;
      }
    }
    return null;
  }
}

const published = [
  'published',
  'issued',
  'pubdate',
  'dcterms:issued',
  'dc:date',
  'created',
  'dcterms:created',
];
const updated = ['updated', 'modified', 'dcterms:modified', 'lastbuilddate', 'lastmod'];
const authors = ['author', 'dc:creator', 'dc:author', 'managingeditor', 'itunes:author', 'author.name'];
const maxLists = 100;

/**
 * Parses a feed of any XML format; null if the document is not one. One parser for all: feeds mix their
 * vocabularies.
 */
export function xmlFeed(document: XmlElement, language: string | null): Feed | null {
  const root = findRoot(document);
  if (!root) return null;
  // The RDF namespace is not that of the feed inside it.
  const own = root.local === 'rdf' ? '' : root.namespace;
  const channel = childElements(root).find((each) => fieldKey(each, own) === 'channel') ?? root;
  // RSS 1.0 and 0.90 place their items beside the channel; so do some RSS 2.0 feeds.
  const items = [root, channel]
    .filter((each, at, all) => all.indexOf(each) === at)
    .flatMap(childElements)
    .filter((each) => ['item', 'entry'].includes(fieldKey(each, own)) && !each.isCut);
  return {
    format: detectFormat(root),
    feed: head(channel, own, channel.lang ?? root.lang ?? language),
    items: items.slice(0, maxItems).map((each) => item(each, own)),
    truncated: root.isCut === true || items.length > maxItems,
  };
}

function findRoot(document: XmlElement): XmlElement | undefined {
  const within = childElements(document);
  const known = (each: XmlElement) =>
    ['rss', 'feed', 'rdf', 'channel'].includes(each.local) || each.name.toLowerCase() === 'rdf:rdf';
  return within.find(known) ?? within.flatMap(childElements).find(known);
}

function detectFormat(root: XmlElement): string {
  const version = (attribute(root, 'version') ?? '').trim().slice(0, 20);
  if (root.local === 'feed') {
    return /2005\/atom/i.test(root.namespace) || (version === '' && !/purl\.org\/atom/.test(root.namespace))
      ? 'atom 1.0'
      : `atom ${version || '0.3'}`;
  }
  if (root.local === 'rdf') {
    const old = Object.values(root.attributes).some((each) => /netscape\.com\/rdf\/simple\/0\.9/.test(each));
    return old ? 'rss 0.90' : 'rss 1.0';
  }
  if (root.local === 'channel') return 'cdf';
  return version ? `rss ${version}` : 'rss';
}

function head(channel: XmlElement, own: string, language: string | null): FeedHead {
  const fields = new FeedFields(channel, own);
  const title = fields.read(['title', 'dc:title', 'media:title'], formatMarkup);
  return {
    title,
    title_text: htmlToText(title),
    link: findLink(fields) ?? resolveUrl(attribute(channel, 'href'), channel.base),
    description: fields.read(
      [
        'description',
        'subtitle',
        'tagline',
        'dc:description',
        'abstract',
        'itunes:summary',
        'itunes:subtitle',
        'info',
      ],
      formatMarkup,
    ),
    updated_at:
      date(fields, [...updated, 'pubdate', 'dc:date', 'published']) ??
      readDate(attribute(channel, 'lastmod')),
    id: findId(fields),
    language: fields.read(['language', 'dc:language'], (each) => xmlText(each).trim()) ?? language,
    author: fields.read(authors, (each) => line(toPerson(each))),
    copyright: fields.read(['rights', 'copyright', 'dc:rights'], formatMarkup),
    generator: fields.read(['generator'], (each) => xmlText(each).trim()),
    image: fields.read(['logo', 'image', 'icon', 'itunes:image'], findImage),
  };
}

function item(element: XmlElement, own: string): FeedItem {
  const fields = new FeedFields(element, own);
  const title = fields.read(['title', 'dc:title', 'media:title'], formatMarkup);
  const content = fields.read(
    ['content:encoded', 'content', 'fullitem', 'xhtml:body', 'body', 'xhtml:div'],
    formatMarkup,
  );
  const people = fields.all(...authors).flatMap((each) => toPerson(each) ?? []);
  const changed = date(fields, updated) ?? readDate(attribute(element, 'lastmod'));
  const [grouped] = fields.all('media:group');
  const group = new FeedFields(grouped ?? element, own);
  return {
    id: findId(fields) ?? (attribute(element, 'rdf:about')?.trim() || null),
    title,
    title_text: htmlToText(title),
    link: findLink(fields) ?? resolveUrl(attribute(element, 'href'), element.base) ?? permalink(fields),
    date: date(fields, published) ?? changed,
    updated_at: changed,
    summary:
      fields.read(
        [
          'summary',
          'description',
          'dc:description',
          'abstract',
          'media:description',
          'itunes:summary',
          'itunes:subtitle',
        ],
        formatMarkup,
      ) ?? content,
    content,
    author: people[0] ? formatPerson(people[0]) : null,
    authors: people.slice(0, maxLists),
    categories: fields
      .all('category', 'dc:subject', 'itunes:category')
      .map((each) => (attribute(each, 'term') ?? attribute(each, 'text') ?? xmlText(each)).trim())
      .filter(Boolean)
      .slice(0, maxLists),
    enclosures: findEnclosures(fields),
    image: findPicture(fields, group),
    media: statedEpisode(findEpisode(fields, group)),
  };
}

const line = (person: Person | null) => person && formatPerson(person);

const date = (fields: FeedFields, keys: readonly string[]): string | null =>
  fields.read(keys, (each) => readDate(xmlText(each)));

/** The page it is about: Atom's alternate link, otherwise RSS's link text. */
function findLink(fields: FeedFields): string | null {
  const links = fields.all('link');
  const isAlternate = (each: XmlElement) =>
    (attribute(each, 'rel') ?? 'alternate').toLowerCase() === 'alternate';
  const found = links.filter((each) => attribute(each, 'href') !== undefined && isAlternate(each));
  const atom = found.find((each) => /html|^$/.test(attribute(each, 'type') ?? '')) ?? found[0];
  const text = links.find((each) => attribute(each, 'href') === undefined && xmlText(each).trim() !== '');
  if (text) return resolveUrl(xmlText(text), text.base);
  return atom ? resolveUrl(attribute(atom, 'href'), atom.base) : null;
}

/** An identifier is opaque: never resolved, even if it looks like a URL. */
const findId = (fields: FeedFields): string | null =>
  fields.read(['id', 'guid', 'dc:identifier'], (each) => xmlText(each).trim());

function permalink(fields: FeedFields): string | null {
  const guid = fields.all('guid').find((each) => attribute(each, 'ispermalink')?.toLowerCase() !== 'false');
  const link = guid && resolveUrl(xmlText(guid), guid.base);
  return link && /^https?:/i.test(link) ? link : null;
}

function findImage(element: XmlElement): string | null {
  const url = childElements(element).find(({ local }) => local === 'url');
  return resolveUrl(attribute(element, 'href') ?? xmlText(url ?? element), element.base);
}

/** A thumbnail, or the picture of an episode; videos have theirs in a group. */
function findPicture(fields: FeedFields, group: FeedFields): string | null {
  const picture = (each: XmlElement) =>
    resolveUrl(attribute(each, 'href') ?? attribute(each, 'url'), each.base);
  const isImage = (each: XmlElement) =>
    attribute(each, 'medium') === 'image' || /^image\//.test(attribute(each, 'type') ?? '');
  return (
    fields.read(['itunes:image', 'media:thumbnail'], picture) ??
    group.read(['media:thumbnail'], picture) ??
    fields.read(['image'], findImage) ??
    group.read(['media:content'], (each) => (isImage(each) ? picture(each) : null))
  );
}

function findEpisode(fields: FeedFields, group: FeedFields): Episode {
  const textIn = (key: string) => fields.read([key], (each) => xmlText(each).trim());
  const number = (key: string) => {
    const text = textIn(key) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const linked = (key: string) => fields.read([key], (each) => resolveUrl(attribute(each, 'url'), each.base));
  const explicit = textIn('itunes:explicit')?.toLowerCase();
  const inMedia = group.read(['media:content', 'yt:duration'], (each) => attribute(each, 'duration') ?? null);
  return {
    duration_s: readDuration(textIn('itunes:duration') ?? inMedia),
    season: number('itunes:season') ?? number('podcast:season'),
    episode: number('itunes:episode') ?? number('podcast:episode'),
    episode_type: textIn('itunes:episodetype'),
    explicit: explicit === undefined ? null : /^(?:yes|true|explicit)$/.test(explicit),
    chapters: linked('podcast:chapters'),
    transcript: linked('podcast:transcript'),
  };
}

function findEnclosures(fields: FeedFields): Enclosure[] {
  const linked = fields.all('link').filter((each) => attribute(each, 'rel') === 'enclosure');
  return [...fields.all('enclosure'), ...linked, ...fields.all('media:content')]
    .slice(0, maxLists)
    .flatMap((each) => {
      const url = resolveUrl(attribute(each, 'url') ?? attribute(each, 'href'), each.base);
      const length = attribute(each, 'length') ?? attribute(each, 'filesize') ?? '';
      const bytes = /^\d{1,15}$/.test(length.trim()) ? Number(length) : null;
      return url ? [{ url, type: attribute(each, 'type')?.trim() || null, length: bytes }] : [];
    });
}
