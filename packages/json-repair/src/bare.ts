import { end, isDigit, isOneOf, isQuote, isSpace } from './characters.ts';
import { matches, startsBareKey, startsQuotedKey, startsValue } from './lookahead.ts';
import { type JsonNode, type ScalarNode, scalar } from './node.ts';
import { jsonNumber } from './number.ts';
import type { SourceText } from './source.ts';
import type { StringContext } from './string-end.ts';

const literals: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['nil', 'null'],
  ['undefined', 'null'],
  ['nan', 'null'],
  ['infinity', 'null'],
  ['-infinity', 'null'],
  ['inf', 'null'],
  ['-inf', 'null'],
]);
const cutLiterals = ['true', 'false', 'null', 'True', 'False', 'None', 'undefined', 'NaN', 'Infinity'];
const maxNested = 500;

/**
 * Reads a value without quotes: a number, a literal, or text intended as a string. Undefined if there is
 * none.
 */
export function readBare(source: SourceText, place: StringContext): ScalarNode | undefined {
  const from = source.at;
  const to = bareEnd(source, place);
  let last = to;
  while (last > from && isSpace(source.codeAt(last - 1))) last--;
  const word = source.text.slice(from, last);
  source.at = last;
  if (word === '') return undefined;
  const atEnd = source.nextTokenAfter(last) >= source.text.length && place !== 'top';
  if (source.codeAt(last) === 0x22 || source.codeAt(last) === 0x27) {
    source.fix('removed a stray end quote', last);
    source.at = last + 1;
  }
  const json = toJson(source, word, from);
  if (atEnd && last === source.text.length) source.truncated = true;
  const cut = atEnd && last === source.text.length && source.open.length > 0;
  return scalar(json, from, source.at, cut);
}

/** Whether the text ends within a literal: tru, Non, or a lone minus. */
export function isCutLiteral(source: SourceText, from: number): boolean {
  if (source.text.length - from > 9 || source.open.length === 0) return false;
  const rest = source.text.slice(from).trimEnd();
  return rest === '-' || (rest !== '' && cutLiterals.some((each) => each !== rest && each.startsWith(rest)));
}

function toJson(source: SourceText, word: string, from: number): string {
  const known = word.length <= 9 ? literals.get(word.toLowerCase()) : undefined;
  if (known !== undefined) {
    if (known !== word) source.fix(`replaced ${word} with ${known}`, from);
    return known;
  }
  const number = jsonNumber(word);
  if (number !== undefined) {
    if (number !== word) source.fix('rewrote a number', from);
    return number;
  }
  source.fix('added quotes', from);
  return JSON.stringify(word);
}

/** Where unquoted text ends: at a delimiter, a comment, or a quote that starts the next key. */
function bareEnd(source: SourceText, place: StringContext): number {
  const { text } = source;
  const quoted = place === 'member' ? strayEndQuote(source) : -1;
  if (quoted >= 0) return quoted;
  for (let at = source.at; at < text.length; at++) {
    source.steps++;
    const char = text[at]!;
    const code = text.charCodeAt(at);
    if (char === '\n' || char === '}' || char === ']') return at;
    if (char === ',' && !isNumberComma(source, at, place)) return at;
    if (char === ')' && source.isOpen('(')) return at;
    if (char === '{' || char === '[') {
      const after = isSpace(source.codeAt(at - 1)) ? -1 : nestedEnd(source, at);
      if (after < 0) return at;
      at = after;
    } else if (isQuote(code) && endsBare(source, at)) return at;
    else if ((char === '/' || char === '#') && startsComment(source, at)) return at;
    else if (char === ';' && endsAtSemicolon(source, at, place)) return at;
    else if (isSpace(code) && splitsHere(source, at, place)) return at;
    else if (char === '`' && source.startsFence(at)) return at;
  }
  return text.length;
}

/** {"a": one, two.", "b": 3}: only the start quote is missing, so commas belong to the text. Otherwise -1. */
function strayEndQuote(source: SourceText): number {
  const limit = Math.min(source.text.length, source.at + maxNested);
  for (let at = source.at; at < limit; at++) {
    source.steps++;
    const char = source.text[at]!;
    if ('{}[]\n:'.includes(char)) return -1;
    if (char === '"') return !startsQuotedKey(source, at) && endsBare(source, at) ? at : -1;
  }
  return -1;
}

function endsAtSemicolon(source: SourceText, at: number, place: StringContext): boolean {
  const next = source.nextTokenAfter(at + 1);
  if (place === 'item' && startsValue(source, next)) return true;
  return next >= source.text.length || startsQuotedKey(source, next) || startsBareKey(source, next);
}

/** {"price": 105,12}: in a member, a comma between digits is not the end, unless a key follows. */
function isNumberComma(source: SourceText, at: number, place: StringContext): boolean {
  if (place !== 'member' || !isDigit(source.codeAt(at - 1)) || !isDigit(source.codeAt(at + 1))) return false;
  let next = at + 1;
  while (isDigit(source.codeAt(next)) && next - at < 40) next++;
  return ',}.'.includes(source.charAt(source.nextTokenAfter(next)) || ',');
}

/** words{in brackets}: a bracket opened directly after a word and closed on the same line belongs to it. */
function nestedEnd(source: SourceText, from: number): number {
  let depth = 0;
  const limit = Math.min(source.text.length, from + maxNested);
  for (let at = from; at < limit; at++) {
    source.steps++;
    const char = source.text[at]!;
    if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at;
    else if (char === '\n' || char === '"') return -1;
  }
  return -1;
}

