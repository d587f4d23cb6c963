import { cardinalWords, decimalWords, digitByDigit, ordinalWords, pluralOf, yearWords } from './numbers.ts';

/** A displayed word, and the words spoken for it; none if it has no sound. */
export interface ShownWord {
  readonly text: string;
  readonly spoken: readonly string[];
  /** The punctuation mark after it at which a voice pauses, if any. */
  readonly pause: string;
}

const currencies: Record<string, { one: string; many: string; cent: string }> = {
  $: { one: 'dollar', many: 'dollars', cent: 'cents' },
  '€': { one: 'euro', many: 'euros', cent: 'cents' },
  '£': { one: 'pound', many: 'pounds', cent: 'pence' },
  '¥': { one: 'yen', many: 'yen', cent: '' },
  '₹': { one: 'rupee', many: 'rupees', cent: 'paise' },
};
/** Keyed by untrusted words, so not a plain object, which would also contain "constructor". */
function table(entries: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(entries));
}

const units = table({
  km: 'kilometers',
  'km²': 'square kilometers',
  'km/h': 'kilometers per hour',
  'm/s': 'meters per second',
  m: 'meters',
  cm: 'centimeters',
  mm: 'millimeters',
  kg: 'kilograms',
  g: 'grams',
  mg: 'milligrams',
  l: 'liters',
  ml: 'milliliters',
  ft: 'feet',
  mi: 'miles',
  mph: 'miles per hour',
  lb: 'pounds',
  lbs: 'pounds',
  oz: 'ounces',
  kb: 'kilobytes',
  mb: 'megabytes',
  gb: 'gigabytes',
  tb: 'terabytes',
  kw: 'kilowatts',
  mw: 'megawatts',
  hz: 'hertz',
  '°c': 'degrees celsius',
  '°f': 'degrees fahrenheit',
  '°': 'degrees',
  '%': 'percent',
  x: 'times',
  k: 'thousand',
  bn: 'billion',
});
const abbreviations = table({
  'dr.': 'doctor',
  'mr.': 'mister',
  'mrs.': 'missus',
  'ms.': 'miz',
  'vs.': 'versus',
  vs: 'versus',
  'e.g.': 'for example',
  'i.e.': 'that is',
  'etc.': 'et cetera',
  'no.': 'number',
  'c.': 'circa',
  'ca.': 'circa',
  'approx.': 'approximately',
  'prof.': 'professor',
  'jr.': 'junior',
  'sr.': 'senior',
  'b.c.': 'b c',
  'a.d.': 'a d',
  'a.m.': 'a m',
  'p.m.': 'p m',
  'u.s.': 'u s',
  'u.k.': 'u k',
});
const symbols = table({ '&': 'and', '+': 'plus', '=': 'equals', '@': 'at', '~': 'about' });
/** Acronyms that are read as a word, however short. */
const readAsWord = new Set(
  'NASA NATO UNESCO UNICEF OPEC LASER RADAR SONAR COVID AIDS SWAT ASAP GIF RAM PIN SIM ZIP'.split(' '),
);
const scaleWords = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion']);
const months =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/i;
const beforeYears =
  /^(?:in|since|by|until|till|from|of|year|years|around|before|after|circa|between|and|to|during|early|late|mid|about|through)$/i;

const spellOut = (word: string): string[] => [...word.toLowerCase()].map((letter) => `${letter}.`);

/**
 * Splits a text into displayed words. Digits, money, dates, initials and signs become the words a person
 * would say.
 */
export function spokenText(text: string): ShownWord[] {
  const raw = text.normalize('NFC').split(/\s+/).filter(Boolean);
  const words = raw.map((word, index) => {
    const abbreviation = saintOrStreet(word, raw[index + 1]) ?? abbreviations.get(word.toLowerCase());
    if (abbreviation !== undefined)
      return { text: word, spoken: sayInitials(abbreviation), pause: index === raw.length - 1 ? '.' : '' };
    const { core, pause } = splitPunctuation(word);
    const around = {
      before: splitPunctuation(raw[index - 1] ?? '').core,
      after: splitPunctuation(raw[index + 1] ?? '').core,
    };
    return { text: word, spoken: say(core, around).filter(Boolean), pause };
  });
  return words.map((word, index) => withUnit(word, raw[index - 1] ?? ''));
}

