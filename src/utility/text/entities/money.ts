import {
  codes,
  crownsOf,
  findCurrency,
  isCent,
  isCodeMeant,
  isCrown,
  isSolMeant,
  signedCurrency,
  signPattern,
  wordPattern,
} from './currencies.ts';
import { cjkScale, numberWords, readNumberWords, scales, smallNumber, wordScale } from './number-words.ts';
import { findMatches, type TextSpan } from './span.ts';

export interface Money extends TextSpan {
  readonly amount: number;
  readonly currency: string;
  /** The sign is that of several currencies. */
  readonly ambiguous?: true;
}

const indian = '\\d{1,3}(?:,\\d{2}){1,5},\\d{3}(?:\\.\\d{1,8})?(?!\\d)';
const grouped = "\\d{1,15}(?:[.,'\\u2019\\u00a0\\u202f ]\\d{3}(?!\\d)){0,5}(?:[.,]\\d{1,8})?(?!\\d)";
const fraction =
  '(?:(?:a )?quarter|three[ -]quarters|half)(?: of)?(?: an?)?(?= (?:million|billion|trillion))';
/** 499,- and 1.299,–: no cents. */
const noCents = '(?:[.,][-–—]{1,2}(?![\\d\\p{L}]))?';
const number = `(?:${indian}|${grouped}${noCents})`;
const amountPattern = `(?:${number}|${fraction}|${numberWords})`;
const scale = `(?:(?:[ \\u00a0-]?(${wordScale})(?![\\p{L}\\p{M}\\p{N}])(?:\\.(?=[ \\u00a0]?[\\p{L}\\p{Sc}]))?| ?(${cjkScale}))(?: d[ei](?= )| d['’](?=\\p{L}))?)?`;
const cents =
  '(?:(?: and| und| et)? (\\d{1,2}|[a-z]+(?:[ -][a-z]+)?) (?:cents?|pence|centimes?)(?![\\p{L}])| (\\d{2})(?! ?[\\p{L}\\d%$€£¥]|[.,:/-]\\d))?';
const before = new RegExp(
  `(?<![\\p{sc=Latn}\\p{N}$€£])(-?)(${signPattern}|(?:[kM]?(?:${codes})|dollars?)(?= ?-?\\d)) ?(-?)(${number})${scale}(?:[ \\u00a0](${codes})(?![\\p{L}\\p{N}]))?`,
  'giu',
);
const after = new RegExp(
  `(?<![\\p{sc=Latn}\\p{N}$€£.,])(-?)(${amountPattern})${scale}[ \\u00a0-]?(${signPattern}|[kM]?(?:${codes})|${wordPattern})(?![\\p{sc=Latn}\\p{N}])(?: (million|billion|thousand|trillion)(?!\\p{L})|${cents})`,
  'giu',
);

/** A text without digits can only hold an amount in words. */
const spokenNumber = new RegExp(`${smallNumber}|quarter|half`, 'iu');

/** Finds amounts with their currency, in figures or in words, in any number format. */
export function findMoney(text: string, hasDigit: boolean, country?: string): Money[] {
  if (!hasDigit && !spokenNumber.test(text)) return [];
  const found: Money[] = [];
  for (const match of findMatches(before, text)) {
    const [, minus, unit = '', inner, digits = '', times, cjk, code] = match;
    if (signBelongsToPrevious(text, match, found.at(-1)?.end ?? -1)) continue;
    if (!isCodeMeant(unit, 'before', isExact(digits, times ?? cjk))) continue;
    // ¢5,000 are colones or cedis.
    if (isCent(unit) || !isSolMeant(unit, match[0], country)) continue;
    // A code after the amount selects the currency of the sign, as in `$20 CAD`; any other code belongs to the text that follows.
    const codeCurrency = code ? signedCurrency(unit, code) : undefined;
    if (code && !codeCurrency) match[0] = match[0].slice(0, -code.length - 1);
    add(found, match, {
      ...(isCrown(unit) && { known: crownsOf(text, 'before', country) }),
      unit: codeCurrency ?? unit,
      digits,
      // "$5 mil" is English; elsewhere the word follows the number and means a thousand.
      times: times?.toLowerCase() === 'mil' ? 'million' : (times ?? cjk),
      negative: Boolean(minus || inner),
    });
  }
  const first = [...found];
  let at = 0;
  for (const match of findMatches(after, text)) {
    while (at < first.length && first[at]!.end <= match.index) at += 1;
    const overlapping = first[at] && first[at]!.start < match.index + match[0].length;
    const [, minus, digits = '', times, cjk, unit = '', late, spokenCents, cents] = match;
    if (overlapping || !isCodeMeant(unit, 'after', isExact(digits, times ?? cjk ?? late))) continue;
    const earlier = readEarlierParts(text, match.index);
    add(found, match, {
      ...(isCrown(unit) && { known: crownsOf(text, 'after', country) }),
      unit,
      digits,
      times: times ?? cjk ?? late,
      negative: Boolean(minus),
      more: parseCents(spokenCents ?? cents) + earlier.sum,
      before: earlier.text,
    });
  }
  return withRanges(
    text,
    found.sort((left, right) => left.start - right.start),
  );
}

const isExact = (digits: string, times: string | undefined): boolean =>
  times !== undefined || /\d[.,]\d/.test(digits);

const earlierPart = new RegExp(`(\\d[\\d,.]{0,15})(${cjkScale}) ?$`, 'u');

