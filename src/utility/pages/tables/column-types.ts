export type ColumnType = 'integer' | 'number' | 'percent' | 'money' | 'date' | 'boolean' | 'text' | 'empty';
export type TypedCell = string | number | boolean | null;

type CellReader = (text: string) => TypedCell | undefined;

/** Placeholders for empty cells. */
const blanks = /^(?:|[-–—]+|n\/?a|null|none|\.{2,3}|…)$/i;
const footnotes = /(?:\s*\[[\p{L}\p{N} ]{1,12}\])+$/u;
const amount = /^(\(?[+-]?)\s*([A-Z]{3}|[A-Z]{0,2}\p{Sc})?\s*(.*?)\s*([A-Z]{3}|\p{Sc})?(\)?)$/u;

/** Grouped by commas with a decimal point, as in 1,234.5; spaces and apostrophes group as well. */
const pointDecimal = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ '’]\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** Grouped by points with a decimal comma, as in 1.234,5. */
const commaDecimal = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[ '’]\d{3})+|\d+)(?:,\d+)?$/;
/** A comma that cannot be a group separator, or points that cannot be decimal. */
const surelyCommaDecimal = /,\d{1,2}$|,\d{4,}$|\.\d{3}(?:\.\d{3})+$|\.\d{3},/;
const maxSignificantDigits = 15;

/**
 * The type that every filled cell of a column shares, and its cells parsed as that type. A column is parsed
 * one way as a whole: 1.234 is about a thousand beside 5,6 and just over one beside 5.6.
 */
export function readColumn(texts: readonly (string | null)[]): { type: ColumnType; cells: TypedCell[] } {
  const filled = texts.filter((text): text is string => text !== null && !isBlank(text));
  if (filled.length === 0) return { type: 'empty', cells: texts.map(() => null) };
  const comma = filled.some((text) => surelyCommaDecimal.test(keepDigits(text)));
  const number = withNegatives(numberReader(comma), filled);
  const readers: [ColumnType, CellReader][] = [
    ['integer', (text) => integerOnly(number(text))],
    ['number', number],
    ['percent', (text) => (/%\)?$/.test(text) ? number(text.replace(/\s*%/, '')) : undefined)],
    ['money', moneyReader(number, filled)],
    ['date', isoDate],
    ['boolean', (text) => booleans.get(text.toLowerCase())],
  ];
  for (const [type, read] of readers) {
    if (filled.every((text) => read(normalizeCell(text)) !== undefined)) {
      const cells = texts.map((text) =>
        text === null || isBlank(text) ? null : (read(normalizeCell(text)) ?? null),
      );
      return { type, cells };
    }
  }
  return { type: 'text', cells: [...texts] };
}

const isBlank = (text: string): boolean => blanks.test(normalizeCell(text));
const normalizeCell = (text: string): string =>
  text
    .replace(footnotes, '')
    .replaceAll(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/^[−–](?=[\d\p{Sc}])/u, '-')
    .trim();
const keepDigits = (text: string): string => normalizeCell(text).replaceAll(/[^\d.,]+/g, '');
const integerOnly = (value: TypedCell | undefined) => (Number.isInteger(value) ? value : undefined);

function numberReader(comma: boolean): (text: string) => number | undefined {
  return (text) => {
    if (!(comma ? commaDecimal : pointDecimal).test(text)) return undefined;
    const ungrouped = text.replaceAll(comma ? /[. '’]/g : /[, '’]/g, '').replace(',', '.');
    const digits = ungrouped.replace(/^[+-]/, '').replace(/e.*$/i, '');
    // 007 and twenty-digit numbers are identifiers: parsing would change them.
    if (/^0\d/.test(digits) || digits.replace('.', '').length > maxSignificantDigits) return undefined;
    const value = Number(ungrouped);
    return Number.isFinite(value) ? value : undefined;
  };
}

/** Accounts write (5) for -5; a column that contains nothing else numbers its footnotes. */
function withNegatives(number: CellReader, filled: readonly string[]): CellReader {
  const isEnclosed = (text: string) => /^\(.*\)$/.test(normalizeCell(text));
  if (filled.every(isEnclosed)) return number;
  return (text) => number(isEnclosed(text) ? `-${text.slice(1, -1).trim()}` : text);
}

/** Amounts of a single currency: if they were numbers, amounts of several could not be told apart. */
function moneyReader(number: CellReader, filled: readonly string[]): CellReader {
  const currencyOf = (text: string) => {
    const [, , before, , after] = amount.exec(normalizeCell(text)) ?? [];
    return before ?? after;
  };
  const [first = ''] = filled;
  const shared = currencyOf(first);
  return (text) => {
    const [, sign = '', , digits = '', , end = ''] = amount.exec(text) ?? [];
    return shared !== undefined && currencyOf(text) === shared ? number(`${sign}${digits}${end}`) : undefined;
  };
}

const booleans = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['✓', true],
  ['✔', true],
  ['false', false],
  ['no', false],
  ['✗', false],
  ['✘', false],
]);

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthWord = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const dayFirst = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)? ${monthWord},? (\\d{4})$`, 'i');
const monthFirst = new RegExp(`^${monthWord} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, 'i');

/** Unambiguous dates as YYYY-MM-DD; an ISO time stays with its date. */
function isoDate(text: string): string | undefined {
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (iso) return isDay(Number(iso[1]), Number(iso[2]), Number(iso[3])) ? text.replace(' ', 'T') : undefined;
  const first = dayFirst.exec(text);
  const [day, month, year] = first
    ? [first[1], first[2], first[3]]
    : (([, m, d, y]) => [d, m, y])(monthFirst.exec(text) ?? []);
  if (!day || !month || !year) return undefined;
  const monthNumber = months.indexOf(month.toLowerCase()) + 1;
  if (!isDay(Number(year), monthNumber, Number(day))) return undefined;
  return `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
