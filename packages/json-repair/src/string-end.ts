import { end, isOneOf, isQuote } from './characters.ts';
import {
  charBefore,
  isWordCharacter,
  matches,
  nextQuote,
  startsBareKey,
  startsKey,
  startsLiteral,
  startsNumber,
  startsQuotedKey,
  startsValue,
} from './lookahead.ts';
import type { SourceText } from './source.ts';

/** Where a string occurs, which determines what can follow it. */
export type StringContext = 'key' | 'member' | 'item' | 'top';

/** How well a quote fits as the end of its string. */
const no = 0;
const possible = 1;
const likely = 2;
const certain = 3;
type QuoteFit = typeof no | typeof possible | typeof likely | typeof certain;

/** Number of further quotes to examine after the first one that could be the end. */
const maxQuotesAhead = 16;

interface StringEnd {
  /** Where the content ends. */
  readonly close: number;
  /** Where parsing continues: after the end quote, if there is one. */
  readonly next: number;
  readonly ended: 'quote' | 'missing quote' | 'end of text';
}

/**
 * Finds the end of the string whose content starts here. A quote that cannot be the end, judged by what
 * follows it, is part of the content; a quote that must start the next string shows that an end quote is
 * missing.
 */
export function findStringEnd(
  source: SourceText,
  start: number,
  quotes: number,
  place: StringContext,
): StringEnd {
  let best = -1;
  let fit: QuoteFit = no;
  let ahead = 0;
  let line = -1;
  let quotation = false;
  const nested = place === 'key' || place === 'top' ? -1 : nestedJsonEnd(source, start);
  if (nested >= 0) return endAtQuote(nested);
  for (let at = start; at < source.text.length; at++) {
    const code = source.codeAt(at);
    source.steps++;
    if (code === 0x5c) {
      at++;
      continue;
    }
    if (code === 0x0a) line = at;
    if (!isOneOf(code, quotes)) continue;
    if (source.isOverBudget) return endAtQuote(best >= 0 ? best : at);
    const mayGoOn = place === 'member' && quotation && fit === possible && charBefore(source, at) === ',';
    const opensNext = best >= 0 && opensString(source, at) && !(mayGoOn && goesOn(source, at));
    if (best >= 0 && (opensNext || ++ahead > maxQuotesAhead)) return endAtQuote(best);
    const found = assessFit(source, at, place, start);
    if (found === certain && !(fit === likely && source.nextTokenAfter(at + 1) >= source.text.length))
      return endAtQuote(at);
    if (best < 0 && found === no) {
      quotation = true;
      const missing = missingEnd(source, { at, start, line }, place);
      if (missing >= 0) return { close: missing, next: missing, ended: 'missing quote' };
    }
    if (found > fit) {
      best = at;
      fit = found;
    }
  }
  if (best >= 0) return endAtQuote(best);
  const { length } = source.text;
  // A key without its end quote is useless, whatever follows it.
  return place === 'key'
    ? { close: length, next: length, ended: 'end of text' }
    : endUnclosedString(source, start);
}

const endAtQuote = (at: number): StringEnd => ({ close: at, next: at + 1, ended: 'quote' });

/**
 * Whether a string continues although a quote before a comma could have ended it: "Use "a", "b", and "c"". A quotation was opened
 * inside it, and no key follows the comma.
 */
function goesOn(source: SourceText, at: number): boolean {
  const close = nextQuote(source, at);
  return close >= 0 && !':='.includes(source.charAt(source.nextTokenAfter(close + 1)) || ':');
}

/** After a delimiter, a quote starts a string rather than ending one. */
function opensString(source: SourceText, at: number): boolean {
  return ',:[{('.includes(charBefore(source, at) || ' ') && source.codeAt(at + 1) !== end;
}

/** The end of a string without an end quote, if the quote here starts the next string; otherwise -1. */
function missingEnd(
  source: SourceText,
  { at, start, line }: { at: number; start: number; line: number },
  place: StringContext,
): number {
  if (place === 'key')
    return charBefore(source, at) === ':' ? source.text.lastIndexOf(':', at) : keyLineEnd(source, start);
  const close = endBeforeGap(source, start, at);
  const mark = close > start ? source.charAt(close - 1) : '';
  const hasGap = /[\n/]/.test(source.text.slice(close, at));
  if (mark === '+' && hasGap && startsItem(source, at, ',]}+;'))
    return endBeforeSpace(source, start, close - 1);
  const atLineStart = line >= start && at - line < 200 && source.text.slice(line, at).trim() === '';
  if (place === 'top' || (mark !== ',' && !atLineStart)) return -1;
  if (!(place === 'item' ? startsItem(source, at) : startsQuotedKey(source, at))) return -1;
  return mark === ',' ? close - 1 : close;
}

