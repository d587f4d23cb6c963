import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readDate } from '../../src/utility/sites/feeds/dates.ts';
import type { Feed } from '../../src/utility/sites/feeds/feed.ts';
import { readFeed } from '../../src/utility/sites/feeds/read-feed.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

interface Case {
  readonly file: string;
  readonly scope: 'feed' | number;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

type Read = (found: Feed, item: Feed['items'][number] | undefined) => unknown;

/** Our response's fields, by the names that the cases use. */
const ofFeed: Record<string, Read> = {
  title: ({ feed }) => feed.title,
  'title_detail.value': ({ feed }) => feed.title,
  link: ({ feed }) => feed.link,
  'links.0.href': ({ feed }) => feed.link,
  description: ({ feed }) => feed.description,
  subtitle: ({ feed }) => feed.description,
  'subtitle_detail.value': ({ feed }) => feed.description,
  tagline: ({ feed }) => feed.description,
  'tagline_detail.value': ({ feed }) => feed.description,
  info: ({ feed }) => feed.description,
  'info_detail.value': ({ feed }) => feed.description,
  updated: ({ feed }) => feed.updated_at,
  id: ({ feed }) => feed.id,
  guid: ({ feed }) => feed.id,
  language: ({ feed }) => feed.language,
  author: ({ feed }) => feed.author,
  copyright: ({ feed }) => feed.copyright,
  rights: ({ feed }) => feed.copyright,
  'rights_detail.value': ({ feed }) => feed.copyright,
  generator: ({ feed }) => feed.generator,
  'generator_detail.name': ({ feed }) => feed.generator,
  logo: ({ feed }) => feed.image,
  'image.href': ({ feed }) => feed.image,
};
const ofItem: Record<string, Read> = {
  title: (_, item) => item?.title,
  'title_detail.value': (_, item) => item?.title,
  link: (_, item) => item?.link,
  'links.0.href': (_, item) => item?.link,
  id: (_, item) => item?.id,
  guid: (_, item) => item?.id,
  published: (_, item) => item?.date,
  updated: (_, item) => item?.updated_at ?? item?.date,
  summary: (_, item) => item?.summary,
  'summary_detail.value': (_, item) => item?.summary,
  description: (_, item) => item?.summary,
  subtitle: (_, item) => item?.summary,
  'content.0.value': (_, item) => item?.content,
  author: (_, item) => item?.author,
  'author_detail.name': (_, item) => item?.authors[0]?.name,
  'author_detail.email': (_, item) => item?.authors[0]?.email,
  'author_detail.url': (_, item) => item?.authors[0]?.url,
  category: (_, item) => item?.categories[0],
  'tags.0.term': (_, item) => item?.categories[0],
  'tags.1.term': (_, item) => item?.categories[1],
  'enclosures.0.type': (_, item) => item?.enclosures[0]?.type,
  'enclosures.0.length': (_, item) => item?.enclosures[0]?.length?.toString(),
};

export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? await import('./peers/feedparser.ts') : undefined;
  const cases: Case[] = JSON.parse(readFileSync(path.join(corpora, 'feeds.json'), 'utf8'));
  const tally = new Tally();
  for (const each of cases) {
    const name = each.path.join('.');
    const read = (each.scope === 'feed' ? ofFeed : ofItem)[name];
    if (!read) continue;
    const bytes = readFileSync(path.join(corpora, each.file));
    const header = (field: string) =>
      new RegExp(`^Header:\\s+${field}:\\s*(.*)$`, 'im').exec(bytes.toString('latin1'))?.[1]?.trim();
    const contentLocation = header('Content-Location');
    const language = header('Content-Language');
    const reading = readFeed({
      bytes,
      contentType: header('Content-type') ?? 'application/xml',
      url: `http://127.0.0.1:8097/tests/${path.basename(each.file)}`,
      ...(contentLocation && { contentLocation }),
      ...(language && { language }),
    });
    const feed = 'found' in reading ? reading.found : undefined;
    const got = feed && read(feed, typeof each.scope === 'number' ? feed.items[each.scope] : undefined);
    const dated = name === 'published' || name === 'updated';
    const wanted = dated ? readDate(String(each.value)) : each.value;
    tally.case(
      isDeepStrictEqual(got, wanted),
      () => `${each.file} ${name}: ${JSON.stringify([got, wanted])}`,
    );
    const theirs = await peer?.fieldOf(bytes, each.scope, name);
    if (peer)
      tally.peer(
        'feedparser (Node)',
        theirs instanceof Date
          ? theirs.getTime() === new Date(String(wanted)).getTime()
          : isDeepStrictEqual(theirs, wanted),
      );
  }
  return [tally.score('fields that our response has', 0.75)];
}
