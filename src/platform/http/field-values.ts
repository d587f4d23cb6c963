import { type TSchema, Type } from 'typebox';
import { asRecord, isJsonObject, jsonDecoder, unreadable } from '../decode.ts';
import { convertUnit, isNegation, toWords, unitOf } from './field-words.ts';

// What callers of other APIs write for a value: "5 AP", "2 days", "#5", "yes", "@ada". A value is read only as one that says the
// same; what would have to be guessed or rounded is not read at all.

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  on: true,
  1: true,
  false: false,
  no: false,
  n: false,
  off: false,
  0: false,
};
const number = '-?(?:\\d{1,3}(?:,\\d{3})+|\\d{1,15})(?:\\.\\d{1,15})?';
const quantity = new RegExp(`^(\\$?)(${number})\\s*([a-z%]*)$`, 'i');
/** `#5`, `job 5`, `job-5`, `/api/exchange/5`, `https://city.example/jobs/5`. */
const reference = /^(?:[a-z]+[ #_-]*|#|(?:https?:\/)?\/\S*\/)(\d{1,15})\/?$/i;
const localTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?$/;
const decodeAny = jsonDecoder(Type.Unknown());
const maxShownName = 60;
/** A shorter text is no place for a document. */
const minContentLength = 1_000;

/** What a value may say in another type or spelling, likeliest first; the schema decides which of them is valid. */
export function* readings(rule: TSchema, value: unknown, name: string): Generator<unknown> {
  const {
    type,
    enum: words,
    format,
    const: only,
    maxLength,
    'x-holds': holds,
    'x-listed': listed,
  } = asRecord(rule);
  const types = [type].flat();
  const choices = Array.isArray(words) ? words : only === undefined ? [] : [only];
  const text = textOf(value);
  if (value === null) return;
  if (text === undefined) {
    const isText = types.includes('string') && Number(maxLength) >= minContentLength;
    if (isText && Object.keys(asRecord(value)).length > 0) yield JSON.stringify(value);
    return;
  }
  // The id of what is named, not its name.
  if (typeof value === 'number' && (holds === 'agent' || (listed !== undefined && types.includes('string'))))
    return;
  if (types.includes('integer') || types.includes('number')) {
    yield readNumber(text, name);
  } else if (types.includes('boolean')) yield readTruth(text);
  else if (choices.length > 0) yield readChoice(text, choices);
  else if (types.includes('array') || types.includes('object') || !types.includes('string'))
    yield readJson(text);
  else {
    if (format === 'date-time') yield readTime(text);
    yield text;
    yield* readName(text);
  }
}

/** A text, a number or a flag as text, also with its unit beside it: `{"amount": 5, "currency": "AP"}`. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object') return String(value).trim();
  const parts = isJsonObject(value) ? Object.values(value) : [];
  const [size, unit] = typeof parts[0] === 'number' ? parts : parts.toReversed();
  return parts.length === 2 && typeof size === 'number' && typeof unit === 'string'
    ? `${size} ${unit}`
    : undefined;
}

function readNumber(text: string, name: string): number | undefined {
  const measured = readQuantity(text, name);
  if (measured !== undefined || unitOf(name) !== undefined) return measured;
  const [, id] = reference.exec(text) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** "5", "5 AP", "$5", "1,000", "2 days", "3 workers", in the unit of the field. */
export function readQuantity(text: string, name: string): number | undefined {
  const unit = unitOf(name);
  const [whole, sign = '', digits = '', word = ''] = quantity.exec(text) ?? [];
  if (whole === undefined || (sign !== '' && word !== '')) return undefined;
  const value = Number(digits.replaceAll(',', ''));
  const from = singular(sign || word);
  if (from === '' || (unit === undefined && toWords(name).includes(from))) return value;
  return unit === undefined ? undefined : convertUnit(value, from, unit);
}

const singular = (word: string): string => toWords(word)[0] ?? word.toLowerCase();

export const readTruth = (text: string): boolean | undefined =>
  Object.hasOwn(truths, text.toLowerCase()) ? truths[text.toLowerCase()] : undefined;

/** The only choice whose words the text has: `weekly` is `week`, "2 days" is `days`, true is "1". */
export function readChoice(text: string, choices: readonly unknown[]): unknown {
  const exact = choices.find((each) => String(each).toLowerCase() === text.toLowerCase());
  if (exact !== undefined) return exact;
  const truth = readTruth(text);
  const flag = truth === undefined ? undefined : choices.find((each) => readTruth(String(each)) === truth);
  if (flag !== undefined) return flag;
  const words = toWords(text).map(stem);
  if (words.length > 3 || words.some(isNegation)) return undefined;
  const [only, another] = choices.filter((each) => {
    const own = toWords(String(each)).map(stem);
    // A digit in a text is no choice: `bob_1` is not "1".
    return own.some((word) => /[a-z]/.test(word)) && own.every((word) => words.includes(word));
  });
  return another === undefined ? only : undefined;
}

/** Without the end of a verb's or an adverb's form. */
export const stem = (word: string): string =>
  word
    .replace(/ily$/, 'y')
    .replace(/(?<=.{3})ly$/, '')
    .replace(/(?<=.{3})e?d?$/, '');

function readJson(text: string): unknown {
  const value = /^[[{]/.test(text) ? decodeAny(text) : undefined;
  return value === unreadable ? undefined : value;
}

/** A time without a zone is in UTC, as all times here. */
function readTime(text: string): string | undefined {
  const time = localTime.test(text) ? Date.parse(zoned(text)) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

const zoned = (text: string): string => (text.length === 10 ? text : `${text.replace(' ', 'T')}Z`);

/** `@ada`, `#den` or the address of what is named; a name in other letters is only proposed. */
function* readName(text: string): Generator<string> {
  const last =
    text.length > maxShownName || !text.includes('/') ? text : (text.split('/').findLast(Boolean) ?? '');
  const bare = last.replace(/^[@#]+/, '');
  yield bare;
  yield bare.toLowerCase();
}

/** Whether several values were sent for a field that takes one: a list, or `urls: "a,b"`. */
export function isSeveral(sentName: string, value: unknown, field: string, rule: unknown): boolean {
  const { type, anyOf } = asRecord(rule);
  if (anyOf !== undefined || [type].flat().some((each) => each === 'array' || each === 'object'))
    return false;
  if (Array.isArray(value)) return value.length > 1;
  const isPlural = (name: string) => /[^s]s$/i.test(name);
  const parts =
    typeof value === 'string' && isPlural(sentName) && !isPlural(field) ? value.split(/[,;\n]/) : [];
  return parts.length > 1 && parts.every((part) => /^\s*\S+\s*$/.test(part));
}

/** A legal name near an illegal one, for the caller to choose: `my-den` for "My Den". */
export const proposals = (text: string): string[] =>
  ['_', '-'].flatMap((dash) => {
    const name = text
      .slice(0, maxShownName)
      .trim()
      .replaceAll(/[^A-Za-z0-9]+/g, dash)
      .replaceAll(/^[_-]|[_-]$/g, '');
    return [name, name.toLowerCase()];
  });
