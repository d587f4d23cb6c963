import { plainWords } from './currency-words.ts';

/** Currency of each sign; a bare dollar sign is US dollars, a bare yen sign Japanese yen. */
const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '￥': 'JPY',
  '₹': 'INR',
  '₨': 'PKR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  '฿': 'THB',
  '₿': 'BTC',
  '₡': 'CRC',
  '₭': 'LAK',
  '₦': 'NGN',
  '₱': 'PHP',
  '₲': 'PYG',
  '₵': 'GHS',
  '₸': 'KZT',
  '₮': 'MNT',
  '₼': 'AZN',
  '₾': 'GEL',
  '֏': 'AMD',
  '৳': 'BDT',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  kr: 'SEK',
  Rp: 'IDR',
  'S/.': 'PEN',
  'S/': 'PEN',
  '¢': 'USD',
};

/** Prefixes of a dollar sign that name its country, with or without a space. */
const dollars: Readonly<Record<string, string>> = {
  r: 'BRL',
  us: 'USD',
  usd: 'USD',
  c: 'CAD',
  ca: 'CAD',
  can: 'CAD',
  cad: 'CAD',
  a: 'AUD',
  au: 'AUD',
  aud: 'AUD',
  nz: 'NZD',
  nzd: 'NZD',
  hk: 'HKD',
  hkd: 'HKD',
  s: 'SGD',
  sg: 'SGD',
  sgd: 'SGD',
  nt: 'TWD',
  twd: 'TWD',
  mx: 'MXN',
  mex: 'MXN',
  mxn: 'MXN',
  cl: 'CLP',
  clp: 'CLP',
  ar: 'ARS',
  ars: 'ARS',
  co: 'COP',
  cop: 'COP',
  j: 'JMD',
  ja: 'JMD',
  tt: 'TTD',
  bds: 'BBD',
  bz: 'BZD',
  fj: 'FJD',
  jm: 'JMD',
  ec: 'XCD',
};

/** ISO 4217 codes, and those of the best-known cryptocurrencies. */
export const codes =
  'AED|AFN|ALL|AMD|ARS|AUD|AZN|BAM|BBD|BDT|BGN|BHD|BIF|BMD|BND|BOB|BRL|BSD|BTC|BWP|BYN|BZD|CAD|CDF|CHF|CLP|CNY|COP|CRC|CUP|CVE|CZK|DJF|DKK|DOP|DZD|EGP|ETB|ETH|EUR|FJD|GBP|GEL|GHS|GMD|GNF|GTQ|GYD|HKD|HNL|HTG|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KRW|KWD|KZT|LAK|LBP|LKR|LRD|LSL|LYD|MAD|MDL|MGA|MKD|MMK|MNT|MOP|MRU|MUR|MVR|MWK|MXN|MYR|MZN|NAD|NGN|NIO|NOK|NPR|NZD|OMR|PAB|PEN|PGK|PHP|PKR|PLN|PYG|QAR|RMB|RON|RSD|RUB|RWF|SAR|SCR|SDG|SEK|SGD|SOS|SRD|SYP|SZL|THB|TJS|TMT|TND|TOP|TRY|TTD|TWD|TZS|UAH|UGX|USD|USDC|USDT|UYU|UZS|VES|VND|VUV|XAF|XCD|XOF|XPF|YER|ZAR|ZMW';

/** National adjectives that precede currency names, and the currencies they select. */
const nationalAdjectives: Readonly<Record<string, string>> = {
  'us|u.s.|american|united states': 'dollar USD',
  canadian: 'dollar CAD',
  australian: 'dollar AUD',
  'new zealand': 'dollar NZD',
  'hong kong': 'dollar HKD',
  singapore: 'dollar SGD',
  'taiwan|taiwanese': 'dollar TWD',
  jamaican: 'dollar JMD',
  'british|uk|sterling': 'pound GBP',
  egyptian: 'pound EGP',
  lebanese: 'pound LBP',
  syrian: 'pound SYP',
  sudanese: 'pound SDG',
  'chinese|rmb': 'yuan CNY',
  japanese: 'yen JPY',
  swiss: 'franc CHF',
  turkish: 'lira TRY',
  indian: 'rupee INR',
  'pakistani|pakistan': 'rupee PKR',
  'sri lankan': 'rupee LKR',
  nepalese: 'rupee NPR',
  indonesian: 'rupiah IDR',
  mexican: 'peso MXN',
  'argentine|argentinian': 'peso ARS',
  chilean: 'peso CLP',
  colombian: 'peso COP',
  philippine: 'peso PHP',
  cuban: 'peso CUP',
  dominican: 'peso DOP',
  'uruguayan|uruguay': 'peso UYU',
  brazilian: 'real BRL',
  swedish: 'krona SEK',
  icelandic: 'krona ISK',
  danish: 'krone DKK',
  norwegian: 'krone NOK',
  'south african': 'rand ZAR',
  russian: 'ruble RUB',
  belarusian: 'ruble BYN',
  ukrainian: 'hryvnia UAH',
  polish: 'zloty PLN',
  czech: 'koruna CZK',
  hungarian: 'forint HUF',
  romanian: 'leu RON',
  bulgarian: 'lev BGN',
  'south korean|korean': 'won KRW',
  thai: 'baht THB',
  vietnamese: 'dong VND',
  malaysian: 'ringgit MYR',
  israeli: 'shekel ILS',
  'saudi|saudi arabian': 'riyal SAR',
  qatari: 'riyal QAR',
  'uae|emirati': 'dirham AED',
  moroccan: 'dirham MAD',
  kuwaiti: 'dinar KWD',
  jordanian: 'dinar JOD',
  iraqi: 'dinar IQD',
  tunisian: 'dinar TND',
  serbian: 'dinar RSD',
  nigerian: 'naira NGN',
  kenyan: 'shilling KES',
  'costa rican': 'colon CRC',
};

