import { isDigit, isQuote } from './characters.ts';
import { matches, startsQuotedKey } from './lookahead.ts';
import { type JsonNode, scalar } from './node.ts';
import type { SourceText } from './source.ts';
import type { StringContext } from './string-end.ts';

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
