import { dayWords, readNumberWords, readYearWords, yearWordsPattern } from './number-words.ts';
import { findMatches, type TextSpan } from './span.ts';

/** The year before the first year of each era, so that era year 1 is one more. */
const eras: Readonly<Record<string, number>> = {
  令和: 2_018,
  平成: 1_988,
  昭和: 1_925,
  大正: 1_911,
  民國: 1_911,
  民国: 1_911,
};

const han = '〇零一二三四五六七八九';
const count = `[${han}十]{1,3}`;

const eraDate = /(令和|平成|昭和|大正|民國|民国) ?(元|\d{1,3}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/gu;
const hanDate = new RegExp(`(?<![${han}十])()([${han}]{4})年(${count})月(${count})[日号號]`, 'gu');

/** The year, month and day of an era, a year in it or in Chinese digits, a month and a day. */
function dateInEra([era = '', year = '', month = '', day = '']: readonly string[]): {
  year: string;
  month: number;
  day: string;
} {
  const inEra = year === '元' ? 1 : readHan(year);
  return { year: String((eras[era] ?? 0) + inEra), month: readHan(month), day: String(readHan(day)) };
}

/** Reads 二〇二六, 十二 and 二十五; other digits are parsed as numbers. */
function readHan(text: string): number {
  const digits = [...text].map((each) =>
    each === '零' ? 0 : han.indexOf(each) - (han.indexOf(each) > 1 ? 1 : 0),
  );
  const ten = text.indexOf('十');
  if (ten >= 0) return (ten === 0 ? 1 : (digits[0] ?? 0)) * 10 + (digits[ten + 1] ?? 0);
  return /^\d+$/.test(text) ? Number(text) : Number(digits.join(''));
}

/**
 * Month names, inflected as in a date, in the languages of Europe, in Arabic, Hebrew, Hindi, Bengali, Thai,
 * Indonesian and Malay. Croatian `listopada`, which is November in Polish, is not among them.
 */
const names: readonly string[] = [
  'january|jan|januari|janvier|januar|enero|gennaio|janeiro|stycznia|ledna|ocak|января|jänner|gener|januára|januara|siječnja|tammikuuta|ιανουαρίου|січня|януари|ianuarie|január|يناير|كانون الثاني|ינואר|जनवरी|জানুয়ারি|มกราคม|ม.ค.',
  'february|feb|februari|février|fevrier|févr|februar|febrero|febbraio|fevereiro|lutego|února|şubat|февраля|febrer|februára|februara|veljače|helmikuuta|φεβρουαρίου|лютого|февруари|februarie|február|فبراير|شباط|פברואר|फ़रवरी|फरवरी|ফেব্রুয়ারি|กุมภาพันธ์|ก.พ.',
  'march|mar|maart|mrt|mars|märz|maerz|marzo|março|marts|marca|března|mart|марта|març|ožujka|maaliskuuta|μαρτίου|березня|март|martie|március|maret|مارس|آذار|מרץ|मार्च|মার্চ|มีนาคม|มี.ค.',
  'april|apr|avril|avr|abril|aprile|kwietnia|dubna|nisan|апреля|apríla|aprila|travnja|huhtikuuta|απριλίου|квітня|април|aprilie|április|أبريل|ابريل|نيسان|אפריל|अप्रैल|এপ্রিল|เมษายน|เม.ย.',
  'may|mei|mai|mayo|maggio|maio|maj|maja|května|mayıs|мая|maig|mája|svibnja|toukokuuta|μαΐου|травня|май|május|مايو|أيار|מאי|मई|মে|พฤษภาคม|พ.ค.',
  'june|jun|juni|juin|junio|giugno|junho|czerwca|června|haziran|июня|juny|júna|juna|lipnja|kesäkuuta|ιουνίου|червня|юни|iunie|június|يونيو|حزيران|יוני|जून|জুন|มิถุนายน|มิ.ย.',
  'july|jul|juli|juillet|juil|julio|luglio|julho|lipca|července|temmuz|июля|juliol|júla|jula|srpnja|heinäkuuta|ιουλίου|липня|юли|iulie|július|julai|يوليو|تموز|יולי|जुलाई|জুলাই|กรกฎาคม|ก.ค.',
  'august|aug|augustus|août|aout|agosto|augusti|sierpnia|srpna|ağustos|августа|agost|augusta|kolovoza|elokuuta|αυγούστου|серпня|август|augusztus|agustus|ogos|أغسطس|اغسطس|آب|אוגוסט|अगस्त|আগস্ট|สิงหาคม|ส.ค.',
  'september|sept|sep|septembre|septiembre|settembre|setembro|września|září|eylül|сентября|setembre|septembra|rujna|syyskuuta|σεπτεμβρίου|вересня|септември|septembrie|szeptember|سبتمبر|أيلول|ספטמבר|सितंबर|सितम्बर|সেপ্টেম্বর|กันยายน|ก.ย.',
  'october|oct|oktober|okt|octobre|octubre|ottobre|outubro|października|října|ekim|октября|októbra|oktobra|lokakuuta|οκτωβρίου|жовтня|октомври|octombrie|október|أكتوبر|اكتوبر|تشرين الأول|אוקטובר|अक्टूबर|अक्तूबर|অক্টোবর|ตุลาคม|ต.ค.',
  'november|nov|novembre|noviembre|novembro|listopada|listopadu|kasım|ноября|novembra|studenoga|studenog|marraskuuta|νοεμβρίου|листопада|ноември|noiembrie|نوفمبر|تشرين الثاني|נובמבר|नवंबर|नवम्बर|নভেম্বর|พฤศจิกายน|พ.ย.',
  'december|dec|décembre|decembre|déc|dezember|dez|diciembre|dicembre|dezembro|grudnia|prosince|aralık|декабря|desembre|desember|decembra|prosinca|joulukuuta|δεκεμβρίου|грудня|декември|decembrie|disember|ديسمبر|كانون الأول|דצמבר|दिसंबर|दिसम्बर|ডিসেম্বর|ธันวาคม|ธ.ค.',
];

const monthByName = new Map(
  names.flatMap((all, at) => all.split('|').map((name) => [name, at + 1] as const)),
);

/** Hebrew puts "in" before the name, as a letter of the same word. */
const monthPattern = `(?:ב)?(?:${[...monthByName.keys()]
  .sort((left, right) => right.length - left.length)
  .map((name) => name.replaceAll('.', '\\.'))
  .join('|')})`;

const findMonth = (name: string): number | undefined => {
  const lower = name.toLowerCase();
  return monthByName.get(lower) ?? monthByName.get(lower.replace(/^ב/, ''));
};

interface DateSpan extends TextSpan {
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
  // Korean has spaces: 2024. 3. 15.
  [
    pattern('(\\d{4})(?:[/.]|\\. )(\\d{1,2})(?:[/.]|\\. )(\\d{1,2})'),
    ([y, m, d]) => toParsedDate(toIsoDate(y, Number(m), d)),
  ],
  [
    pattern(`(\\d{4})(?:[/. -]|\\. )(${monthPattern})[/. -](\\d{1,2})`),
    ([y, m, d]) => parseNamedMonth(d, m, y),
  ],
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
      `${weekday}(?:the )?(${days})(?:er|\\.)?(?: of| de)? (${monthPattern})\\.?[,،]?(?: de| del| พ\\.?ศ\\.?)? (${years})`,
    ),
    ([d, m, y]) => parseNamedMonth(d, m, y),
  ],
  [
    pattern(`${weekday}(${monthPattern})\\.? (?:the )?(${days}),? (${years})`),
    ([m, d, y]) => parseNamedMonth(d, m, y),
  ],
  [
    pattern(`(\\d{1,2})[- ](${monthPattern})[- ](\\d{4}|\\d{2})`),
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
