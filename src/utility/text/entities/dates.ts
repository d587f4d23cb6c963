import { dateInEra, eraDate, hanDate } from './east-asian-dates.ts';
import { findMatches } from './matches.ts';
import { findMonth, monthPattern as month } from './months.ts';
import { dayWords, readNumberWords, readYearWords, yearWordsPattern } from './number-words.ts';
import type { TextSpan } from './span.ts';

export interface DateSpan extends TextSpan {
  /** Day and month could be the other way round. */
  readonly ambiguous: boolean;
}

/** Whether 3/4 means 4 March or 3 April. */
export type DateOrder = 'month first' | 'day first' | 'by mark';

const edge = {
  before: '(?:(?<![\\p{L}\\p{N}_./-])|(?<=\\p{sc=Hebr}-))',
  after: '(?![\\p{L}\\p{N}_]|[./-]\\d)',
};
const time = '(?:[T ]\\s?(\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?(Z|[+-]\\d{2}:?\\d{2})?)?';

type DateParser = (groups: string[], order: DateOrder) => ParsedDate | undefined;
interface ParsedDate {
  readonly value: string;
  readonly ambiguous: boolean;
}
const pattern = (source: string) => new RegExp(`${edge.before}${source}${edge.after}`, 'giu');

const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,? )?';
const days = `(?:\\d{1,2}(?:st|nd|rd|th)?|${dayWords})`;
const years = `(?:\\d{4}|${yearWordsPattern})`;
const toParsedDate = (value: string | undefined): ParsedDate | undefined =>
  value === undefined ? undefined : { value, ambiguous: false };
const parseNamedMonth = (
  d: string | undefined,
  m: string | undefined,
  y: string | undefined,
): ParsedDate | undefined =>
  toParsedDate(toIsoDate(yearOfCalendar(parseYear(y), m ?? ''), findMonth(m ?? ''), parseDay(d)));

const forms: readonly (readonly [RegExp, DateParser])[] = [
  [
    pattern(`(\\d{4})-(\\d{2})-(\\d{2})${time}`),
    ([y, m, d, ...rest]) => toParsedDate(toIsoDate(y, Number(m), d, rest)),
  ],
  // The basic format of ISO 8601, as in file names and calendars; without a time it could be any number.
  [
    pattern('(\\d{4})(\\d{2})(\\d{2})T(\\d{2})(\\d{2})(\\d{2})?(Z|[+-]\\d{2}:?\\d{2})?'),
    ([y, m, d, ...rest]) => toParsedDate(toIsoDate(y, Number(m), d, rest)),
  ],
  [pattern('(\\d{4})[/.](\\d{1,2})[/.](\\d{1,2})'), ([y, m, d]) => toParsedDate(toIsoDate(y, Number(m), d))],
  // As Korean writes it: 2024. 3. 15.
  [pattern('(\\d{4})\\. (\\d{1,2})\\. (\\d{1,2})'), ([y, m, d]) => toParsedDate(toIsoDate(y, Number(m), d))],
  [pattern(`(\\d{4})(?:[/. -]|\\. )(${month})[/. -](\\d{1,2})`), ([y, m, d]) => parseNamedMonth(d, m, y)],
  [
    pattern('(\\d{1,2}) tháng (\\d{1,2})(?:,? năm|,)? (\\d{4})'),
    ([d, m, y]) => toParsedDate(toIsoDate(y, Number(m), d)),
  ],
  [
    pattern('(\\d{1,2})([/.-])(\\d{1,2})(?:\\2|,)(\\d{4}|\\d{2})'),
    ([a = '', mark = '', b = '', y], order) => parseNumericDate(a, mark, b, parseYear(y), order),
  ],
  [
    pattern(
      `${weekday}(?:the )?(${days})(?:er|\\.)?(?: of| de)? (${month})\\.?[,،]?(?: de| del| พ\\.?ศ\\.?)? (${years})`,
    ),
    ([d, m, y]) => parseNamedMonth(d, m, y),
  ],
  [
    pattern(`${weekday}(${month})\\.? (?:the )?(${days}),? (${years})`),
    ([m, d, y]) => parseNamedMonth(d, m, y),
  ],
  [
    pattern(`(\\d{1,2})[- ](${month})[- ](\\d{4}|\\d{2})`),
    ([d, m, y]) => parseNamedMonth(d, m, parseYear(y)),
  ],
  // 2026年3月4日 and 2026년 3월 4일 occur without surrounding spaces.
  [
    /(?<!\d)(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日號号일]/gu,
    ([y, m, d]) => toParsedDate(toIsoDate(y, Number(m), d)),
  ],
  [
    eraDate,
    (groups) => {
      const { year, month: number, day } = dateInEra(groups);
      return toParsedDate(toIsoDate(year, number, day));
    },
  ],
  [
    hanDate,
    (groups) => {
      const { year, month: number, day } = dateInEra(groups);
      return toParsedDate(toIsoDate(year, number, day));
    },
  ],
];