/** A quote after unquoted text ends it if it is a stray end quote or starts a key. */
function endsBare(source: SourceText, at: number): boolean {
  if (startsQuotedKey(source, at)) return true;
  if (!isOneOf(source.codeAt(at), straight)) return false;
  const next = source.nextTokenAfter(at + 1);
  return next >= source.text.length || ',}]'.includes(source.charAt(next));
}
const straight = 16 | 32;

function startsComment(source: SourceText, at: number): boolean {
  if (!isSpace(source.codeAt(at - 1))) return source.startsWith('/*', at);
  return source.charAt(at) === '#' || source.startsWith('//', at) || source.startsWith('/*', at);
}

/** After a complete number or literal, a space ends the value if the next one starts without a comma. */
function splitsHere(source: SourceText, at: number, place: StringContext): boolean {
  const word = source.text.slice(source.at, Math.min(at, source.at + 40));
  if (at - source.at > 40 || (jsonNumber(word) === undefined && !literals.has(word.toLowerCase())))
    return false;
  const next = source.nextTokenAfter(at);
  const code = source.codeAt(next);
  if (code === end || isQuote(code)) return true;
  if (place === 'member') return startsBareKey(source, next);
  return isDigit(code) || '-{['.includes(source.charAt(next)) || literals.has(wordAt(source, next));
}

const word = /[a-zA-Z]{1,9}/y;
function wordAt(source: SourceText, at: number): string {
  word.lastIndex = at;
  return word.exec(source.text)?.[0].toLowerCase() ?? '';
}

/** A quote at the end that belongs to one inside the line stays. */
const withoutOuterQuotes = (line: string): string =>
  /^[^"']+(["'])[^"']*\1$/.test(line) ? line : line.replace(/^["']|["',]+$/g, '');

/**
 * No brackets anywhere: a word or a line is a string, one word per line is a list, and prose is not JSON.
 */
export function readBareText(source: SourceText): JsonNode {
  const text = source.text.trim();
  const lines = text.split('\n').map((each) => each.trim());
  const isList = lines.length > 1 && lines.every((each) => /^\S+$/.test(each));
  if (text === '' || /[{}[\]]|```/.test(text) || (lines.length > 1 && !isList)) {
    source.at = 0;
    source.fail('no JSON was found in the text');
  }
  source.dropFixes(0);
  source.fix('added quotes', 0);
  const nodes = lines.map((line) => scalar(JSON.stringify(withoutOuterQuotes(line)), 0, text.length));
  return lines.length === 1
    ? nodes[0]!
    : { kind: 'array', from: 0, to: text.length, items: nodes, clean: false };
}

const plainScalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?=[,\]}])/y;
/** In a member, 105,12 is one number with a decimal comma. */
const plainMember = new RegExp(`${plainScalar.source}(?!,\\d)`, 'y');
const plainItems =
  /(?:(?:"[^"\\\n]{0,200}"|-?\d[\d.]{0,40})\s{0,200},\s{0,200}){0,20}(?:"[^"\\\n]{0,200}"|-?\d[\d.]{0,40})\s{0,200}\]/y;

/** A digit, a minus sign, or the first letter of true, false and null. */
const startsPlain = (code: number): boolean =>
  isDigit(code) || code === 0x2d || code === 0x74 || code === 0x66 || code === 0x6e;

/** A valid JSON number or literal, which is the common case; undefined if it is not one. */
export function readPlain(source: SourceText, place: StringContext): JsonNode | undefined {
  if (!startsPlain(source.code)) return undefined;
  const plain = place === 'member' ? plainMember : plainScalar;
  if (!matches(source, plain, source.at)) return undefined;
  const from = source.at;
  source.at = plain.lastIndex;
  source.steps += source.at - from;
  return scalar(source.text.slice(from, source.at), from, source.at);
}

/** A regular expression, kept as a string. */
export function readPattern(source: SourceText): JsonNode | undefined {
  const from = source.at;
  for (let at = from + 1; at < source.text.length; at++) {
    const char = source.text[at];
    source.steps++;
    if (char === '\\') at++;
    else if (char === '\n') return undefined;
    else if (char === '/') {
      source.fix('added quotes');
      source.at = at + 1;
      return scalar(JSON.stringify(source.text.slice(from, at + 1)), from, at + 1);
    }
  }
  return undefined;
}

/** {'a', 'b'}: the first two are strings without a colon. */
export function isSet(source: SourceText): boolean {
  const comma = source.nextTokenAfter(source.at);
  if (source.charAt(comma) !== ',') return false;
  const next = source.nextTokenAfter(comma + 1);
  return isQuote(source.codeAt(next)) && !startsQuotedKey(source, next);
}

/** Strings and numbers up to the end of a list. */
export const startsPlainItems = (source: SourceText): boolean => matches(source, plainItems, source.at);

const numberInSet = /[-+]?\d[\d._]{0,40}\s{0,20}[,}]/y;

/** {1, 2}: a number without a colon. */
export const startsNumberSet = (source: SourceText): boolean =>
  startsNumeral(source.code) && matches(source, numberInSet, source.at);

const startsNumeral = (code: number): boolean => isDigit(code) || code === 0x2d || code === 0x2b;
