import type { ParsedPage } from '../parsed-page.ts';
import { visibleDate } from './visible-date.ts';

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
    const read = isoDate(each ?? '');
    if (read) return read;
  }
  return visibleDate(page);
}

const isPublished = ({ itemprop, pubdate, class: marks }: Record<string, string>): boolean =>
  /datepublished/i.test(itemprop ?? '') || pubdate !== undefined || /publish/i.test(marks ?? '');

/**
 * A date stays a date; a time keeps its offset. Formats that do not start with year-month-day are ambiguous
 * and ignored.
 */
export function isoDate(text: string): string | null {
  const found =
    /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?/i.exec(
      text.trim(),
    );
  if (!found) return null;
  const [, year, month, day, hour, minute, second = '00', zone] = found;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31 || Number(year) < 1900)
    return null;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const offset =
    zone === undefined ? '' : zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return `${date}T${hour}:${minute}:${second}${offset}`;
}
