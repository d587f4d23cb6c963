import { hasDigit, matchesOf } from './matches.ts';
import type { Span } from './span.ts';

export interface Money extends Span {
  readonly amount: number;
  readonly currency: string;
}

/** Signs and words by the currency that is meant by them; a bare dollar is the American. */
const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  '฿': 'THB',
  '₿': 'BTC',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  R$: 'BRL',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  NT$: 'TWD',
};
const codes =
  'EUR|USD|GBP|JPY|CHF|CAD|AUD|NZD|CNY|RMB|INR|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|BRL|MXN|ARS|CLP|COP|ZAR|NGN|KES|EGP|MAD|ILS|AED|SAR|QAR|KRW|HKD|TWD|SGD|MYR|THB|IDR|PHP|VND|PKR|BTC|ETH|USDC|USDT';
const words: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  bucks: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
  yen: 'JPY',
  rupees: 'INR',
  rupee: 'INR',
  francs: 'CHF',
  'swiss francs': 'CHF',
  yuan: 'CNY',
  kronor: 'SEK',
  zloty: 'PLN',
};
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  miljoen: 1e6,
  millionen: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
  billions: 1e9,
  miljard: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  milliarden: 1e9,
  trillion: 1e12,
};
const plain = (text: string) => text.replaceAll(/[$.]/g, '\\$&');
const bySize = (texts: string[]) => texts.sort((left, right) => right.length - left.length).join('|');
const sign = bySize(Object.keys(signs).map(plain));
const word = bySize(Object.keys(words));
const number = "\\d{1,15}(?:[.,'\\u2019\\u00a0\\u202f ]\\d{3}(?!\\d)){0,5}(?:[.,]\\d{1,8})?(?!\\d)";
const scale = `(?:[ \\u00a0-]?(${bySize(Object.keys(scales))})(?![\\p{L}\\p{N}]))?`;
const before = new RegExp(
  `(?<![\\p{L}\\p{N}$€£])(-?)(${sign}|(?:${codes})(?= ?-?\\d)) ?(-?)(${number})${scale}`,
  'giu',
);
const after = new RegExp(
  `(?<![\\p{L}\\p{N}$€£.,])(-?)(${number})${scale}[ \\u00a0]?(${sign}|${codes}|${word})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Amounts of money with their currency, whichever way the number is written. */
export function findMoney(text: string): Money[] {
  if (!hasDigit(text)) return [];
  const found: Money[] = [];
  for (const match of matchesOf(before, text)) {
    const [, minus, unit = '', inner, digits = '', times] = match;
    if (belongsBefore(text, match, found.at(-1)?.end ?? -1)) continue;
    add(found, match, { unit, digits, times, negative: Boolean(minus || inner) });
  }
  const first = [...found];
  let at = 0;
  for (const match of matchesOf(after, text)) {
    while (at < first.length && first[at]!.end <= match.index) at += 1;
    const overlapping = first[at] && first[at]!.start < match.index + match[0].length;
    const [, minus, digits = '', times, unit = ''] = match;
    if (!overlapping) add(found, match, { unit, digits, times, negative: Boolean(minus) });
  }
  return found.sort((left, right) => left.start - right.start);
}

/** In `20 € 30` the sign is the first number's, unless that has one of its own already. */
function belongsBefore(text: string, match: RegExpExecArray, lastEnd: number): boolean {
  const apart = / -?\d/.test(match[0]);
  const ahead = /\d[ \u00a0]?$/.exec(text.slice(Math.max(0, match.index - 2), match.index));
  return apart && ahead !== null && match.index - lastEnd > 1;
}

interface Parts {
  readonly unit: string;
  readonly digits: string;
  readonly times: string | undefined;
  readonly negative: boolean;
}

function add(found: Money[], match: RegExpExecArray, { unit, digits, times, negative }: Parts): void {
  const currency = currencyOf(unit);
  const amount = readNumber(digits) * (times ? (scales[times.toLowerCase()] ?? 1) : 1);
  if (!currency || !Number.isFinite(amount)) return;
  const rounded = Number(amount.toPrecision(15));
  found.push({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    amount: negative ? -rounded : rounded,
    currency,
  });
}

function currencyOf(unit: string): string | undefined {
  const upper = unit.toUpperCase();
  const sign = Object.keys(signs).find((each) => each.toUpperCase() === upper);
  if (sign) return signs[sign];
  const named = words[unit.toLowerCase()] ?? (new RegExp(`^(?:${codes})$`).test(upper) ? upper : undefined);
  return named === 'RMB' ? 'CNY' : named;
}

/** The last mark is the decimal one, unless it groups by three and nothing speaks against it. */
function readNumber(digits: string): number {
  const bare = digits.replaceAll(/['\u2019\u00a0\u202f ]/g, '');
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return Number(bare);
  const mark = bare.charAt(last);
  const marks = bare.replaceAll(/\d/g, '');
  const grouping = bare.length - last - 1 === 3 && marks === mark.repeat(marks.length) && !/^0/.test(bare);
  const decimal = grouping ? bare.length : last;
  return Number(`${bare.slice(0, decimal).replaceAll(/[.,]/g, '')}.${bare.slice(decimal + 1) || '0'}`);
}
