import type { ParsedPage } from '../parsed-page.ts';
import { isoDate } from './iso-date.ts';
import { visibleDate } from './visible-date.ts';
import { writtenDate } from './written-date.ts';

const metaNames = new Set([
  'article:published_time',
  'og:published_time',
  'datepublished',
  'date',
  'pubdate',
  'publishdate',
  'publish-date',
  'publication_date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.date',
  'parsely-pub-date',
  'sailthru.date',
  'cxenseparse:recs:publishtime',
  'citation_publication_date',
]);

/**
 * The publication date an article states, as ISO 8601; null if it states none, or none in a reliable format.
 */
export function publishedAt(declared: string | null | undefined, page: ParsedPage): string | null {
  const metas = page
    .all('meta')
    .filter(({ attribs }) =>
      [attribs.name, attribs.property, attribs.itemprop].some((each) =>
        metaNames.has((each ?? '').toLowerCase()),
      ),
    )
    .map(({ attribs }) => attribs.content);
  const times = page
    .all('time')
    .filter(({ attribs }) => attribs.datetime !== undefined)
    .sort((left, right) => Number(isPublished(right.attribs)) - Number(isPublished(left.attribs)))
    .map(({ attribs }) => attribs.datetime);
  for (const each of [declared, ...metas, times[0]]) {
    const date = declaredDate(each);
    if (date) return date;
  }
  return visibleDate(page);
}

const maxChars = 100;

const isPublished = ({ itemprop, pubdate, class: marks }: Record<string, string>): boolean =>
  /datepublished/i.test(itemprop ?? '') || pubdate !== undefined || /publish/i.test(marks ?? '');

/** A date that is declared in a machine's format or in words, as ISO 8601. */
export function declaredDate(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > maxChars) return null;
  return isoDate(text) ?? writtenDate(text.trim());
}