/** A comment between a comma or plus sign and the next string. */
const commentBefore = /[,+]\s{0,20}(?:\/\*(?:(?!\*\/)[^"]){0,200}\*\/|\/\/[^\n"]{0,200}\n)\s{0,20}$/;

/** The end of the text before a quote, without white space and a comment. */
function endBeforeGap(source: SourceText, start: number, at: number): number {
  const close = endBeforeSpace(source, start, at);
  const isComment = source.charAt(close - 1) === '/' || source.text.slice(close, at).includes('\n');
  if (!isComment) return close;
  source.steps += 64;
  const found = commentBefore.exec(source.text.slice(Math.max(start, at - 260), at));
  return found ? at - found[0].length + 1 : close;
}

/** "list: [ and a line break: the key ends at the colon before the bracket that opens its value. */
function keyLineEnd(source: SourceText, start: number): number {
  const found = keyOfLine.exec(source.text.slice(start, start + 100));
  return found ? start + found[0].length : -1;
}

const keyOfLine = /^[\w $.-]{1,80}(?=:[ \t]{0,8}[[{][ \t]{0,8}\r?\n)/;

/** A complete quoted item followed by a comma or bracket; after a plus sign it may also end the text. */
function startsItem(source: SourceText, at: number, signs = ',]'): boolean {
  const close = nextQuote(source, at);
  if (close < 0) return false;
  const next = source.charAt(source.nextTokenAfter(close + 1));
  return next === '' ? signs.includes('+') : signs.includes(next);
}

function assessFit(source: SourceText, at: number, place: StringContext, start: number): QuoteFit {
  const next = source.nextTokenAfter(at + 1);
  source.steps += 8;
  if (next >= source.text.length) return certain;
  const char = source.charAt(next);
  if (char === ')' && source.isOpen('(')) return certain;
  if (char === '+' && isQuote(source.codeAt(source.nextTokenAfter(next + 1)))) return certain;
  if (char === '`' && source.startsFence(next)) return likely;
  if (place === 'key') return fitOfKey(source, next, char);
  if (place === 'member') return fitOfMember(source, at, next, char, start);
  return place === 'item' ? fitOfItem(source, at, next, char, start) : fitAtTop(source, at, next, char);
}

function fitOfKey(source: SourceText, next: number, char: string): QuoteFit {
  if (char === ':') return certain;
  if (char === '=') return likely;
  return ',}]'.includes(char) || startsValue(source, next) ? possible : no;
}

function fitOfMember(source: SourceText, at: number, next: number, char: string, start: number): QuoteFit {
  if (char === '}') return fitBeforeBracket(source, next);
  if (char === ']') return source.isOpen('[') ? fitBeforeBracket(source, next) : possible;
  if (char === ',') return fitBeforeComma(source, source.nextTokenAfter(next + 1));
  if (isQuote(source.codeAt(next))) return startsQuotedKey(source, next) ? certain : no;
  const newLine = source.text.slice(at, next).includes('\n');
  if (next > at + 1 && startsBareKey(source, next))
    return newLine ? certain : hasQuotedKey(source, start) ? no : possible;
  if (char === ';') return likely;
  // {"a": "b" true} and {"a": "b" JUNK}: something that does not belong here.
  const isJunk = startsLiteral(source, next) || startsNumber(source, next) || matches(source, junkWord, next);
  return next > at + 1 && isJunk ? possible : no;
}

/** Whether the key of the value that starts here is quoted: the next key probably is too. */
function hasQuotedKey(source: SourceText, start: number): boolean {
  const before = source.text.slice(Math.max(0, start - 20), start - 1).trimEnd();
  return before.endsWith(':') && /["']$/.test(before.slice(0, -1).trimEnd());
}

const junkWord = /[\w$-]{1,40}\s{0,20}\}/y;

/** What follows a bracket shows whether it closes anything: if text continues, it does not. */
function fitBeforeBracket(source: SourceText, at: number): QuoteFit {
  const next = source.nextTokenAfter(at + 1);
  if (next >= source.text.length || ',}]`;)<'.includes(source.charAt(next))) return certain;
  if (isQuote(source.codeAt(next))) return startsQuotedKey(source, next) ? certain : possible;
  return '{['.includes(source.charAt(next)) || source.open.length <= 1 ? likely : possible;
}

/** After the comma of a member comes a key. */
function fitBeforeComma(source: SourceText, next: number): QuoteFit {
  if (next >= source.text.length || '}]{['.includes(source.charAt(next)) || source.startsWith('...', next))
    return certain;
  if (startsKey(source, next)) return certain;
  if (!isQuote(source.codeAt(next))) return possible;
  const close = nextQuote(source, next);
  if (close < 0)
    return source.text.length - next < 200 && !source.text.slice(next + 1).includes('"') ? certain : possible;
  const after = source.nextTokenAfter(close + 1);
  // A key without its colon.
  return after >= source.text.length || startsValue(source, after) ? certain : possible;
}

function fitOfItem(source: SourceText, at: number, next: number, char: string, start: number): QuoteFit {
  if (char === ']') return fitBeforeBracket(source, next);
  if (char === '}') return source.isOpen('{') ? fitBeforeBracket(source, next) : possible;
  if (char === ':') return likely;
  if (char === ',') {
    const after = source.nextTokenAfter(next + 1);
    const plain = after >= source.text.length || ']}.('.includes(source.charAt(after));
    return plain || startsValue(source, after) ? certain : possible;
  }
  if (char === '{' || char === '[') return certain;
  if (char === ';' && startsValue(source, source.nextTokenAfter(next + 1))) return certain;
  if (isQuote(source.codeAt(next))) {
    if (next === at + 1) return no;
    const close = nextQuote(source, next);
    return close >= 0 && !isWordCharacter(source, close + 1) ? certain : possible;
  }
  if (startsNumber(source, next) || startsLiteral(source, next)) return next > at + 1 ? certain : possible;
  if (isLostQuote(source, at, next, start)) return certain;
  return matches(source, bareItem, next) ? possible : no;
}

/** ["one" two", "three"]: a word without its start quote follows a one-word string. */
function isLostQuote(source: SourceText, at: number, next: number, start: number): boolean {
  if (next === at + 1 || at - start > 60) return false;
  return matches(source, lostQuote, next) && !/\s/.test(source.text.slice(start, at));
}

const lostQuote = /[\w$-]{1,60}"\s{0,20}[,\]]/y;
const bareItem = /[\w$-][^"'\n,\]]{0,80}[,\]]/y;

function fitAtTop(source: SourceText, at: number, next: number, char: string): QuoteFit {
  if (char === ':' || source.text.slice(at, next).includes('\n')) return certain;
  if (char === ',') return possible;
  return '{['.includes(char) ? likely : no;
}

const closers = { '{': '}', '[': ']', '(': ')' } as const;
const webAddress = /https?:\/\/[^\s,"'\]})]*/iy;

/** No quote can end the string: brackets at the very end of the text belong to the enclosing containers. */
function endUnclosedString(source: SourceText, start: number): StringEnd {
  webAddress.lastIndex = start;
  if (webAddress.test(source.text) && webAddress.lastIndex < source.text.length)
    return { close: webAddress.lastIndex, next: webAddress.lastIndex, ended: 'missing quote' };
  let close = endBeforeFence(source, start);
  let stripped = false;
  const last = source.charAt(close - 1);
  let depth = source.open.findIndex((each) => closers[each] === last);
  for (; depth >= 0 && depth < source.open.length; depth++) {
    if (close <= start || source.charAt(close - 1) !== closers[source.open[depth]!]) break;
    close--;
    stripped = true;
    while (close > start && source.codeAt(close - 1) <= 0x20) close--;
  }
  if (!stripped) {
    const fenced = source.text.slice(close).includes('```') && close > start;
    const cut = fenced ? close : source.text.length;
    return { close: cut, next: cut, ended: fenced ? 'missing quote' : 'end of text' };
  }
  const next = close;
  // {"a": "b\"}: the backslash before the end quote is a mistake.
  if (source.startsWith('\\"', close - 2) && close - 2 >= start) close -= 2;
  else if (close > start && isQuote(source.codeAt(close - 1))) close--;
  return { close, next, ended: 'missing quote' };
}

/** The end of the text without white space and a closing fence; fewer than three backticks are content. */
function endBeforeFence(source: SourceText, start: number): number {
  const text = endBeforeSpace(source, start, source.text.length);
  let close = text;
  while (close > start && source.charAt(close - 1) === '`') close--;
  return text - close >= 3 ? endBeforeSpace(source, start, close) : text;
}

function endBeforeSpace(source: SourceText, start: number, from: number): number {
  let close = from;
  while (close > start && source.codeAt(close - 1) <= 0x20) close--;
  return close;
}

/** A bracket and a quoted text. A text that starts with a delimiter, as in "{"}, "[", "]", is what follows a string. */
const nestedJson = /[{[]\s{0,20}"(?!\s{0,20}[,:}\]])/y;

/** "{"a": 1}": JSON inside a string without escaped quotes. Returns the position of the quote after its last bracket, or -1. */
function nestedJsonEnd(source: SourceText, start: number): number {
  if (source.codeAt(start - 1) !== 0x22 || !matches(source, nestedJson, start)) return -1;
  let depth = 0;
  let inString = false;
  for (let at = start; at < source.text.length && !source.isOverBudget; at++) {
    const char = source.text[at]!;
    source.steps++;
    if (char === '\\') at++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) {
      const close = source.nextTokenAfter(at + 1);
      return source.codeAt(close) === 0x22 && ',}]'.includes(source.charAt(source.nextTokenAfter(close + 1)))
        ? close
        : -1;
    }
  }
  return -1;
}