/** Thailand counts years from 543 BC. */
const yearOfCalendar = (year: string | undefined, monthName: string): string | undefined =>
  /\p{sc=Thai}/u.test(monthName) && Number(year) > 2_400 ? String(Number(year) - 543) : year;

/** 71 is 1971 and 27 is 2027. */
function parseYear(year: string | undefined): string | undefined {
  if (year === undefined || /^\d{4}$/.test(year)) return year;
  if (/^\d{2}$/.test(year)) return `${Number(year) < 50 ? '20' : '19'}${year}`;
  return String(readYearWords(year) ?? '');
}

const parseDay = (day: string | undefined): string | undefined =>
  day === undefined || /^\d/.test(day) ? day?.replace(/\D+$/, '') : String(readNumberWords(day) ?? '');

/** Finds calendar dates and returns them as ISO 8601 in `text`, with a time if it is written in full. */
export function findDateEntities(text: string, digits: number, order: DateOrder = 'by mark'): DateSpan[] {
  if (digits < minDigits && !wordYear.test(text)) return [];
  const found = new Map<number, DateSpan>();
  for (const [form, read] of forms) {
    for (const match of findMatches(form, text)) {
      const reading = read(match.slice(1), order);
      if (!reading || found.has(match.index) || isVersion(match[0], text, match.index)) continue;
      const { value, ambiguous } = reading;
      found.set(match.index, {
        start: match.index,
        end: match.index + match[0].length,
        text: value,
        ambiguous,
      });
    }
  }
  const sorted = [...found.values()].sort((left, right) => left.start - right.start);
  return sorted.filter((each, i) => i === 0 || each.start >= sorted[i - 1]!.end);
}

/** 4.17.21 after a name is a version number; it is not a date either, because dots put the day first. */
function isVersion(written: string, text: string, at: number): boolean {
  const [, second] = /^\d{1,2}\.(\d{1,2})\.\d{2}$/.exec(written) ?? [];
  if (second === undefined) return false;
  const before = text.slice(Math.max(0, at - 12), at);
  return Number(second) > 12 || /[@^~=><]$|(?:version|release|ver\.?|v\.|build) ?$/i.test(before);
}

const wordYear = /thousand|nineteen|twenty|eighteen/iu;
/** As in 5-May-26; a date with fewer digits has its year in words. */
const minDigits = 3;

/**
 * Without a country, dots are read as European and slashes and dashes as American, unless only the other
 * order is a valid date.
 */
function parseNumericDate(
  first: string,
  mark: string,
  second: string,
  year: string | undefined,
  order: DateOrder,
): ParsedDate | undefined {
  const american = toIsoDate(year, Number(first), second);
  const european = toIsoDate(year, Number(second), first);
  const dayFirst = order === 'day first' || (order === 'by mark' && mark === '.');
  const value = dayFirst ? (european ?? american) : (american ?? european);
  const ambiguous = american !== undefined && european !== undefined && american !== european;
  return value === undefined ? undefined : { value, ambiguous };
}

function toIsoDate(
  year: string | undefined,
  monthNumber: number | undefined,
  day: string | undefined,
  clock: readonly (string | undefined)[] = [],
): string | undefined {
  const date = new Date(Date.UTC(Number(year), (monthNumber ?? 0) - 1, Number(day)));
  const real = date.getUTCMonth() + 1 === monthNumber && date.getUTCDate() === Number(day);
  if (!real || Number.isNaN(date.getTime()) || Number(year) < 1_000) return undefined;
  const text = date.toISOString().slice(0, 10);
  const [hour, minute, second, zone] = clock;
  if (!hour) return text;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 60) return text;
  return `${text}T${hour}:${minute}:${second ?? '00'}${zone ?? ''}`;
}
