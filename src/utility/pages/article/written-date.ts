import { findDateEntities } from '../../text/entities/dates.ts';
import { countSigns } from '../../text/entities/span.ts';

const month = '[A-Z][a-z]{2,8}\\.?';
/** Thu, 13 May 2021 14:01:31 GMT and Thu, May 13, 2021 2:01 PM EDT: a month by name, a time and its zone. */
const instant = new RegExp(
  `^(?:${month},? )?(?:${month} \\d{1,2}|\\d{1,2} ${month}),? \\d{4},? ` +
    '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AP]M)? ?(?:GMT|UTC|Z|[ECMP][SD]T|[-+]\\d{2}:?\\d{2})$',
  'i',
);

/** The only date in a short text, as ISO 8601; null if there are several, or if day and month could be swapped. */
export function writtenDate(text: string): string | null {
  const time = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString().replace('.000Z', 'Z');
  const [only, ...others] = findDateEntities(text, countSigns(text).digits);
  return only && others.length === 0 && !only.ambiguous ? only.text : null;
}
