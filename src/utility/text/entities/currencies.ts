import data from './currencies.json' with { type: 'json' };

/** What `currencies.json` holds. */
interface Currencies {
  /** ISO 4217 codes, and those of the best-known cryptocurrencies. */
  readonly codes: readonly string[];
  /** Currency of each sign; a bare dollar sign is US dollars, a bare yen sign Japanese yen. */
  readonly signs: Readonly<Record<string, string>>;
  /** Prefixes of a dollar sign that name its country, with or without dots and a space. */
  readonly dollarPrefixes: Readonly<Record<string, string>>;
  /** Codes of the currencies that share a sign. */
  readonly sharedSigns: Readonly<Record<string, readonly string[]>>;
  /** Whose crown `kr` is, by country. */
  readonly crowns: Readonly<Record<string, string>>;
  /** Currency names without a country, where one meaning is by far the most common. */
  readonly words: Readonly<Record<string, string>>;
  /** National adjectives that precede currency names, and the currencies they select. */
  readonly nations: Readonly<Record<string, string>>;
  /** Codes that are also words or names, so that a number may follow them. */
  readonly codesThatAreWords: readonly string[];
  /** Codes that are common in lower case too. */
  readonly codesInLowerCase: readonly string[];
  /** Words that headings in capitals put next to numbers. */
  readonly codesInHeadings: readonly string[];
}

const { signs, dollarPrefixes, sharedSigns, crowns, words, nations, ...lists }: Currencies = data;

export const codes = lists.codes.join('|');
const isCode = oneOf(lists.codes);
const isWord = oneOf(lists.codesThatAreWords);
const isCasual = oneOf(lists.codesInLowerCase, 'i');
const isHeading = oneOf(lists.codesInHeadings);

function oneOf(texts: readonly string[], flags?: string): RegExp {
  return new RegExp(`^(?:${texts.join('|')})$`, flags);
}

const codesByName = new Map<string, string>(
  Object.entries(words).flatMap(([word, code]) => plurals(word, code)),
);
for (const [spellings, money] of Object.entries(nations)) {
  const [word = '', code = ''] = money.split(' ');
  for (const nation of spellings.split('|'))
    for (const [each] of plurals(word, code)) codesByName.set(`${nation} ${each}`, code);
}

function plurals(word: string, code: string): [word: string, code: string][] {
  if (!/[a-z]$/.test(word)) return [[word, code]];
  const plural = word === 'krona' ? 'kronor' : word === 'krone' ? 'kroner' : `${word}s`;
  return [
    [word, code],
    [plural, code],
  ];
}

const escaped = (text: string) => text.replaceAll(/[$.]/g, '\\$&');
const longestFirst = (texts: Iterable<string>) =>
  [...texts]
    .sort((left, right) => right.length - left.length)
    .map(escaped)
    .join('|');

/** `US$`, `U.S. $`: no letter with a dot may precede the prefix, which would then be the end of another one. */
const dollarPattern = `(?<!\\p{L}\\.)(?:${longestFirst(Object.keys(dollarPrefixes)).replaceAll(/[a-z](?=[a-z])/g, '$&\\.?')})\\.? ?\\$`;
export const signPattern = `${dollarPattern}|${longestFirst(Object.keys(signs))}|Rs\\.?|kr\\.(?= ?\\d)`;
export const wordPattern = longestFirst(codesByName.keys());

/** The ISO 4217 code of a sign, a code or a word; undefined for anything else. */
export function findCurrency(unit: string): string | undefined {
  const lower = unit.toLowerCase().replaceAll(/\s+/g, ' ');
  // Rs. is used in several countries, most often in India.
  if (/^rs\.?$/.test(lower)) return 'INR';
  if (isCrown(unit)) return 'SEK';
  const dollar = /^([a-z.]+) ?\$$/.exec(lower)?.[1];
  if (dollar) return dollarPrefixes[dollar.replaceAll('.', '')];
  const sign = Object.keys(signs).find((each) => each.toLowerCase() === lower);
  if (sign) return signs[sign];
  const code = unit.toUpperCase();
  if (code === 'RMB') return 'CNY';
  return isCode.test(code) ? code : codesByName.get(lower);
}

export const isCrown = (unit: string): boolean => /^kr\.?$/i.test(unit);

/**
 * Whose kr it is: by the country; otherwise by letters of the text that Swedish does not have, which is a guess, and
 * Danish has the sign after the number.
 */
export function crownsOf(
  text: string,
  place: 'before' | 'after',
  country: string | undefined,
): { currency: string; ambiguous?: true } {
  const known = country && crowns[country];
  if (known) return { currency: known };
  if (/[ðþ]/i.test(text)) return { currency: 'ISK', ambiguous: true };
  if (!/[æø]/i.test(text)) return { currency: 'SEK', ambiguous: true };
  return { currency: place === 'before' ? 'NOK' : 'DKK', ambiguous: true };
}

/** The sign of a hundredth: 99¢. */
export const isCent = (unit: string): boolean => unit === '¢';

/** S/ 50 and S/50.00 are Peruvian soles; S/390 is a computer, and s/ 50 part of a path. */
export const isSolMeant = (unit: string, written: string, country: string | undefined): boolean =>
  !/^s\//i.test(unit) ||
  (unit.startsWith('S') && (unit.endsWith('.') || country === 'PE' || /\/\s|\d[.,]\d\d(?!\d)/.test(written)));

/** The currency of `$20 CAD`; undefined if the sign cannot stand for the code. */
export function signedCurrency(sign: string, code: string): string | undefined {
  const shared = sharedSigns[sign.toLowerCase().replace('.', '')];
  return shared?.includes(code) || findCurrency(sign) === code ? code : undefined;
}

/**
 * Whether a code next to a number means a currency: `eth0`, `5 top tips`, `PHP 8` and `TOP 10` do not. `isExact`: the number has
 * a decimal mark or a scale, as amounts do.
 */
export function isCodeMeant(unit: string, place: 'before' | 'after', isExact: boolean): boolean {
  const code = unit.replace(/^[kM](?=[A-Z]{3}$)/, '');
  if (!isCode.test(code.toUpperCase()) || isCasual.test(code)) return true;
  if (code !== code.toUpperCase()) return false;
  return isExact || !(place === 'before' ? isWord : isHeading).test(code);
}
