import { type Element, isTag } from 'domhandler';
import { findDateEntities } from '../../text/entities/dates.ts';
import { countSigns } from '../../text/entities/span.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { squeeze, textOf, walk } from '../tree.ts';
import { isoDate } from './iso-date.ts';

const month = '[A-Z][a-z]{2,8}\\.?';
/** Thu, 13 May 2021 14:01:31 GMT and Thu, May 13, 2021 2:01 PM EDT: a month by name, a time and its zone. */
const instant = new RegExp(
  `^(?:${month},? )?(?:${month} \\d{1,2}|\\d{1,2} ${month}),? \\d{4},? ` +
    '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AP]M)? ?(?:GMT|UTC|Z|[ECMP][SD]T|[-+]\\d{2}:?\\d{2})$',
  'i',
);

/** The only date in a short text, as ISO 8601; null if there are several, or if day and month could be swapped. */
function writtenDate(text: string): string | null {
  const time = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString().replace('.000Z', 'Z');
  const [only, ...others] = findDateEntities(text, countSigns(text).digits);
  return only && others.length === 0 && !only.ambiguous ? only.text : null;
}

const isMarked =
  /publish|timestamp|dateline|posted-on|(?:^|[^a-z])(?:date|time|meta|info|byline)(?:$|[^a-z])/i;
/** Parts that are not the page itself: comments by others, and links to other pages. */
const isElsewhere = /comment|related|sidebar|widget/i;
const elsewhere = new Set(['script', 'style', 'template', 'aside', 'nav']);
const maxDateChars = 100;
const isWholeIso = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[-+]\d{2}:?\d{2})?$/i;

/** The date that a reader sees: the first unambiguous date in an element that is marked as a date. */
function visibleDate(page: ParsedPage): string | null {
  let found: string | null = null;
  walk(page.root, (node) => {
    if (found !== null) return false;
    if (!isTag(node)) return true;
    const marks = `${node.attribs.class ?? ''} ${node.attribs.id ?? ''}`;
    if (elsewhere.has(node.name) || isElsewhere.test(marks)) return false;
    if (isMarked.test(marks)) found = dateIn(node);
    return true;
  });
  return found;
}

function dateIn(element: Element): string | null {
  for (const text of [squeeze(textOf(element)), element.attribs.title ?? '']) {
    if (text.length > maxDateChars) continue;
    const date = (isWholeIso.test(text) ? isoDate(text) : null) ?? writtenDate(text);
    if (date) return date;
  }
  return null;
}

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
