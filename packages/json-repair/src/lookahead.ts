import { closingQuotes, end, isDigit, isNameCharacter, isOneOf, isQuote, startsName } from './characters.ts';
import type { SourceText } from './source.ts';

const maxKeyLength = 200;
const literal = /(?:true|false|null|none|nil|undefined|nan)(?![\w$])/iy;
const bareKey = /[\p{L}_$][\p{L}\p{N}_$.-]{0,80}["'”’]?[ \t]*:(?!\/\/)/uy;
const number = /[-+]?\d[\d_.]*(?:[eE][-+]?\d+)?/y;

export function matches(source: SourceText, pattern: RegExp, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(source.text);
}

export const startsLiteral = (source: SourceText, at: number): boolean => matches(source, literal, at);

/** A key without quotes, followed by a colon. */
export const startsBareKey = (source: SourceText, at: number): boolean =>
  startsName(source.codeAt(at)) && matches(source, bareKey, at);

/**
 * End of the quoted string that starts here, at its next quote; -1 if that is on another line or far away.
 */
export function nextQuote(source: SourceText, at: number): number {
  const quotes = closingQuotes(source.codeAt(at));
  const limit = Math.min(source.text.length, at + maxKeyLength);
  for (let i = at + 1; i < limit; i++) {
    const code = source.codeAt(i);
    source.steps++;
    if (code === 0x5c) i++;
    else if (code === 0x0a) return -1;
    else if (isOneOf(code, quotes)) return i;
  }
  return -1;
}

/** A quoted key followed by a colon. */
export function startsQuotedKey(source: SourceText, at: number): boolean {
  if (!isQuote(source.codeAt(at))) return false;
  const close = nextQuote(source, at);
  return close >= 0 && source.charAt(source.nextTokenAfter(close + 1)) === ':';
}

export const startsKey = (source: SourceText, at: number): boolean =>
  startsQuotedKey(source, at) || startsBareKey(source, at);

/** Whether something that can only be a value starts here: a bracket, a quote, a number or a literal. */
export function startsValue(source: SourceText, at: number): boolean {
  const code = source.codeAt(at);
  return (
    '{['.includes(source.charAt(at) || ' ') ||
    isQuote(code) ||
    startsNumber(source, at) ||
    startsLiteral(source, at)
  );
}

/** A number with nothing attached to it. */
export function startsNumber(source: SourceText, at: number): boolean {
  const code = source.codeAt(at);
  if (!isDigit(code) && code !== 0x2d && code !== 0x2b) return false;
  number.lastIndex = at;
  if (!number.test(source.text)) return false;
  const next = source.codeAt(source.nextTokenAfter(number.lastIndex));
  return next === end || isQuote(next) || ',;]})'.includes(String.fromCharCode(next));
}

/** The last non-space character before this position, or '' at the start of the text. */
export function charBefore(source: SourceText, at: number): string {
  const limit = Math.max(0, at - 200);
  let i = at - 1;
  while (i >= limit && source.codeAt(i) <= 0x20) i--;
  source.steps += at - i;
  return i >= limit ? source.charAt(i) : '';
}

export const isWordCharacter = (source: SourceText, at: number): boolean =>
  isNameCharacter(source.codeAt(at));

/** What may follow an opening bracket if it is JSON rather than prose. */
const objectStart = /\{\s{0,200}(?:["'“”‘’`}{]|\/\/|\/\*|[\p{L}_$][\p{L}\p{N}_$.-]*\s{0,20}:|\.\.\.)/uy;
const arrayStart =
  /\[\s{0,200}(?:["'“”{[\]]|[-.]?\d|\(|\/\/|\/\*|(?:true|false|null|None|True|False)\b|\.\.\.)/uy;
/** [TOOL_CALLS] [{…}]: a chat template marker before the value. */
const marker = /\[[A-Za-z][\w ]{1,40}\]\s{0,20}[{[]/y;

export const isMarker = (source: SourceText): boolean => matches(source, marker, source.at);

/** Whether the bracket here, after prose or another value, opens JSON rather than a part of the prose. */
export function startsJsonInProse(source: SourceText): boolean {
  if ('=('.includes(charBefore(source, source.at) || ' ') || isCutAfterBracket(source)) return true;
  return matches(source, source.char === '{' ? objectStart : arrayStart, source.at);
}

/** The text was cut off directly after a bracket that starts its line. */
function isCutAfterBracket({ text, at }: SourceText): boolean {
  if (text.length - at > 40 || !/^[{[]\s*$/.test(text.slice(at))) return false;
  return /\n\s{0,20}$/.test(text.slice(Math.max(0, at - 21), at));
}
