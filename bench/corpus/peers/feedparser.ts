import FeedParser, { type Item, type Meta } from 'feedparser';

interface Parsed {
  readonly meta: Meta | undefined;
  readonly items: readonly Item[];
}

/** The peer's field names, by the names that the cases use. */
const ofFeed: Readonly<Record<string, (meta: Meta) => unknown>> = {
  title: (meta) => meta.title,
  link: (meta) => meta.link,
  description: (meta) => meta.description,
  updated: (meta) => meta.date,
  id: (meta) => meta.guid,
  language: (meta) => meta.language,
  author: (meta) => meta.author,
  copyright: (meta) => meta.copyright,
  generator: (meta) => meta.generator,
  image: (meta) => meta.image.url,
};
const ofItem: Readonly<Record<string, (item: Item) => unknown>> = {
  title: (item) => item.title,
  link: (item) => item.link,
  id: (item) => item.guid,
  published: (item) => item.pubdate,
  updated: (item) => item.date,
  summary: (item) => item.summary ?? item.description,
  content: (item) => item.description,
  author: (item) => item.author,
  category: (item) => item.categories[0],
  category2: (item) => item.categories[1],
  enclosureType: (item) => item.enclosures[0]?.type,
  enclosureLength: (item) => item.enclosures[0]?.length,
};

/** Other names that the cases use for the same field. */
const aliases: Readonly<Record<string, string>> = {
  'title_detail.value': 'title',
  'links.0.href': 'link',
  subtitle: 'description',
  'subtitle_detail.value': 'description',
  tagline: 'description',
  'tagline_detail.value': 'description',
  info: 'description',
  'info_detail.value': 'description',
  guid: 'id',
  rights: 'copyright',
  'rights_detail.value': 'copyright',
  'generator_detail.name': 'generator',
  logo: 'image',
  'image.href': 'image',
  'summary_detail.value': 'summary',
  'content.0.value': 'content',
  'author_detail.name': 'author',
  'tags.0.term': 'category',
  'tags.1.term': 'category2',
  'enclosures.0.type': 'enclosureType',
  'enclosures.0.length': 'enclosureLength',
};

export async function fieldOf(bytes: Buffer, scope: 'feed' | number, name: string): Promise<unknown> {
  const { meta, items } = await parse(bytes);
  const field = aliases[name] ?? name;
  if (scope === 'feed') return meta && ofFeed[field]?.(meta);
  const item = items[scope];
  return item && (ofItem[field] ?? ofItem[field === 'description' ? 'summary' : ''])?.(item);
}

/** Fields that were read before an error count. */
function parse(bytes: Buffer): Promise<Parsed> {
  return new Promise((resolve) => {
    const items: Item[] = [];
    const parser = new FeedParser({ addmeta: false });
    const done = () => resolve({ meta: parser.meta, items });
    parser.on('readable', () => {
      for (let item = parser.read(); item; item = parser.read()) items.push(item);
    });
    parser.on('error', done);
    parser.on('end', done);
    parser.end(bytes);
  });
}
