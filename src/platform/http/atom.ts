/** One entry of a feed. */
export interface AtomEntry {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly updated: Date;
  readonly author?: string;
  /** Plain text. */
  readonly summary: string;
}

export const atomType = 'application/atom+xml; charset=utf-8';

/**
 * An RFC 4287 feed, newest entry first. Its own date is that of the newest entry, so it changes only with
 * them.
 */
export function atomFeed(
  feed: { readonly self: string; readonly title: string; readonly home: string },
  entries: readonly AtomEntry[],
): string {
  const newest = Math.max(0, ...entries.map(({ updated }) => updated.getTime()));
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xml(feed.self)}</id>`,
    `<title>${xml(feed.title)}</title>`,
    `<updated>${new Date(newest).toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${xml(feed.self)}"/>`,
    `<link href="${xml(feed.home)}"/>`,
    ...entries.map(formatEntry),
    '</feed>',
    '',
  ];
  return lines.join('\n');
}

function formatEntry({ id, title, link, updated, author = 'kith', summary }: AtomEntry): string {
  return [
    '<entry>',
    `<id>${xml(id)}</id>`,
    `<title>${xml(title)}</title>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<author><name>${xml(author)}</name></author>`,
    `<link href="${xml(link)}"/>`,
    `<summary>${xml(summary)}</summary>`,
    '</entry>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 does not allow are dropped. */
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (each) => entities[each] ?? each);