/** "St Paul's" names a saint, "10 Downing St" a street: only a saint stands before a name. */
const saintOrStreet = (word: string, next = ''): string | undefined =>
  /^["“(]?St\.?$/.test(word) ? (/^\p{Lu}/u.test(next) ? 'saint' : 'street') : undefined;

/** A unit separated from its number by a space, as in "5 km". */
function withUnit(word: ShownWord, before: string): ShownWord {
  const core = splitPunctuation(word.text).core.toLowerCase();
  const unit = /^(?:x|k|bn)$/.test(core) ? undefined : units.get(core);
  return unit !== undefined && /^[\d.,]*\d$/.test(before) ? { ...word, spoken: unit.split(' ') } : word;
}

/** `b c` of B.C. is two letters, not two words. */
const sayInitials = (spoken: string): string[] =>
  spoken.split(' ').map((word) => (word.length === 1 && word !== 'a' ? `${word}.` : word));

function splitPunctuation(word: string): { core: string; pause: string } {
  const [, core = '', tail = ''] =
    /^[\s"“”'‘’([{«¿¡*_—–-]*(.*?)((?:[\s"“”'’)\]}»*_,;:.!?…—–-])*)$/su.exec(word) ?? [];
  const pause = /[.!?…]/.exec(tail)?.[0] ?? /[,;:—–-]/.exec(tail)?.[0] ?? '';
  return { core, pause: pause === '–' || pause === '-' ? '—' : pause };
}

interface Around {
  readonly before: string;
  readonly after: string;
}

function say(core: string, around: Around): string[] {
  if (core === '') return [];
  const symbol = symbols.get(core);
  if (symbol) return [symbol];
  const money = /^([$€£¥₹])(\d[\d,]*)(?:\.(\d+))?([kmb]n?)?$/i.exec(core);
  if (money) return sayMoney(money, around);
  // "$3.5 million" is spoken as "three point five million dollars".
  const owed = scaleWords.has(core.toLowerCase()) && /^([$€£¥₹])\d/.exec(around.before)?.[1];
  if (owed) return [core, currencies[owed]!.many];
  if (/\d/.test(core)) return sayDigits(core, around);
  if (/^[\p{Lu}][\p{Lu}&]+s?$/u.test(core)) return sayCapitals(core);
  if (/^(?:\p{L}\.)+\p{L}?$/u.test(core)) return spellOut(core.replaceAll('.', ''));
  return core.split(/[-–—/_.]+|(?<=\p{Ll})(?=\p{Lu})/u).flatMap((part) => {
    const sign = symbols.get(part);
    if (sign) return [sign];
    if (/^\p{Lu}{2,}$/u.test(part)) return sayCapitals(part);
    return part.replace(/[^\p{L}\p{M}'’]/gu, '').replaceAll('’', "'");
  });
}

function sayCapitals(word: string): string[] {
  const [, name = word, s = ''] = /^(\p{Lu}[\p{Lu}&]*)(s?)$/u.exec(word) ?? [];
  if (readAsWord.has(name) || name.length > 5) return [word];
  const spelled = [...name].flatMap((letter) => (letter === '&' ? ['and'] : spellOut(letter)));
  return s === '' ? spelled : [...spelled.slice(0, -1), `${spelled.at(-1)}s`];
}

function sayMoney([, sign = '', amount = '', cents, scale]: RegExpExecArray, { after }: Around): string[] {
  const { one, many, cent } = currencies[sign]!;
  const whole = amount.replaceAll(',', '');
  const scaled = { k: 'thousand', m: 'million', mn: 'million', b: 'billion', bn: 'billion' }[
    scale?.toLowerCase() ?? ''
  ];
  if (scaled) return [...(cents ? decimalWords(whole, cents) : cardinalWords(whole)), scaled, many];
  if (scaleWords.has(after.toLowerCase())) return cents ? decimalWords(whole, cents) : cardinalWords(whole);
  const unit = whole === '1' ? one : many;
  if (cents === undefined || Number(cents) === 0) return [...cardinalWords(whole), unit];
  if (cents.length !== 2 || cent === '') return [...decimalWords(whole, cents), many];
  const small = [...cardinalWords(String(Number(cents))), cent];
  return whole === '0' ? small : [...cardinalWords(whole), unit, 'and', ...small];
}

function sayDigits(core: string, around: Around): string[] {
  const day = sayDay(core, around);
  if (day) return day;
  const range = /^(\d[\d,.]*)[–—-](\d[\d,.]*)(\D*)$/.exec(core);
  if (range) {
    const [, from = '', to = '', unit = ''] = range;
    return [
      ...sayDigits(from, { before: 'from', after: '' }),
      'to',
      ...sayDigits(to + unit, { ...around, before: 'to' }),
    ];
  }
  const clock = /^(\d{1,2}):(\d{2})$/.exec(core);
  if (clock) return sayClock(clock[1]!, clock[2]!);
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(core);
  if (date) return sayDate(date);
  const nth = /^(\d[\d,]*)(?:st|nd|rd|th)$/i.exec(core);
  if (nth) return ordinalWords(nth[1]!.replaceAll(',', ''));
  const decade = /^['’]?(\d{2}|\d{4})['’]?s$/.exec(core);
  if (decade) return sayDecade(decade[1]!);
  const number = /^([−+-]?)(\d[\d,]*)(?:\.(\d+))?(.*)$/.exec(core);
  if (number) return sayNumber(number, around);
  // Mixed letters and digits, as in a model name: each run separately.
  return (core.match(/\d+|\p{L}+/gu) ?? []).flatMap((run) =>
    /\d/.test(run) ? cardinalWords(run) : say(run, { before: '', after: '' }),
  );
}

function sayNumber([, sign, whole = '', fraction, tail = '']: RegExpExecArray, around: Around): string[] {
  const digits = whole.replaceAll(',', '');
  const minus = sign === '-' || sign === '−' ? ['minus'] : [];
  const unit = units.get(tail.toLowerCase());
  if (tail === '' && fraction === undefined && isYear(whole, around)) return yearWords(digits);
  const spoken = fraction === undefined ? cardinalWords(digits) : decimalWords(digits, fraction);
  const number = [...minus, ...spoken];
  if (tail === '') return number;
  if (unit !== undefined) return [...number, ...unit.split(' ')];
  const fractionOf = /^\/(\d+)$/.exec(tail);
  if (fractionOf) return sayFraction(digits, fractionOf[1]!);
  return [
    ...number,
    ...(tail.match(/\d+|\p{L}+/gu) ?? []).flatMap((run) =>
      /\d/.test(run) ? digitByDigit(run) : say(run, around),
    ),
  ];
}

function sayFraction(above: string, below: string): string[] {
  if (above === '1' && below === '2') return ['one', 'half'];
  const part = below === '2' ? 'half' : below === '4' ? 'quarter' : ordinalWords(below).join(' ');
  const many = below === '2' ? 'halves' : `${part}s`;
  return [...cardinalWords(above), ...(above === '1' ? part : many).split(' ')];
}

function isYear(digits: string, { before, after }: Around): boolean {
  if (!/^(?:1[1-9]|20)\d\d$/.test(digits)) return false;
  if (after !== '' && units.get(after.toLowerCase()) !== undefined) return false;
  return (
    before === '' ||
    beforeYears.test(before) ||
    months.test(before) ||
    /^\d{1,2}$/.test(before) ||
    after === ''
  );
}

const isMonth = (word: string): boolean => /^\p{Lu}/u.test(word) && months.test(word.replace(/\.$/, ''));

/** A day of a month: "2 September" is the second of September, "September 2" is September second. */
function sayDay(core: string, { before, after }: Around): string[] | undefined {
  const [, first, last] = /^([12]?\d|3[01])(?:[–—-]([12]?\d|3[01]))?$/.exec(core) ?? [];
  if (first === undefined || Number(first) === 0) return undefined;
  const days = [first, ...(last === undefined ? [] : [last])].map(ordinalWords);
  if (isMonth(after)) {
    const named = days.flatMap((words, at) => (at === 0 ? words : ['to', 'the', ...words]));
    return [...(/^the$/i.test(before) ? [] : ['the']), ...named, 'of'];
  }
  const counts =
    scaleWords.has(after.toLowerCase()) || units.has(after.toLowerCase()) || /^\p{Ll}+s$/u.test(after);
  return isMonth(before) && !counts
    ? days.flatMap((words, at) => (at === 0 ? words : ['to', ...words]))
    : undefined;
}

function sayClock(hour: string, minute: string): string[] {
  const spoken = cardinalWords(String(Number(hour)));
  if (minute === '00') return [...spoken, "o'clock"];
  return [
    ...spoken,
    ...(minute.startsWith('0') ? ['oh', ...cardinalWords(minute.slice(1))] : cardinalWords(minute)),
  ];
}

function sayDate([, when = '', month = '', day = '']: RegExpExecArray): string[] {
  const name = new Date(Date.UTC(2_000, Number(month) - 1, 1)).toLocaleString('en', {
    month: 'long',
    timeZone: 'UTC',
  });
  return [name, ...ordinalWords(String(Number(day))), ...yearWords(when)];
}

function sayDecade(digits: string): string[] {
  const words = digits.length === 2 ? cardinalWords(digits) : yearWords(digits);
  return [...words.slice(0, -1), pluralOf(words.at(-1)!)];
}
