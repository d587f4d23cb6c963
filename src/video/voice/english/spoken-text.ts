import { cardinalWords, decimalWords, digitByDigit, ordinalWords, pluralOf, yearWords } from './numbers.ts';
import { readRoman } from './roman.ts';
import { unitWords } from './units.ts';

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

/** Words such as "k" that are written right after a number only. */
const multiples = table({ x: 'times', k: 'thousand', bn: 'billion' });
const halves = table({ am: 'a. m.', pm: 'p. m.', 'a.m': 'a. m.', 'p.m': 'p. m.' });
/** Abbreviations that stand before a name, so their full stop ends no sentence. */
const titles = table({
  mr: 'mister',
  mrs: 'missus',
  ms: 'miz',
  prof: 'professor',
  gov: 'governor',
  gen: 'general',
  col: 'colonel',
  capt: 'captain',
  lt: 'lieutenant',
  sgt: 'sergeant',
  sen: 'senator',
  rep: 'representative',
  rev: 'reverend',
  mt: 'mount',
  vs: 'versus',
  approx: 'approximately',
  'e.g': 'for example',
  'i.e': 'that is',
});
/** The same before a number: "no. 9", but not "He said no." */
const counters = table({
  no: 'number',
  nos: 'numbers',
  fig: 'figure',
  vol: 'volume',
  c: 'circa',
  ca: 'circa',
});
const abbreviations = table({
  'etc.': 'et cetera',
  'jr.': 'junior',
  'sr.': 'senior',
  'ave.': 'avenue',
  'blvd.': 'boulevard',
  'rd.': 'road',
  'inc.': 'incorporated',
  'ltd.': 'limited',
  'b.c.': 'b. c.',
  'a.d.': 'a. d.',
  'a.m.': 'a. m.',
  'p.m.': 'p. m.',
  'u.s.': 'u. s.',
  'u.k.': 'u. k.',
});
const symbols = table({
  '&': 'and',
  '+': 'plus',
  '=': 'equals',
  '@': 'at',
  '~': 'about',
  '≈': 'about',
  '×': 'times',
  '±': 'plus or minus',
});
/** Acronyms that are read as a word, however short. */
const readAsWord = new Set(
  'NASA NATO UNESCO UNICEF OPEC LASER RADAR SONAR COVID AIDS SWAT ASAP GIF RAM PIN SIM ZIP'.split(' '),
);
const scaleWords = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion']);
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const monthsByStart: ReadonlyMap<string, string> = new Map(
  monthNames.map((name) => [name.slice(0, 3).toLowerCase(), name]),
);
const months = new RegExp(
  `^(?:${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)$`,
  'i',
);
const beforeYears =
  /^(?:in|since|by|until|till|from|of|year|years|around|before|after|circa|c|ca|between|and|to|during|early|late|mid|about|through)$/i;

const spellOut = (word: string): string[] => [...word.toLowerCase()].map((letter) => `${letter}.`);

/**
 * Splits a text into displayed words. Digits, money, dates, initials and signs become the words a person
 * would say.
 */
export function spokenText(text: string): ShownWord[] {
  const raw = text.normalize('NFC').split(/\s+/).filter(Boolean);
  const split = raw.map(splitPunctuation);
  return raw.map((word, index) => {
    const { core, pause } = split[index]!;
    const abbreviation = sayAbbreviation(word, raw[index - 1], raw[index + 1]);
    if (abbreviation !== undefined)
      return { text: word, spoken: abbreviation.split(' '), pause: index === raw.length - 1 ? '.' : '' };
    const around = { before: split[index - 1]?.core ?? '', after: split[index + 1]?.core ?? '' };
    const spoken =
      sayAfterNumber(core, raw[index - 1] ?? '') ??
      sayRoman(core, split.slice(Math.max(0, index - 2), index), { after: around.after, pause }) ??
      say(core, around);
    return { text: word, spoken: spoken.filter(Boolean), pause };
  });
}

/** Before a name a title, after one a part of an address: "St Paul's, 10 Downing St". */
const places: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['st', ['saint', 'street']],
  ['dr', ['doctor', 'drive']],
]);

/** Whether a sentence goes on after an abbreviation with a full stop. */
export function isTitle(word: string, next: string): boolean {
  const stem = word.replace(/\.$/, '').toLowerCase();
  return titles.has(stem) || places.has(stem) || (counters.has(stem) && /^\d/.test(next));
}

