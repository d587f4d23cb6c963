import {
  endsBareString,
  inName,
  inUrl,
  isDigit,
  isQuote,
  isSpace,
  mayFollowWord,
  startsAddress,
  startsName,
} from './characters.ts';
import type { Scanner } from './scanner.ts';

const atEnd = (char: string | undefined) => char === undefined || mayFollowWord(char);

const lenient = /(-?)(\d*)(\.\d*)?([eE][+-]?\d*)?/y;

/** A number, mended where only digits are missing; what only begins like one is left to be a string. */
export function number(scan: Scanner): boolean {
  const first = scan.char;
  if (!isDigit(first) && first !== '-' && first !== '.') return false;
  if (plainInteger(scan)) return true;
  lenient.lastIndex = scan.at;
  const [found, sign, digits, fraction, exponent] = lenient.exec(scan.text)!;
  if (!atEnd(scan.text[scan.at + found.length])) return false;
  // An exponent of nothing is a word: -e5.
  if (digits === '' && fraction === undefined && exponent !== undefined) return false;
  if (digits!.length > 1 && digits!.startsWith('0')) {
    scan.fixed('quoted a number with leading zeros');
    scan.out.token(`"${found}"`);
  } else {
    const whole = completed(sign!, digits!, fraction, exponent);
    if (whole.length !== found.length) scan.fixed('completed a number');
    scan.out.token(whole);
  }
  scan.at += found.length;
  return true;
}

/** What nearly every number is: digits alone, taken as they stand. */
function plainInteger(scan: Scanner): boolean {
  const { text, at } = scan;
  let end = at;
  while (isDigit(text[end])) end++;
  if (end === at || (end > at + 1 && text[at] === '0') || text[end] === '.' || !atEnd(text[end]))
    return false;
  scan.out.token(text.slice(at, end));
  scan.at = end;
  return true;
}

function completed(sign: string, digits: string, fraction = '', exponent = ''): string {
  const part = fraction === '.' ? '.0' : fraction;
  const power = exponent === '' || isDigit(exponent.at(-1)) ? exponent : `${exponent}0`;
  return `${sign}${digits || '0'}${part}${power}`;
}

const keywords: Readonly<Record<string, string>> = {
  true: 'true',
  false: 'false',
  null: 'null',
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
};

/** A name standing alone: a keyword of JSON or Python. */
export function keyword(scan: Scanner): boolean {
  if (!startsName(scan.char)) return false;
  let end = scan.at;
  while (end - scan.at < 10 && inName(scan.text[end])) end++;
  const word = scan.text.slice(scan.at, end);
  const meant = Object.hasOwn(keywords, word) ? keywords[word]! : undefined;
  if (meant === undefined || !endsWord(scan.text, end)) return false;
  if (meant !== word) scan.fixed(`replaced ${word} by ${meant}`);
  scan.out.token(meant);
  scan.at = end;
  return true;
}

/** A keyword followed by more words of the same line is a sentence. */
function endsWord(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at > end ? true : atEnd(text[at]);
}

/** Text without quotes, up to the next delimiter; before a colon where it is a key. */
export function bareString(scan: Scanner, isKey: boolean): boolean {
  const { text } = scan;
  const start = scan.at;
  while (!scan.ended && !endsBareString(scan.char) && !isQuote(scan.char) && !(isKey && scan.char === ':'))
    scan.at++;
  if (text[scan.at - 1] === ':' && startsAddress(text, start, scan.at)) {
    while (inUrl(scan.char)) scan.at++;
  }
  if (scan.at === start) return false;
  while (scan.at > start && isSpace(text[scan.at - 1])) scan.at--;
  scan.fixed('added quotes', start);
  scan.out.token(JSON.stringify(text.slice(start, scan.at)));
  // Its start quote was missing, and this is its end quote.
  if (scan.char === '"') scan.at++;
  return true;
}

/** /a regular expression/ becomes a string. */
export function regularExpression(scan: Scanner): boolean {
  if (scan.char !== '/') return false;
  const start = scan.at++;
  while (!scan.ended && (scan.char !== '/' || scan.text[scan.at - 1] === '\\')) scan.at++;
  scan.at++;
  scan.fixed('quoted a regular expression', start);
  scan.out.token(JSON.stringify(scan.text.slice(start, scan.at)));
  return true;
}
