import { end, isDigit, isOneOf, isQuote, isSpace } from './characters.ts';
import { startsBareKey, startsQuotedKey, startsValue } from './lookahead.ts';
import { type ScalarNode, scalar } from './node.ts';
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
