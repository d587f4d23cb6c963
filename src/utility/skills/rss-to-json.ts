import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { unreadableTarget, upstreamFailed } from '../catalogue/errors.ts';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { FetchedResponse } from '../pages/fetched-response.ts';
import { requirePage } from '../pages/walls/judge.ts';
import { type Feed, type FeedItem, maxItems } from '../sites/feeds/feed.ts';
import { isSince, readSince, sinceParam, undated } from '../sites/feeds/since.ts';
import type { SkillTools } from './tools.ts';

type Tools = Pick<SkillTools, 'fetcher' | 'workers'>;

const text = nullable(Type.String());
const markup = nullable(
  Type.String({ description: 'Content with its markup: HTML if the feed declares it. URLs are absolute.' }),
);
/** Why there may be more items than were read. */
const missingItems = (read: number): NotRead => ({
  items: read < maxItems ? 'the feed was cut off' : `the feed has more than ${maxItems} items`,
});
const count = nullable(Type.Integer());
const episode = Type.Object({
  duration_s: count,
  season: count,
  episode: count,
  episode_type: nullable(Type.String({ description: 'full, trailer or bonus.' })),
  explicit: nullable(Type.Boolean()),
  chapters: text,
  transcript: text,
});
const accept =
  'application/atom+xml,application/rss+xml,application/feed+json,application/xml;q=0.9,text/xml;q=0.9,*/*;q=0.5';

export const rssToJson = skill<Tools>()({
  id: 'rss-to-json',
  priceUsd: '0.002',
  does: 'Converts an RSS, Atom, CDF or JSON feed to JSON: title, link, date and summary of every item.',
  params: Type.Object({ url: urlParam, since: sinceParam }),
  value: 'url',
  example: { url: 'https://www.w3.org/blog/feed/' },
  output: Type.Object({
    url: Type.String(),
    final_url: Type.String({ description: 'URL of the feed; alias of feed_url.' }),
    feed_url: Type.String({
      description: 'URL of the feed after redirects. If you send a page, the first feed it links to is read.',
    }),
    format: Type.String({ description: 'Such as rss 2.0, rss 1.0, atom 1.0, json 1.1 or cdf.' }),
    feed: Type.Object({
      title: markup,
      title_text: text,
      link: text,
      description: markup,
      updated_at: text,
      id: text,
      language: text,
      author: text,
      copyright: markup,
      generator: text,
      image: text,
    }),
    count: Type.Integer({ description: 'Number of items in this response.' }),
    undated,
    items: Type.Array(
      Type.Object({
        id: text,
        title: markup,
        title_text: nullable(Type.String({ description: 'Without marks.' })),
        link: text,
        date: nullable(Type.String({ description: 'When published, ISO 8601 in UTC.' })),
        updated_at: text,
        summary: markup,
        content: markup,
        author: text,
        authors: Type.Array(Type.Object({ name: text, email: text, url: text })),
        categories: Type.Array(Type.String()),
        enclosures: Type.Array(
          Type.Object({ url: Type.String(), type: text, length: nullable(Type.Integer()) }),
        ),
        image: nullable(Type.String({ description: 'Its picture or thumbnail.' })),
        media: Type.Union([episode, Type.Null()], {
          description: 'What podcasts and videos say of an episode; null if nothing.',
        }),
      }),
    ),
    truncated: Type.Boolean({
      description:
        'Whether there are more items: the feed has over 1,000, or was cut off. An item that was cut off is left out.',
    }),
    not_read: notReadField,
  }),
  run: async ({ url, since }, tools, call) => {
    const requested = readUrl(url);
    const from = readSince(since);
    const found = await find(requested, tools, call, 1);
    const { feed_url, format, feed, truncated } = found;
    const { items, undated } = itemsSince(found.items, from);
    return {
      url: requested.href,
      final_url: feed_url,
      feed_url,
      format,
      feed,
      count: items.length,
      ...(from !== undefined && { undated }),
      items: items.map((each) => ({
        ...each,
        authors: [...each.authors],
        categories: [...each.categories],
        enclosures: [...each.enclosures],
      })),
      truncated,
      not_read: truncated ? missingItems(found.items.length) : {},
    };
  },
});

/** Items published or changed at or after an instant; those without a date are counted. */
function itemsSince(items: readonly FeedItem[], from: string | undefined) {
  if (from === undefined) return { items, undated: 0 };
  const dated = items.filter(({ date, updated_at }) => (updated_at ?? date) !== null);
  const isNew = ({ date, updated_at }: FeedItem) => isSince(updated_at, from) || isSince(date, from);
  return { items: dated.filter(isNew), undated: items.length - dated.length };
}

/** The feed at a URL, or the first feed that the page there links to. */
async function find(
  url: URL | string,
  tools: Tools,
  call: SkillCall,
  steps: number,
): Promise<Feed & { feed_url: string }> {
  const answer = await tools.fetcher.getPage(new URL(url), call, { accept, timeoutMs: call.fetchingMs });
  requirePage(answer, url);
  if (answer.status < 200 || answer.status > 299) {
    throw upstreamFailed(
      `The feed returned status ${answer.status} (${answer.url})`,
      'Send the URL of a feed that returns 200.',
    );
  }
  const reading = await read(answer, tools, call);
  if ('found' in reading) return { ...reading.found, feed_url: answer.url };
  const [first] = reading.linked;
  if (first && steps > 0) return find(first, tools, call, steps - 1);
  throw unreadableTarget(
    `This is neither a feed nor a page that links to one (${answer.url})`,
    'Send the address of an RSS, Atom or JSON feed, or of a page that links to one.',
  );
}

function read(answer: FetchedResponse, { workers }: Tools, { signal, readingMs }: SkillCall) {
  const { body, contentType, url } = answer;
  const source = {
    bytes: body,
    contentType,
    url,
    contentLocation: answer.header('content-location'),
    language: answer.header('content-language'),
  };
  return workers.run('feed', source, { signal, timeoutMs: readingMs, bytes: body.length });
}