function sayAbbreviation(word: string, before = '', after = ''): string | undefined {
  const bare = word.replace(/^["“(]/, '');
  const key = bare.toLowerCase();
  const stem = key.replace(/\.$/, '');
  const place = /^(?:St|Dr)\.?$/.test(bare) ? places.get(stem) : undefined;
  if (place) return place[/^\p{Lu}/u.test(after) || !/^\p{Lu}/u.test(before) ? 0 : 1];
  if (key === 'vs' || (bare === 'Mt' && /^\p{Lu}/u.test(after))) return titles.get(stem);
  if (stem === key) return undefined;
  const month = /^\p{Lu}/u.test(bare) ? monthsByStart.get(stem.slice(0, 3)) : undefined;
  if (month?.toLowerCase().startsWith(stem)) return month;
  return (
    titles.get(stem) ?? (/^["“(]?\d/.test(after) ? counters.get(stem) : undefined) ?? abbreviations.get(key)
  );
}

/** A unit, or a half of the day, separated from its number by a space, as in "5 km". */
function sayAfterNumber(core: string, before: string): string[] | undefined {
  const [, number] = /^["“(]?([−-]?[\d.,:]*[\d½¼¾⅓⅔])$/u.exec(before) ?? [];
  if (number === undefined || core === '') return undefined;
  return halves.get(core.toLowerCase())?.split(' ') ?? unitWords(core, number === '1');
}

function sayRoman(
  core: string,
  before: readonly { readonly core: string; readonly pause: string }[],
  next: { readonly after: string; readonly pause: string },
): string[] | undefined {
  const [, word = core, s = ''] = /^([IVXLC]+)(['’]s)?$/.exec(core) ?? [];
  // What stands before a comma is not the name that it counts.
  const names = before.at(-1)?.pause === '' ? before.map((each) => each.core) : [];
  const roman = readRoman(word, { before: names, ...next, ...(s !== '' && { pause: ',' }) });
  if (!roman) return undefined;
  const read = roman.as === 'count' ? cardinalWords(roman.value) : ordinalWords(roman.value);
  const said = roman.as === 'ruler' ? ['the', ...read] : read;
  return s === '' ? said : [...said.slice(0, -1), `${said.at(-1)}'s`];
}

function splitPunctuation(word: string): { core: string; pause: string } {
  const [, core = '', tail = ''] =
    /^(?:[\s"“”'‘’([{«¿¡*_—–]|-(?!\d))*(.*?)((?:[\s"“”'’)\]}»*_,;:.!?…—–-])*)$/su.exec(word) ?? [];
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
  if (symbol) return symbol.split(' ');
  if (/^\p{No}$/u.test(core) && core.normalize('NFKD').includes('⁄'))
    return sayPart(...(core.normalize('NFKD').split('⁄') as [string, string]));
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
  const clock = /^([01]?\d|2[0-4]):([0-5]\d)(am|pm)?$/i.exec(core);
  if (clock) return [...sayClock(clock[1]!, clock[2]!), ...(halves.get(clock[3] ?? '')?.split(' ') ?? [])];
  const ratio = /^(\d+):(\d+)$/.exec(core);
  if (ratio) return [...cardinalWords(ratio[1]!), 'to', ...cardinalWords(ratio[2]!)];
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(core);
  if (date) return sayDate(date);
  const nth = /^(\d[\d,]*)(?:st|nd|rd|th)$/i.exec(core);
  if (nth) return ordinalWords(nth[1]!.replaceAll(',', ''));
  const decade = /^['’]?(\d{2}|\d{4})['’]?s$/.exec(core);
  if (decade) return sayDecade(decade[1]!);
  // "19th-century", "COVID-19": each word by itself.
  const joined = core.split(/[–—-]/);
  if (joined.length > 1 && joined.some((part) => /^\p{L}{2,}$/u.test(part) && !unitWords(part, true)))
    return joined.flatMap((part) => say(part, { before: '', after: '' }));
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
  if (tail === '' && fraction === undefined && sign === '' && isYear(whole, around)) return yearWords(digits);
  const spoken = fraction === undefined ? cardinalWords(digits) : decimalWords(digits, fraction);
  const number = [...minus, ...spoken];
  if (tail === '') return number;
  const half = halves.get(tail.toLowerCase());
  if (half !== undefined) return [...number, ...half.split(' ')];
  const isOne = digits === '1' && fraction === undefined;
  const unit = multiples.get(tail.toLowerCase())?.split(' ') ?? unitWords(tail.replace(/^-/, ''), isOne);
  if (unit) return [...number, ...unit];
  const vulgar = /^\p{No}$/u.test(tail) ? tail.normalize('NFKD').split('⁄') : [];
  if (vulgar.length === 2) return [...number, 'and', ...sayPart(vulgar[0]!, vulgar[1]!, 'a')];
  const [, below] = /^\/(\d+)$/.exec(tail) ?? [];
  if (below !== undefined)
    return Number(digits) < Number(below) && isDivisor(below)
      ? [...minus, ...sayPart(digits, below)]
      : [...number, ...cardinalWords(below)];
  return [
    ...number,
    ...(tail.match(/\d+|\p{L}+/gu) ?? []).flatMap((run) =>
      /\d/.test(run) ? digitByDigit(run) : say(run, around),
    ),
  ];
}

/** "3/4" is a part of a whole; "9/11" and "24/7" are none. */
const isDivisor = (below: string): boolean => {
  const value = Number(below);
  return (value >= 2 && value <= 10) || value === 12 || value === 16 || value % 10 === 0;
};

/** "Three quarters", "one half"; after a whole number "a half". */
function sayPart(above: string, below: string, one = 'one'): string[] {
  const part = below === '2' ? 'half' : below === '4' ? 'quarter' : ordinalWords(below).join(' ');
  if (above === '1') return [one, ...part.split(' ')];
  return [...cardinalWords(above), ...(below === '2' ? 'halves' : `${part}s`).split(' ')];
}

function isYear(digits: string, { before, after }: Around): boolean {
  if (!/^(?:1\d|20)\d\d$/.test(digits)) return false;
  if (after !== '' && unitWords(after, false) !== undefined) return false;
  if (digits.startsWith('10') && /^\p{Ll}+s$|^people$/u.test(after)) return false;
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
    scaleWords.has(after.toLowerCase()) || unitWords(after, false) !== undefined || /^\p{Ll}+s$/u.test(after);
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
  const name = monthNames[Number(month) - 1] ?? month;
  return [name, ...ordinalWords(String(Number(day))), ...yearWords(when)];
}

function sayDecade(digits: string): string[] {
  const words = digits.length === 2 ? cardinalWords(digits) : yearWords(digits);
  return [...words.slice(0, -1), pluralOf(words.at(-1)!)];
}
