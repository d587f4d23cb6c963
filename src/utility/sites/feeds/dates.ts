import data from './date-words.json' with { type: 'json' };

const words: {
  /** Month names by their first letters, in English and other languages found in feeds. */
  readonly months: readonly (readonly string[])[];
  /** Minutes east of UTC. */
  readonly zones: Readonly<Record<string, number>>;
} = data;

const longest = 100;

/** Parses a date of a feed to an ISO instant; null if it is not a date. UTC is assumed without a zone. */
export function readDate(sent: string | null | undefined): string | null {
  const text = sent?.replaceAll(/\s+/g, ' ').trim().slice(0, longest) ?? '';
  if (text === '') return null;
  return (
    parseNumeric(text) ?? parseKorean(text) ?? isoDate(text) ?? parseCompact(text) ?? parseWithMonthName(text)
  );
}

interface Parts {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  readonly offset?: number;
}

function toInstant({
  year,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
  offset = 0,
}: Parts): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 61) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute - offset, Math.floor(second)));
  return Number.isNaN(date.getTime()) || year > 9_999 ? null : date.toISOString().replace('.000Z', 'Z');
}

/** Seconds or milliseconds since 1970. */
function parseNumeric(text: string): string | null {
  if (!/^\d{9,13}$/.test(text)) return null;
  const value = Number(text);
  return new Date(text.length > 11 ? value : value * 1_000).toISOString().replace('.000Z', 'Z');
}

const iso =
  /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?(z|[+-]\d{2}:?\d{0,2}|[a-z]{2,4})?)?$/i;

function isoDate(text: string): string | null {
  const found = iso.exec(text);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, zone] = found;
  return toInstant({
    year: Number(year),
    month: Number(month ?? 1),
    day: Number(day ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    offset: parseOffset(zone),
  });
}

/** 20031231, 20031231T101455, -0312, 2003335 (day of the year). */
function parseCompact(text: string): string | null {
  const basic = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2}):?(\d{2}):?(\d{2})?)?(z|[+-]\d{2}:?\d{2})?$/i.exec(text);
  if (basic) {
    const [, year, month, day, hour, minute, second, zone] = basic;
    return toInstant({
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour ?? 0),
      minute: Number(minute ?? 0),
      second: Number(second ?? 0),
      offset: parseOffset(zone),
    });
  }
  const ordinal = /^(\d{4})-?(\d{3})$/.exec(text);
  if (!ordinal) return null;
  const date = new Date(Date.UTC(Number(ordinal[1]), 0, Number(ordinal[2])));
  return date.toISOString().replace('.000Z', 'Z');
}

/** 2004년 5월 28일 01:31:15, and with 오전 or 오후. */
function parseKorean(text: string): string | null {
  const found =
    /^(\d{4})(?:년 |-)(\d{1,2})(?:월 |-)(\d{1,2})(?:일)? (오전|오후)? ?(\d{1,2}):(\d{2}):(\d{2})$/.exec(text);
  if (!found || !/[년오]/.test(text)) return null;
  const [, year, month, day, half, hour, minute, second] = found.map((each) => each ?? '');
  return toInstant({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: (Number(hour) % (half ? 12 : 24)) + (half === '오후' ? 12 : 0),
    minute: Number(minute),
    second: Number(second),
    offset: 540,
  });
}

/** RFC 822, asctime and similar formats: a month name, with the other parts in any order. */
function parseWithMonthName(text: string): string | null {
  const time = /\b(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?(am|pm)?/i.exec(text);
  const zone =
    /(?:GMT|UTC|[ \d])([+-]\d{1,2}:?\d{2})\b/i.exec(text)?.[1] ??
    /\b([a-z]{1,4})(?:[ )]*(?:\d{4})?)$/i.exec(text)?.[1];
  const rest = time ? `${text.slice(0, time.index)} ${text.slice(time.index + time[0].length)}` : text;
  const words = rest.replaceAll(/[+-]\d{1,2}:?\d{2}\b/g, ' ').match(/\p{L}+|\d+/gu) ?? [];
  const month = words.map(parseMonth).find((each) => each > 0);
  const numbers = words.filter((each) => /^\d+$/.test(each));
  if (!month || numbers.length < 2) return null;
  const long = numbers.findIndex((each) => each.length === 4);
  const [day, year] = long === 0 ? [numbers[1], numbers[0]] : [numbers[0], numbers[long > 0 ? long : 1]];
  const [, hour, minute, second, half] = time ?? [];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour ?? 0);
  return toInstant({
    year: fullYear(year ?? ''),
    month,
    day: Number(day),
    hour: hours,
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    offset: parseOffset(zone),
  });
}

function parseMonth(word: string): number {
  const low = word.toLowerCase();
  return words.months.findIndex((names) => names.some((each) => low.startsWith(each))) + 1;
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2_000 + year : 1_900 + year;
}

function parseOffset(zone: string | undefined): number {
  if (!zone) return 0;
  const found = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!found) return words.zones[zone.toLowerCase()] ?? 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === '-' ? -minutes : minutes;
}