/** 1億2,500万円: reads the earlier parts of a number of which only the last was found with its currency. */
function readEarlierParts(text: string, at: number): { text: string; sum: number } {
  let start = at;
  let sum = 0;
  for (;;) {
    const [whole, digits = '', times = ''] =
      earlierPart.exec(text.slice(Math.max(0, start - 20), start)) ?? [];
    if (whole === undefined) return { text: text.slice(start, at), sum };
    start -= whole.length;
    sum += readNumber(digits) * (scales[times] ?? 1);
  }
}

function parseCents(written: string | undefined): number {
  if (written === undefined) return 0;
  return (/^\d/.test(written) ? Number(written) : (readNumberWords(written) ?? 0)) / 100;
}

/** In `20 € 30` the sign belongs to the first number, unless that has a sign already. */
function signBelongsToPrevious(text: string, match: RegExpExecArray, lastEnd: number): boolean {
  const apart = / -?\d/.test(match[0]);
  const ahead = /\d[ \u00a0]?$/.exec(text.slice(Math.max(0, match.index - 2), match.index));
  return apart && ahead !== null && match.index - lastEnd > 1;
}

interface Parts {
  readonly unit: string;
  readonly digits: string;
  readonly times: string | undefined;
  readonly negative: boolean;
  /** Cents, and parts of the number before these digits. */
  readonly more?: number;
  readonly before?: string;
  /** The currency, where its sign does not say which. */
  readonly known?: { readonly currency: string; readonly ambiguous?: true };
}

function add(
  found: Money[],
  match: RegExpExecArray,
  { unit, digits, times, negative, more = 0, before = '', known }: Parts,
): void {
  const prefixed = /^[kM](?=[A-Z]{3}$)/.exec(unit)?.[0];
  const currency = findCurrency(prefixed && !findCurrency(unit) ? unit.slice(1) : unit);
  const value = readAmount(digits);
  const factor = times ? (scales[times.toLowerCase()] ?? 1) : 1;
  const multiple = isCent(unit) ? 0.01 : prefixed && !findCurrency(unit) ? (prefixed === 'k' ? 1e3 : 1e6) : 1;
  if (!currency || value === undefined || !Number.isFinite(value)) return;
  const rounded = Number((value * factor * multiple + more).toPrecision(15));
  found.push({
    start: match.index - before.length,
    end: match.index + match[0].length,
    text: before + match[0],
    amount: negative ? -rounded : rounded,
    currency,
    ...known,
  });
}

function readAmount(written: string): number | undefined {
  if (/^\d/.test(written)) return readNumber(written);
  if (/quarters/i.test(written)) return 0.75;
  if (/quarter/i.test(written)) return 0.25;
  return /^half/i.test(written) ? 0.5 : readNumberWords(written);
}

/** $5-10, €2–3 million and 5-10 USD: the other end of a range has the same currency and scale. */
function withRanges(text: string, found: readonly Money[]): Money[] {
  return found.flatMap((money, at) => {
    const earlier = lowerEnd(text, money, found[at - 1]?.end ?? 0);
    if (earlier) return [earlier, money];
    const later = upperEnd(text, money);
    return !later || later[1].end > (found[at + 1]?.start ?? text.length) ? [money] : later;
  });
}

const upperNumber = new RegExp(
  `[-–—~〜～](${number})${scale}(?![\\p{sc=Latn}\\p{N}%°]|[-–/:.,]\\d| ?(?:${signPattern}|${codes}))`,
  'iuy',
);
const lowerNumber = new RegExp(`(?<![\\p{sc=Latn}\\p{N}$€£.,:/-])(${number})[-–—~〜～]$`, 'u');

function upperEnd(text: string, money: Money): [Money, Money] | undefined {
  upperNumber.lastIndex = money.end;
  const [whole, digits = '', times, cjk] = upperNumber.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const factor = scales[(times ?? cjk ?? '').toLowerCase()] ?? 1;
  // $5M-10M: the first has a scale of its own.
  const isScaled = /\p{L}$/u.test(money.text);
  const lower = Number((money.amount * (isScaled ? 1 : factor)).toPrecision(15));
  const amount = Number((readNumber(digits) * factor).toPrecision(15));
  if (money.amount < 0 || amount <= lower || (isScaled && factor === 1)) return undefined;
  const start = money.end + 1;
  const end = start + whole.length - 1;
  return [
    { ...money, amount: lower },
    { ...money, start, end, text: text.slice(start, end), amount },
  ];
}

function lowerEnd(text: string, money: Money, from: number): Money | undefined {
  const [, digits] = lowerNumber.exec(text.slice(Math.max(from, money.start - 24), money.start)) ?? [];
  const [own] = /^\d[\d.,]*\d|^\d/.exec(money.text) ?? [];
  if (digits === undefined || own === undefined || readNumber(digits) >= readNumber(own)) return undefined;
  const start = money.start - digits.length - 1;
  const amount = Number(((readNumber(digits) * money.amount) / readNumber(own)).toPrecision(15));
  return { ...money, start, end: start + digits.length, text: digits, amount };
}

/** The last separator is the decimal one, unless it could also group thousands. */
function readNumber(digits: string): number {
  const bare = digits.replaceAll(/['\u2019\u00a0\u202f ]|[.,][-–—]+$/g, '');
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return Number(bare);
  const mark = bare.charAt(last);
  const marks = bare.replaceAll(/\d/g, '');
  const grouping = bare.length - last - 1 === 3 && marks === mark.repeat(marks.length) && !/^0/.test(bare);
  const decimal = grouping ? bare.length : last;
  return Number(`${bare.slice(0, decimal).replaceAll(/[.,]/g, '')}.${bare.slice(decimal + 1) || '0'}`);
}
