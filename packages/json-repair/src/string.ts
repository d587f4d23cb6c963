import { closingQuotes, isQuote, startsName } from './characters.ts';
import { matches } from './lookahead.ts';
import { type ScalarNode, scalar } from './node.ts';
import type { SourceText } from './source.ts';
import { findStringEnd, type StringContext } from './string-end.ts';

const prefixed = /[bBuUrRfF]{1,2}(?=["'](?![,:\]}\s]|$))/y;

/**
 * Whether a string starts here: a quote of any kind, one after a stray backslash, or one with a Python
 * prefix.
 */
export function startsString(source: SourceText): boolean {
  if (isQuote(source.code)) return !source.startsFence();
  if (source.char === '\\') return isQuote(source.codeAt(source.at + 1));
  return startsName(source.code) && matches(source, prefixed, source.at);
}

export function readString(source: SourceText, place: StringContext): ScalarNode {
  const from = source.at;
  skipPrefix(source);
  const first = readOne(source, place);
  if (place === 'key' || source.charAt(source.nextTokenAfter(source.at)) !== '+')
    return scalar(first.json, from, source.at, first.cut);
  return readSum(source, place, from, first);
}

/** "a" + "b", as code concatenates long texts. */
function readSum(
  source: SourceText,
  place: StringContext,
  from: number,
  first: { json: string; cut: boolean },
): ScalarNode {
  const parts = [first.json.slice(1, -1)];
  let { cut } = first;
  for (;;) {
    const plus = source.nextTokenAfter(source.at);
    if (source.charAt(plus) !== '+') break;
    const next = source.nextTokenAfter(plus + 1);
    source.fix('joined strings', plus);
    source.at = next;
    if (!isQuote(source.codeAt(next))) break;
    const part = readOne(source, place);
    parts.push(part.json.slice(1, -1));
    cut = part.cut;
  }
  return scalar(`"${parts.join('')}"`, from, source.at, cut);
}

function skipPrefix(source: SourceText): void {
  if (isQuote(source.code)) return;
  source.fix('removed the text before a quote');
  while (!isQuote(source.code)) source.at++;
}

function readOne(source: SourceText, place: StringContext): { json: string; cut: boolean } {
  const quote = source.char;
  const from = source.at;
  const triple = tripleQuoted(source);
  if (triple !== undefined) return { json: triple, cut: false };
  const doubled = isDoubled(source);
  if (doubled) source.fix('removed a doubled quote');
  const start = from + (doubled ? 2 : 1);
  const found = findStringEnd(source, start, closingQuotes(source.code), place);
  let raw = source.text.slice(start, found.close);
  if (found.ended === 'end of text') {
    source.truncated = true;
    raw = withoutCutEscape(raw);
  }
  if (found.ended !== 'quote') source.fix('added a missing end quote', found.close);
  else if (quote !== '"' || source.charAt(found.close) !== '"')
    source.fix('replaced quotes with double quotes', from);
  if (hasOverEscapedQuote(raw)) {
    source.fix('removed backslashes before quotes', start);
    raw = raw.replaceAll(/\\+"/g, '\\"');
  }
  if (place === 'key' && raw !== raw.trimEnd() && /[\n\r]\s*$/.test(raw.slice(-20))) {
    source.fix('removed a line break at the end of a key', found.close);
    raw = raw.trimEnd();
  }
  source.at = found.next;
  if (doubled && raw.endsWith(quote)) raw = raw.slice(0, -1);
  // ""To be" is a line": the second quote opens a quotation that ends inside the string.
  else if (doubled && hasBareQuote(raw, quote)) raw = quote + raw;
  const json = encodeContent(raw, (offset, fix) => source.fix(fix, start + offset));
  return { json, cut: found.ended === 'end of text' };
}

/** """Python's triple-quoted strings""", which contain raw quotes and line breaks. */
function tripleQuoted(source: SourceText): string | undefined {
  const mark = source.code === 0x22 ? '"""' : "'''";
  if (!source.startsWith(mark)) return undefined;
  const start = source.at + 3;
  const close = source.text.indexOf(mark, start);
  if (close < 0) return undefined;
  source.steps += close - start;
  source.fix('replaced triple quotes with double quotes');
  source.at = close + 3;
  return encodeContent(source.text.slice(start, close), (offset, fix) => source.fix(fix, start + offset));
}

/** ""value": the second of two quotes in a row, followed by text, is a typo. */
function isDoubled(source: SourceText): boolean {
  if (source.codeAt(source.at + 1) !== source.code) return false;
  const next = source.charAt(source.at + 2);
  return next !== '' && /[\p{L}\p{N}]/u.test(next);
}

const hasBareQuote = (raw: string, quote: string): boolean => raw.replaceAll(/\\[\s\S]/g, '').includes(quote);

/** A quote inside the string that is unescaped because the backslash before it is itself escaped: \\\\". */
function hasOverEscapedQuote(raw: string): boolean {
  return raw.includes('\\\\"') && /(?<!\\)(?:\\\\)+"/.test(raw);
}

const special = /\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]{1,6}\}|\\[\s\S]?|"|[^ -\uffff]/g;
const mayNeedRepair = /[\\"]|[^ -\uffff]/;
const plainEscapes = new Set(['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t']);
const cutEscape = /(?<=^|[^\\])((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)?$/;
const controls: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Called for each change with its offset in the raw text and a description. */
type Report = (offset: number, fix: string) => void;

/** An escape that JSON does not have: the writer escaped no backslash of this string. */
const unknownEscape = /(?<!\\)(?:\\\\)*\\(?:[ac-eg-mo-qsv-wyzA-Z.]|u(?![0-9a-fA-F]{4}))/;
const drivePath = /^(?:[A-Za-z]:\\|\\\\\w)/;
/** Commands of LaTeX that start like the escapes of a tab, a line break and a carriage return. */
const latexCommand =
  /\\(?:n(?:abla|eq?|eg|u|otin|ewline|onumber)|t(?:heta|au|ext(?:bf|it|rm|tt)?|imes|o|op|anh?|ilde|riangle|frac|herefore)|r(?:ho|angle|ight(?:arrow)?|m|ceil|floor))(?![a-z])/y;

/** `C:\Users\new` and `\alpha \theta`: a backslash that would be an escape, but is as literal as the others. */
function isLiteralBackslash(raw: string, at: number): boolean {
  if (!/[bfnrt]/.test(raw[at + 1] ?? '')) return false;
  if (drivePath.test(raw)) return !/^[A-Za-z]:\\/.test(raw.slice(at + 2, at + 5));
  if (/[bf]/.test(raw[at + 1] ?? '')) return /[a-z]/.test(raw[at + 2] ?? '');
  latexCommand.lastIndex = at;
  return latexCommand.test(raw);
}

/** Encodes the text between two quotes as a JSON string. */
function encodeContent(raw: string, report: Report): string {
  if (!mayNeedRepair.test(raw)) return `"${raw}"`;
  const isUnescaped = raw.includes('\\') && unknownEscape.test(raw);
  return `"${raw.replace(special, (found, offset: number) => {
    if (found.length > 2 && found[1] === 'u' && found[2] !== '{') return found;
    if (isUnescaped && isLiteralBackslash(raw, offset)) {
      report(offset, 'escaped a backslash');
      return `\\\\${found[1]}`;
    }
    if (plainEscapes.has(found)) return found;
    const [repaired, fix] = repairCharacter(found);
    report(offset, fix);
    return repaired;
  })}"`;
}

function repairCharacter(found: string): [repaired: string, fix: string] {
  if (found === '"') return ['\\"', 'escaped a quote inside a string'];
  if (!found.startsWith('\\')) return [escapedControl(found), 'escaped a control character'];
  if (found.length > 2) {
    const code = Number.parseInt(found.replaceAll(/[^0-9a-fA-F]/g, ''), 16);
    if (code <= 0x10ffff)
      return [JSON.stringify(String.fromCodePoint(code)).slice(1, -1), 'rewrote an escape'];
  }
  const char = found.slice(1);
  if (char === "'" || char === '`') return [char, 'removed a backslash that escapes nothing'];
  if (char === '\n') return ['\\n', 'escaped a control character'];
  if (char === '0') return ['\\u0000', 'rewrote an escape'];
  // "C:\docs": the backslash is literal.
  return [`\\\\${char < ' ' ? escapedControl(char) : found.slice(1)}`, 'escaped a backslash'];
}

const escapedControl = (char: string): string =>
  char === '' ? '' : (controls[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Drops an escape sequence that was cut by the end of the text. */
function withoutCutEscape(raw: string): string {
  return cutEscape.test(raw.slice(-64)) ? raw.slice(0, -64) + raw.slice(-64).replace(cutEscape, '$1') : raw;
}