const codesByName = new Map<string, string>(
  Object.entries(plainWords).flatMap(([word, code]) => plurals(word, code)),
);
for (const [spellings, money] of Object.entries(nationalAdjectives)) {
  const [word = '', code = ''] = money.split(' ');
  for (const nation of spellings.split('|'))
    for (const [each] of plurals(word, code)) codesByName.set(`${nation} ${each}`, code);
}

function plurals(word: string, code: string): [word: string, code: string][] {
  if (!/[a-z]$/.test(word)) return [[word, code]];
  const plural =
    word === 'krona' ? 'kronor' : word === 'krone' ? 'kroner' : word === 'peso' ? 'pesos' : `${word}s`;
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

export const signPattern = `(?:${longestFirst(Object.keys(dollars))}) ?\\$|${longestFirst(Object.keys(signs))}|Rs\\.?|kr\\.(?= ?\\d)`;
export const wordPattern = longestFirst(codesByName.keys());

/** The ISO 4217 code of a sign, a code or a word; undefined for anything else. */
export function findCurrency(unit: string): string | undefined {
  const lower = unit.toLowerCase().replaceAll(/\s+/g, ' ');
  // Rs. is used in several countries, most often in India.
  if (/^rs\.?$/.test(lower)) return 'INR';
  if (isCrown(unit)) return 'SEK';
  const dollar = /^([a-z]+) ?\$$/.exec(lower)?.[1];
  if (dollar) return dollars[dollar];
  const sign = Object.keys(signs).find((each) => each.toLowerCase() === lower);
  if (sign) return signs[sign];
  const code = unit.toUpperCase();
  if (code === 'RMB') return 'CNY';
  return isCode.test(code) ? code : codesByName.get(lower);
}

export const isCrown = (unit: string): boolean => /^kr\.?$/i.test(unit);

const crowns: Readonly<Record<string, string>> = {
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  FO: 'DKK',
  GL: 'DKK',
  IS: 'ISK',
};

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

/** Currencies that share a sign. */
const sharedSigns: Readonly<Record<string, RegExp>> = {
  $: /^(?:USD|CAD|AUD|NZD|HKD|SGD|TWD|MXN|ARS|CLP|COP|UYU|BMD|BSD|BBD|BZD|FJD|JMD|TTD|XCD|GYD|SRD|LRD|NAD|BND|DOP|CUP|NIO)$/,
  '£': /^(?:GBP|EGP|LBP|SYP|SDG)$/,
  '¥': /^(?:JPY|CNY|RMB)$/,
  '￥': /^(?:JPY|CNY|RMB)$/,
  '₨': /^(?:PKR|INR|LKR|NPR|MUR|SCR)$/,
  rs: /^(?:PKR|INR|LKR|NPR|MUR|SCR)$/,
};

/** The sign of a hundredth: 99¢. */
export const isCent = (unit: string): boolean => unit === '¢';

/** S/ 50 and S/50.00 are Peruvian soles; S/390 is a computer, and s/ 50 part of a path. */
export const isSolMeant = (unit: string, written: string, country: string | undefined): boolean =>
  !/^s\//i.test(unit) ||
  (unit.startsWith('S') && (unit.endsWith('.') || country === 'PE' || /\/\s|\d[.,]\d\d(?!\d)/.test(written)));

/** The currency of `$20 CAD`; undefined if the sign cannot stand for the code. */
export function signedCurrency(sign: string, code: string): string | undefined {
  const shared = sharedSigns[sign.toLowerCase().replace('.', '')];
  return shared?.test(code) || findCurrency(sign) === code ? code : undefined;
}

/** Codes that are also words or names, so that a number may follow them. */
const isWord = /^(?:ALL|AMD|BAM|BOB|COP|CUP|ETH|GEL|MAD|MOP|PEN|PHP|SOS|TOP|TRY)$/;
/** Codes that are common in lower case too. */
const isCasual =
  /^(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|KRW|HKD|SGD|ZAR|THB|RUB|BTC|USDC|USDT|dollars?)$/i;

/** Words that headings in capitals put next to numbers. */
const isHeading = /^(?:ALL|TOP|SOS)$/;

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

const isCode = new RegExp(`^(?:${codes})$`);
