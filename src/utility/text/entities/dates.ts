import { hasDigit, matchesOf } from './matches.ts';
import type { Span } from './span.ts';

/** Months by name, in the languages that are read: English, Dutch, French, German, Spanish, Italian. */
const names: readonly string[] = [
  'january|jan|januari|janvier|januar|enero|gennaio',
  'february|feb|februari|février|fevrier|févr|februar|febrero|febbraio',
  'march|mar|maart|mrt|mars|märz|maerz|marzo',
  'april|apr|avril|avr|abril|aprile',
  'may|mei|mai|mayo|maggio',
  'june|jun|juni|juin|junio|giugno',
  'july|jul|juli|juillet|juil|julio|luglio',
  'august|aug|augustus|août|aout|agosto',
  'september|sept|sep|septembre|septiembre|settembre',
  'october|oct|oktober|okt|octobre|octubre|ottobre',
  'november|nov|novembre|noviembre',
  'december|dec|décembre|decembre|déc|dezember|dez|diciembre|dicembre',
];
const monthOf = new Map(names.flatMap((all, at) => all.split('|').map((name) => [name, at + 1] as const)));
const month = [...monthOf.keys()].sort((left, right) => right.length - left.length).join('|');
const edge = { before: '(?<![\\p{L}\\p{N}_./-])', after: '(?![\\p{L}\\p{N}_]|[./-]\\d)' };
const time = '(?:[T ]\\s?(\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?(Z|[+-]\\d{2}:?\\d{2})?)?';

type Reader = (groups: string[]) => string | undefined;
const pattern = (source: string) => new RegExp(`${edge.before}${source}${edge.after}`, 'giu');

const forms: readonly (readonly [RegExp, Reader])[] = [
  [pattern(`(\\d{4})-(\\d{2})-(\\d{2})${time}`), ([y, m, d, ...rest]) => iso(y, Number(m), d, rest)],
  [pattern('(\\d{4})[/.](\\d{1,2})[/.](\\d{1,2})'), ([y, m, d]) => iso(y, Number(m), d)],
  [pattern('(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4})'), ([a, mark, b, y]) => numeric(a!, mark!, b!, y!)],
  [
    pattern(`(\\d{1,2})(?:st|nd|rd|th|er|\\.)?(?: of| de)? (${month})\\.?,?(?: de)? (\\d{4})`),
    ([d, m, y]) => iso(y, monthOf.get(m!.toLowerCase()), d),
  ],
  [
    pattern(`(${month})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})`),
    ([m, d, y]) => iso(y, monthOf.get(m!.toLowerCase()), d),
  ],
  [pattern(`(\\d{1,2})[- ](${month})[- ](\\d{4})`), ([d, m, y]) => iso(y, monthOf.get(m!.toLowerCase()), d)],
];

/** Calendar dates in ISO form, with their time where it is written in full. `text` is that form. */
export function findDates(text: string): Span[] {
  if (!hasDigit(text)) return [];
  const found = new Map<number, Span>();
  for (const [form, read] of forms) {
    for (const match of matchesOf(form, text)) {
      const value = read(match.slice(1));
      if (value && !found.has(match.index))
        found.set(match.index, { start: match.index, end: match.index + match[0].length, text: value });
    }
  }
  return [...found.values()].sort((left, right) => left.start - right.start);
}

/** Slashes as in America unless only the other way is a date; dots and dashes as in Europe. */
function numeric(first: string, mark: string, second: string, year: string): string | undefined {
  const american = iso(year, Number(first), second);
  const european = iso(year, Number(second), first);
  return mark === '/' ? (american ?? european) : (european ?? american);
}

function iso(
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
