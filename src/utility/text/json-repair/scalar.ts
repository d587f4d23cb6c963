import {
  endsBareString,
  inName,
  inUrl,
  isDigit,
  isEscaped,
  isQuote,
  isSpace,
  mayFollowWord,
  startsAddress,
  startsName,
} from './characters.ts';
import { backslash, colon, dot, doubleQuote, minus, plus, slash, space, tab, zero } from './codes.ts';
import type { Scanner } from './scanner.ts';

/** A number, mended where only digits are missing; what only begins like one is left to be a string. */
export function number(scan: Scanner): boolean {
  const start = scan.at;
  const first = scan.code;
  if (!isDigit(first) && first !== minus && first !== dot) return false;
  const digitsAt = first === minus ? start + 1 : start;
  const digitsEnd = afterDigits(scan, digitsAt);
  const fractionEnd = scan.codeAt(digitsEnd) === dot ? afterDigits(scan, digitsEnd + 1) : digitsEnd;
  const end = afterExponent(scan, fractionEnd);
  if (!mayFollowWord(scan.codeAt(end)) || lostStartQuote(scan, end)) return false;
  // An exponent of nothing is a word: -e5.
  if (digitsEnd === digitsAt && fractionEnd === digitsEnd && end > fractionEnd) return false;
  if (digitsEnd > digitsAt + 1 && scan.codeAt(digitsAt) === zero) {
    scan.fixed('quoted a number with leading zeros');
    scan.out.write(`"${scan.text.slice(start, end)}"`);
  } else {
    const whole =
      digitsEnd > digitsAt &&
      fractionEnd !== digitsEnd + 1 &&
      (end === fractionEnd || isDigit(scan.codeAt(end - 1)));
    if (whole) scan.out.copy(start, end);
    else {
      scan.fixed('completed a number');
      scan.out.write(completed(scan.text, start, digitsAt, digitsEnd, fractionEnd, end));
    }
  }
  scan.at = end;
  return true;
}

/** 53"} was a string: a quote that nothing but the end of the value follows is not the start of the next one. */
function lostStartQuote(scan: Scanner, end: number): boolean {
  if (scan.codeAt(end) !== doubleQuote) return false;
  const next = scan.text[scan.afterSpaceOfLine(end + 1)];
  return next === undefined || ',}]\n'.includes(next);
}

function afterDigits(scan: Scanner, from: number): number {
  let at = from;
  while (isDigit(scan.codeAt(at))) at++;
  return at;
}

function afterExponent(scan: Scanner, from: number): number {
  if ((scan.codeAt(from) | 0x20) !== 0x65) return from;
  const sign = scan.codeAt(from + 1);
  return afterDigits(scan, sign === plus || sign === minus ? from + 2 : from + 1);
}

function completed(
  text: string,
  start: number,
  digitsAt: number,
  digitsEnd: number,
  fractionEnd: number,
  end: number,
): string {
  const fraction = fractionEnd === digitsEnd + 1 ? '.0' : text.slice(digitsEnd, fractionEnd);
  const exponent = text.slice(fractionEnd, end);
  const power = /\d$|^$/.test(exponent) ? exponent : `${exponent}0`;
  return `${text.slice(start, digitsAt)}${text.slice(digitsAt, digitsEnd) || '0'}${fraction}${power}`;
}

const keywords: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
]);

/** A name standing alone: a keyword of JSON or Python. */
export function keyword(scan: Scanner): boolean {
  if (!startsName(scan.code)) return false;
  let end = scan.at;
  while (end - scan.at < 10 && inName(scan.codeAt(end))) end++;
  const word = scan.text.slice(scan.at, end);
  const meant = keywords.get(word);
  if (meant === undefined || !endsWord(scan, end)) return false;
  if (meant === word) scan.out.copy(scan.at, end);
  else {
    scan.fixed(`replaced ${word} by ${meant}`);
    scan.out.write(meant);
  }
  scan.at = end;
  return true;
}

/** A keyword that runs on into something else is the start of a longer word. */
function endsWord(scan: Scanner, end: number): boolean {
  const next = scan.codeAt(end);
  return next === space || next === tab || mayFollowWord(next);
}

/** Text without quotes, up to the next delimiter; before a colon where it is a key. */
export function bareString(scan: Scanner, isKey: boolean): boolean {
  const { text } = scan;
  const start = scan.at;
  let at = start;
  let plain = true;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (endsBareString(code) || isQuote(code) || (isKey && code === colon)) break;
    // Half a character of two, which JSON writes as an escape, is beyond these too.
    if (isEscaped(code) || code > 0xd7ff) plain = false;
  }
  if (at > start && text.charCodeAt(at - 1) === colon && startsAddress(text, start, at)) {
    while (inUrl(scan.codeAt(at))) at++;
  }
  if (at === start) return false;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  scan.at = at;
  scan.fixed('added quotes', start);
  const content = text.slice(start, at);
  scan.out.write(plain ? `"${content}"` : JSON.stringify(content));
  // Its start quote was missing, and this is its end quote.
  if (scan.code === doubleQuote) scan.at++;
  return true;
}

/** /a regular expression/ becomes a string. */
export function regularExpression(scan: Scanner): boolean {
  if (scan.code !== slash) return false;
  const start = scan.at++;
  while (!scan.ended && (scan.code !== slash || scan.codeAt(scan.at - 1) === backslash)) scan.at++;
  scan.at++;
  scan.fixed('quoted a regular expression', start);
  scan.out.write(JSON.stringify(scan.text.slice(start, scan.at)));
  return true;
}
